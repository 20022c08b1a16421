#!/bin/sh
# SPDX-License-Identifier: MIT
# browser.sh STAR TOP: looks at a trace as a user does, in Chromium; 77 where
# there is none.
set -eu
browser=$(command -v chromium || command -v chromium-browser) || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$2/examples"
"$1" trace warshall.star -o "$work/page.html" >/dev/null
awk -v steps="$2/tests/system/trace/steps.js" '
    /<head>/ {
        print
        print "<script>window.failures = [];"
        print "onerror = (text) => failures.push(text);"
        print "console.error = console.warn = onerror;"
        print "document.addEventListener(\"securitypolicyviolation\","
        print "  (e) => failures.push(e.blockedURI));</script>"
        next
    }
    /<\/body>/ {
        print "<script>"
        while ((getline line < steps) > 0)
            print line
        print "</script>"
    }
    { print }' "$work/page.html" >"$work/test.html"
timeout 120 "$browser" --headless --no-sandbox --disable-gpu \
    --user-data-dir="$work/profile" --virtual-time-budget=20000 --dump-dom \
    "file://$work/test.html" >"$work/dom" 2>"$work/log" || {
    cat "$work/log"
    exit 1
}
grep -q '<title>all is well</title>' "$work/dom" || {
    grep '<title>' "$work/dom" || cat "$work/log"
    exit 1
}
