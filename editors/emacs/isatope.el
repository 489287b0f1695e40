;;; isatope.el --- GPU assembly with Isatope  -*- lexical-binding: t; -*-

;; Load this file. Emacs 29 has eglot; install it from GNU ELPA before.

;;; Code:

(define-derived-mode gcn-asm-mode prog-mode "GCN"
  "Mode for assembly of AMD GCN."
  (setq-local comment-start "// ")
  (setq-local comment-start-skip "//+\\s-*")
  (setq-local indent-tabs-mode nil))

(define-derived-mode valhall-asm-mode gcn-asm-mode "Valhall"
  "Mode for assembly of Arm Mali Valhall.")

(add-to-list 'auto-mode-alist '("\\.gcn\\'" . gcn-asm-mode))
(add-to-list 'auto-mode-alist '("\\.va\\'" . valhall-asm-mode))
(add-to-list 'magic-mode-alist '("\\s-*\\.amdgcn_target\\|\\s-*\\.gpu\\_>" . gcn-asm-mode))
(add-to-list 'magic-mode-alist '("//\\s-*isatope:.*target=g" . gcn-asm-mode))
(add-to-list 'magic-mode-alist '("//\\s-*isatope:.*target=\\(v9\\|valhall\\|mali\\)" . valhall-asm-mode))

(defvar isatope-command "isatope" "The command.")

(with-eval-after-load 'eglot
  (dolist (mode '(gcn-asm-mode valhall-asm-mode))
    (add-to-list 'eglot-server-programs
                 (list mode isatope-command "lsp" :initializationOptions '(:check t)))))

(add-hook 'gcn-asm-mode-hook (lambda () (when (fboundp 'eglot-ensure) (eglot-ensure))))

(provide 'isatope)
;;; isatope.el ends here
