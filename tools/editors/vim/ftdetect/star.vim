" SPDX-License-Identifier: MIT
autocmd BufRead,BufNewFile *.star setfiletype star
