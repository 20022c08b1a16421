-- SPDX-License-Identifier: MIT
-- star lsp in neovim, as docs/howto/editor.md sets it up: a text is written as at
-- its keys.
local here = debug.getinfo(1, 'S').source:match('^@(.*)/')
local text = table.concat(vim.fn.readfile(here .. '/ones.star'), '\n') .. '\n'

local folder = vim.fn.tempname()
vim.fn.mkdir(folder, 'p')
local path = folder .. '/ones.star'
local lines = vim.split(text, '\n')
table.remove(lines)
vim.fn.writefile(lines, path)
vim.cmd('edit ' .. path)

local client

local function waits(what, done)
  assert(vim.wait(10000, done, 10), what .. ' does not come')
end

local function content()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\n') .. '\n'
end

local function ask(method, more)
  local params = vim.tbl_extend('force', vim.lsp.util.make_position_params(), more or {})
  local response = vim.lsp.buf_request_sync(0, method, params, 10000)[client]
  assert(response and not response.err, vim.inspect(response))
  return response.result
end

local function keys(typed)
  vim.cmd('silent normal! ' .. typed)
end

local tests = {}

function tests.mistakes_come_and_go()
  vim.fn.cursor(15, 1)
  keys('f:x')
  waits('a message', function() return #vim.diagnostic.get(0) == 1 end)
  local found = vim.diagnostic.get(0)[1]
  assert(found.code == 'equals-for-assignment' and found.lnum == 14, vim.inspect(found))
  local fixes = ask('textDocument/codeAction', {
    range = { start = { line = 14, character = 6 }, ['end'] = { line = 14, character = 7 } },
    context = { diagnostics = {} } })
  vim.lsp.util.apply_workspace_edit(fixes[1].edit, 'utf-16')
  assert(content() == text, content())
  waits('that it has gone', function() return #vim.diagnostic.get(0) == 0 end)
end

function tests.hover_and_definition()
  vim.fn.cursor(13, 3)
  local hover = ask('textDocument/hover')
  assert(hover.contents.value:find('proc count(S: slice; var k: integer)', 1, true))
  vim.lsp.buf.definition()
  waits('the definition', function() return vim.fn.line('.') == 6 end)
  assert(vim.fn.col('.') == 6)
end

function tests.completion()
  vim.fn.cursor(13, 3)
  keys('o  co')
  vim.fn.cursor(14, 4)
  local found = ask('textDocument/completion', {
    position = { line = 13, character = 4 } })
  local labels = vim.tbl_map(function(item) return item.label end, found.items)
  assert(vim.tbl_contains(labels, 'count') and vim.tbl_contains(labels, 'const'))
  keys('u')
  assert(content() == text, content())
end

function tests.a_new_name()
  vim.fn.cursor(13, 3)
  vim.lsp.buf.rename('ones')
  waits('the new name', function() return content() == text:gsub('count', 'ones') end)
  keys('u')
end

function tests.the_layout()
  vim.fn.cursor(12, 1)
  keys('x')
  local edits = ask('textDocument/formatting', { options = { tabSize = 2 } })
  vim.lsp.util.apply_text_edits(edits, vim.api.nvim_get_current_buf(), 'utf-16')
  assert(content() == text, content())
end

local failed = 0
waits('the server', function()
  client = next(vim.lsp.buf_get_clients(0))
  return client ~= nil
end)
for _, name in ipairs({ 'mistakes_come_and_go', 'hover_and_definition', 'completion',
  'a_new_name', 'the_layout' }) do
  local ok, why = pcall(tests[name])
  io.write('neovim: ', name:gsub('_', ' '), ok and ' ok' or ' FAILED: ' .. tostring(why), '\n')
  failed = failed + (ok and 0 or 1)
end
vim.fn.delete(folder, 'rf')
vim.cmd(failed == 0 and 'qall!' or 'cquit!')
