; SPDX-License-Identifier: MIT
; Of two that a node has, the later one counts.
(word) @keyword
(comment) @comment
(text) @string
[(integer) (real)] @number

[":=" "=" "<>" "<" "<=" ">" ">=" "+" "-" "*" "/" ".." "^" "@"] @operator
["," ";" ":" "."] @punctuation.delimiter
["(" ")" "[" "]" "(." ".)"] @punctuation.bracket

(name) @variable
(postfix (postfix . (name) @function.call) . "(")
(statement . (postfix . (name) @function.call) .)
(type . (postfix (name) @type))
(type . (postfix (postfix (name) @type) . "("))
(type_def . (name) @type)
(const_def . (name) @constant)
(param (name) @parameter)
(heading (name) @function)
(hyphenated) @function
