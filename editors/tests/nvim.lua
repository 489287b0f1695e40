-- Opens a file in Neovim and waits for what the server says about it: `nvim --headless -l` or `-S`.

local root = vim.env.ISATOPE_ROOT
vim.env.PATH = vim.fn.fnamemodify(vim.env.ISATOPE, ":h") .. ":" .. vim.env.PATH
dofile(root .. "/editors/neovim/isatope.lua")

local function fail(message)
  io.stderr:write("nvim: " .. message .. "\n")
  vim.cmd("cquit")
end

local file = vim.fn.tempname() .. ".gcn"
vim.fn.writefile({ "// isatope: target=gfx900 dialect=llvm", "v_bfe_u23 v0, v1, v2, v3", "v_bfe_u32 v0, v1, 8, 4" }, file)
vim.cmd("edit " .. file)
if vim.bo.filetype ~= "gcn-asm" then
  fail("the file type is " .. vim.bo.filetype)
end
if not vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end, 50) then
  fail("no diagnostics")
end
local found = vim.diagnostic.get(0)[1]
if found.lnum ~= 1 or found.col ~= 0 or not found.message:find("v_bfe_u23") then
  fail("a wrong diagnostic: " .. vim.inspect(found))
end
local params = { textDocument = { uri = vim.uri_from_bufnr(0) }, position = { line = 2, character = 3 } }
local answers = vim.lsp.buf_request_sync(0, "textDocument/hover", params, 20000)
local shown = vim.inspect(answers)
if not shown:find("Extracts") then
  fail("a wrong hover: " .. shown)
end
vim.cmd("edit " .. root .. "/tests/examples/vadd.co")
local listing = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
if vim.bo.filetype ~= "gcn-asm" or not listing:find("s_endpgm") then
  fail("a wrong listing: " .. vim.bo.filetype .. "\n" .. listing)
end
local bad = vim.fn.tempname() .. ".co"
vim.fn.writefile({ "junk" }, bad)
pcall(vim.cmd, "edit " .. bad)
if table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n"):find("E0601") then
  fail("an error is shown as a listing")
end
-- Every name of a target selects its language.
local count = 0
for _, text in ipairs(vim.fn.systemlist({ vim.env.ISATOPE, "targets", "--json" })) do
  local row = vim.json.decode(text)
  local all = vim.list_extend({ row.target }, row.names)
  for _, name in ipairs(all) do
    for _, line in ipairs({ "// isatope: target=" .. name, ".arch " .. name, "# isatope: dialect=x target=" .. name .. ":xnack-" }) do
      local source = vim.fn.tempname() .. ".s"
      vim.fn.writefile({ line }, source)
      vim.cmd("noautocmd edit " .. source)
      vim.api.nvim_exec_autocmds("BufRead", { buffer = 0, modeline = false })
      if vim.bo.filetype ~= row.architecture .. "-asm" then
        fail(line .. " gives the file type " .. vim.bo.filetype)
      end
      vim.cmd("bwipeout!")
      count = count + 1
    end
  end
end
if count < 300 then
  fail("only " .. count .. " names")
end
io.stdout:write("nvim: ok\n")
vim.cmd("qall!")
