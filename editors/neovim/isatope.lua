-- Isatope for Neovim. Load it from your configuration: `dofile("/path/to/isatope.lua")`.

local function target_line(bufnr)
  for _, line in ipairs(vim.api.nvim_buf_get_lines(bufnr, 0, 50, false)) do
    if line:match("%.amdgcn_target") or line:match("^%s*%.gpu%s") or line:match("isatope:.*target=g") then
      return "gcn-asm"
    elseif line:match("isatope:.*target=") then
      return "valhall-asm"
    end
  end
end

-- Other assemblers own `.s` and `.asm`: a file is ours if its first lines say so.
vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  pattern = { "*.s", "*.asm", "*.gcn", "*.va" },
  callback = function(event)
    local by_extension = event.match:match("%.gcn$") and "gcn-asm" or event.match:match("%.va$") and "valhall-asm"
    local language = by_extension or target_line(event.buf)
    if language then
      vim.bo[event.buf].filetype = language
      vim.bo[event.buf].commentstring = "// %s"
    end
  end,
})

-- A code object is shown as its listing.
vim.api.nvim_create_autocmd("BufReadCmd", {
  pattern = { "*.co", "*.hsaco" },
  callback = function(event)
    local lines = vim.fn.systemlist({ "isatope", "dis", event.match })
    vim.api.nvim_buf_set_lines(event.buf, 0, -1, false, lines)
    vim.bo[event.buf].buftype = "nofile"
    vim.bo[event.buf].filetype = target_line(event.buf) or "gcn-asm"
  end,
})

local settings = { check = true, hints = { words = false, costs = false } }

if vim.lsp.config then
  -- Neovim 0.11 and later.
  vim.lsp.config("isatope", {
    cmd = { "isatope", "lsp" },
    filetypes = { "gcn-asm", "valhall-asm" },
    init_options = settings,
  })
  vim.lsp.enable("isatope")
else
  vim.api.nvim_create_autocmd("FileType", {
    pattern = { "gcn-asm", "valhall-asm" },
    callback = function(event)
      local config = {
        name = "isatope",
        cmd = { "isatope", "lsp" },
        init_options = settings,
        root_dir = vim.fn.getcwd(),
      }
      if vim.lsp.start then
        vim.lsp.start(config)
      else
        -- Before Neovim 0.8.
        local id = vim.lsp.start_client(config)
        if id then
          vim.lsp.buf_attach_client(event.buf, id)
        end
      end
    end,
  })
end
