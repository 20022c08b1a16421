#!/bin/sh
# SPDX-License-Identifier: MIT
# star fmt: files, standard input, --check, and what is left alone.
set -eu
. "$(dirname "$0")/common"

cat >wild.star <<'END'
program wild; { a comment }
var n:integer;
begin for n:=1 to 3 do
 begin writeln( n ); end end.
END
cat >laid.star <<'END'
program wild; { a comment }
var n: integer;
begin
  for n := 1 to 3 do begin
    writeln(n);
  end
end.
END
cp wild.star one.star
chmod 640 one.star
ln -s one.star link.star
gives 1 fmt --check one.star laid.star wild.star
prints 'one.star
wild.star'
cmp -s one.star wild.star || wrong '--check has written'
gives 0 fmt one.star laid.star
prints ''
cmp one.star laid.star || wrong 'one.star is not laid out'
[ "$(stat -c %a one.star)" = 640 ] || wrong 'expected the old permissions'
gives 0 fmt --check one.star laid.star
prints ''
touch -d 2001-01-01 laid.star
gives 0 fmt laid.star
[ "$(stat -c %Y laid.star)" -lt 1000000000 ] || wrong 'an unchanged file is written'
cp wild.star one.star
gives 0 fmt link.star
cmp one.star laid.star || wrong 'a link leads to the file'
[ -L link.star ] || wrong 'a link stays one'

# Standard input.
"$star" fmt - <wild.star >out 2>err || wrong 'expected success'
cmp out laid.star || wrong 'expected the program on standard output'
found=0
"$star" fmt --check - <wild.star >out 2>err || found=$?
[ "$found" = 1 ] || wrong "expected status 1, found $found"
prints '<stdin>'

# Lines end as they did, in comments too.
printf 'program p; {a\r\n b}\r\nbegin writeln(1)\r\nend.\r\n' >crlf.star
gives 0 fmt crlf.star
[ "$(grep -c "$(printf '\r')\$" crlf.star)" = "$(grep -c '' crlf.star)" ] ||
  wrong 'a line ends without CR'
gives 0 fmt --check crlf.star

# Mistakes in the form of a text; mistakes of other kinds are none here.
echo 'program p; begin x := end.' >broken.star
cp broken.star before.star
cp wild.star one.star
gives 3 fmt broken.star one.star
says "broken.star:1:23: error: expected an expression, found 'end' [missing-operand]"
cmp -s broken.star before.star || wrong 'a broken file is written'
cmp one.star laid.star || wrong 'the files behind it are laid out'
gives 3 fmt --check broken.star one.star
says missing-operand
gives 3 fmt --diagnostics json broken.star
says '"code": "missing-operand"'
echo 'uses nothing; proc p;begin x end;' >undeclared.star
gives 0 fmt undeclared.star
[ "$(cat undeclared.star)" = 'uses nothing;

proc p;
begin
  x
end;' ] || wrong 'names are not looked up'
gives 5 fmt missing.star one.star
says missing.star
gives 2 fmt
says 'too few arguments'

# What a user cannot write is said.
if [ "$(id -u)" != 0 ]; then
    mkdir closed
    cp wild.star closed
    chmod 500 closed
    gives 5 fmt closed/wild.star
    says closed/wild.star
    chmod 700 closed
fi

# All of this is laid out.
gives 0 fmt --check "$top"/stdlib/*.star "$top"/stdlib/exercises/*.star \
    "$top"/examples/*.star
prints ''

finish
