" SPDX-License-Identifier: MIT
" Vim and Neovim syntax for STAR, a Pascal with bit-parallel types.
if exists('b:current_syntax')
  finish
endif
let s:save = &cpoptions
set cpoptions&vim
syntax case ignore

let s:words = 'and array begin case const div do downto else end file for
      \ function goto if in label mod nil not of or otherwise packed proc
      \ procedure program record repeat set then to type until uses var while
      \ with xor'
let s:names = 'abs addc addc1 addv adj arctan boolean char chr clear clr
      \ col compress convert cos dispose divc dotv down eof eoln exp expand
      \ false fnd forward frst gather gel get great hit input integer length
      \ less ln load mask match max maxint min mirror multc multv nameof
      \ native new numb numberof odd one ord output pack page pred prefix_or
      \ prefix_xor put random rank read readln real rep reset rewrite rotate
      \ round row save scatter setmax setmin shift shuffle sin single size
      \ slice some sqr sqrt step string subtc subtc1 subtv succ sumv table
      \ tcopy tcopy1 tcopy2 tcopy3 tcopy4 text tmax tmerge tmin trim true
      \ trunc unpack up wcopy wmerge word write writeln wtrans zero'

" One of the words of a list, less those of another one.
function! s:One(words, ...) abort
  let less = split(a:0 ? a:1 : '')
  return '\%(' . join(filter(split(a:words), 'index(less, v:val) < 0'), '\|') . '\)\>'
endfunction

" These are words only where nothing else can stand; what is between tokens; a
" name, or what begins a statement, behind that; what no operand and what no
" statement ends with, before it.
let s:contextual = 'otherwise proc set uses xor'
let s:gap = '\%(\_s\|{\_[^}]*}\)'
let s:name = s:gap . '\+\%(' . s:One(s:words, 'otherwise proc uses xor') . '\)\@!\h'
let s:begins = s:gap . '\+\%(\d\|\%(begin\|case\|for\|goto\|if\|repeat\|set\|while\|with\)\>\|'
      \ . '\%(' . s:One(s:words, s:contextual) . '\)\@!\h\)'
let s:inner = '\%(\<' . s:One(s:words, s:contextual . ' nil')
      \ . '\|[^])^@''"}[:alnum:]_[:space:]]\)' . s:gap . '*'
let s:unended = '\%(\<' . s:One(s:words, s:contextual . ' nil end then else do of')
      \ . '\|\<otherwise\|[^])^@''"};:[:alnum:]_[:space:]]\)' . s:gap . '*'

" Of what begins at one place the last one counts.
syntax match starName /\<\h\w*/
execute 'syntax match starKnown /\<' . s:One(s:names) . '/'
execute 'syntax match starWord /\%(\<\|\d\@<=\)' . s:One(s:words) . '/'
execute 'syntax match starName /\<set\>\%(' . s:gap . '\+of\>\)\@!/'
execute 'syntax match starName /\<\%(proc\|uses\)\>\%(' . s:name . '\)\@!/'
execute 'syntax match starName /\%(' . s:inner . '\)\@<=\<xor\>/'
syntax match starName /\<otherwise\>/
execute 'syntax match starWord /\%(' . s:unended . '\)\@<!\<otherwise\>\%(' . s:begins . '\)\@=/'
" Before end it could be a call too, which hardly stands behind ; on a line.
syntax match starWord /\%(; \)\@<=\<otherwise\>\%(\s\+end\>\)\@=/
syntax match starName /\<\%(slice\|word\|table\){\h\w*}/
syntax match starNumber /\<\d\+\%(\.\d\+\)\?\%(e[-+]\?\d\+\|e[-+]\%(\h\w*\)\?\)\?/
syntax match starText /'\%([^']\|''\)*'\?/
syntax match starText /'\%([^']\|''\)*\r\?\n\%([^']\|''\)*'\%([ \t]*\%([]),;+\r]\|$\)\)\@=/
syntax match starText /"[^"]*"/
syntax match starSign /[-+*<>^@=]\|:=\|\/\%([*\/]\)\@!/
syntax region starComment start=/{\|(\*/ end=/}\|\*)/
syntax region starComment start=+/\*+ end=+\*/+
syntax match starComment +//.*$+
syntax match starComment /\%^#!.*$/
syntax sync fromstart

highlight default link starWord Statement
highlight default link starKnown Identifier
highlight default link starNumber Number
highlight default link starText String
highlight default link starSign Operator
highlight default link starComment Comment

let b:current_syntax = 'star'
let &cpoptions = s:save
unlet s:save
