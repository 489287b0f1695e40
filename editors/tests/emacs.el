;;; emacs.el --- Opens a file in Emacs and waits for what the server says  -*- lexical-binding: t; -*-

;;; Code:

(require 'package)
(package-initialize)
(unless (require 'eglot nil t)
  (message "emacs: skipped, eglot is not installed")
  (kill-emacs 77))
(require 'flymake)
(load (expand-file-name "editors/emacs/isatope.el" (getenv "ISATOPE_ROOT")))
(setq isatope-command (getenv "ISATOPE"))
(setq eglot-server-programs
      (cons (list 'gcn-asm-mode isatope-command "lsp") eglot-server-programs))
(setq eglot-sync-connect 30)

(let* ((folder (make-temp-file "isatope" t))
       (file (expand-file-name "kernel.gcn" folder)))
  (with-temp-file file
    (insert "// isatope: target=gfx900 dialect=llvm\nv_bfe_u23 v0, v1, v2, v3\n"))
  (remove-hook 'gcn-asm-mode-hook (car gcn-asm-mode-hook))
  (find-file file)
  (unless (eq major-mode 'gcn-asm-mode)
    (message "emacs: the mode is %s" major-mode)
    (kill-emacs 1))
  (apply #'eglot (eglot--guess-contact))
  (flymake-start)
  (let ((end (+ (float-time) 20)))
    (while (and (null (flymake-diagnostics)) (< (float-time) end))
      (accept-process-output nil 0.1)))
  (let ((found (car (flymake-diagnostics))))
    (unless (and found (string-match-p "v_bfe_u23" (flymake-diagnostic-text found)))
      (message "emacs: no diagnostics")
      (kill-emacs 1))))
(isatope-open-code-object (expand-file-name "tests/examples/vadd.co" (getenv "ISATOPE_ROOT")))
(unless (and (eq major-mode 'gcn-asm-mode) (string-match-p "s_endpgm" (buffer-string)))
  (message "emacs: a wrong listing: %s" (buffer-string))
  (kill-emacs 1))
(message "emacs: ok")
(kill-emacs 0)
;;; emacs.el ends here
