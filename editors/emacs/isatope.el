;;; isatope.el --- GPU assembly with Isatope  -*- lexical-binding: t; -*-

;; Load this file. Emacs 29 has eglot; older versions install it from GNU ELPA.

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

(defun isatope-open-code-object (file)
  "Show the listing of the code object FILE."
  (interactive "fCode object: ")
  (let ((buffer (get-buffer-create (format "*%s*" (file-name-nondirectory file)))))
    (with-current-buffer buffer
      (erase-buffer)
      (call-process isatope-command nil t nil "dis" (expand-file-name file))
      (set-buffer-modified-p nil)
      (gcn-asm-mode))
    (pop-to-buffer buffer)))

(provide 'isatope)
;;; isatope.el ends here
