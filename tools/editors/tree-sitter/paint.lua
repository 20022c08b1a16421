-- SPDX-License-Identifier: MIT
-- nvim -S paint.lua FILE...: writes to $FOUND what the queries make of the files, as
-- star_tokens reads it, and to $WRONG the names of those that do not parse.
local letters = {
  keyword = 'w', comment = 'c', string = 't', number = '1', operator = 's',
  punctuation = 's', variable = 'n', ['function'] = 'n', type = 'n',
  constant = 'n', parameter = 'n',
}

local function paint(text, root, query)
  local found = {}
  for k = 1, #text do
    found[k] = text:sub(k, k):match('%s') or 's'
  end
  for id, node in query:iter_captures(root, text, 0, -1) do
    local _, _, from = node:start()
    local _, _, to = node:end_()
    local letter = letters[query.captures[id]:match('^%a+')]
    for k = from + 1, to do
      if node:child_count() == 0 and not found[k]:match('%s') then
        found[k] = letter
      end
    end
  end
  return table.concat(found)
end

local here = vim.fn.fnamemodify(vim.fn.expand('<sfile>'), ':p:h')
vim.treesitter.require_language('star', vim.env.PARSER)
local query = vim.treesitter.parse_query('star',
  io.open(here .. '/queries/highlights.scm'):read('*a'))
local painted, wrong = io.open(vim.env.FOUND, 'w'), io.open(vim.env.WRONG, 'w')
for _, name in ipairs(vim.fn.argv()) do
  local text = io.open(name, 'rb'):read('*a')
  local root = vim.treesitter.get_string_parser(text, 'star'):parse()[1]:root()
  painted:write(name, '\n', paint(text, root, query))
  if root:has_error() then
    wrong:write(name, '\n')
  end
end
painted:close()
wrong:close()
vim.cmd('qall!')
