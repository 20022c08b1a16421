" SPDX-License-Identifier: MIT
" Writes to $FOUND what the syntax makes of the files, as star_tokens reads it.
set encoding=utf-8 synmaxcol=0
let s:letters = {'starWord': 'w', 'starName': 'n', 'starKnown': 'n',
      \ 'starNumber': '1', 'starText': 't', 'starComment': 'c'}

function! s:Paint(row) abort
  let found = ''
  let column = 1
  for char in split(getline(a:row), '\zs')
    let name = synIDattr(synID(a:row, column, 1), 'name')
    let found .= char =~# "[ \t\r\f\x0b]" ? ' ' : get(s:letters, name, 's')
    let column += len(char)
  endfor
  return found
endfunction

for s:file in argv()
  execute 'silent edit! ++enc=latin1 ++ff=unix' fnameescape(s:file)
  unlet! b:current_syntax
  syntax clear
  execute 'source' fnameescape(expand('<sfile>:p:h') . '/syntax/star.vim')
  call writefile([s:file] + map(range(1, line('$')), 's:Paint(v:val)'), $FOUND, 'a')
endfor
qall!
