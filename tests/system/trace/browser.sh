#!/bin/sh
# SPDX-License-Identifier: MIT
# browser.sh STAR TOP: looks at traces as a user does, in Chromium; 77 where
# there is none.
set -eu
browser=$(command -v chromium || command -v chromium-browser) || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
star=$1
here=$2/tests/system/trace

# look SCRIPT...: the page with these scripts at its end, of which the last one
# tells in the title what was not as expected.
look() {
    cat "$@" >"$work/scripts"
    awk -v scripts="$work/scripts" '
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
            while ((getline line < scripts) > 0)
                print line
            print "</script>"
        }
        { print }' "$work/page.html" >"$work/test.html"
    timeout 120 "$browser" --headless --no-sandbox --disable-gpu \
        --user-data-dir="$work/profile" --virtual-time-budget=60000 \
        --window-size=1280,800 --dump-dom "file://$work/test.html" \
        >"$work/dom" 2>"$work/log" || {
        cat "$work/log"
        exit 1
    }
    grep -q '<title>all is well</title>' "$work/dom" || {
        grep '<title>' "$work/dom" || cat "$work/log"
        exit 1
    }
}

cd "$2/examples"
"$star" trace warshall.star -o "$work/page.html" >/dev/null
look "$here/steps.js"

# Windows of the same run, each with what a limit of its steps leaves.
cp "$work/page.html" "$work/whole.html"
{
    echo 'window.windows = ['
    for steps in 120 200 300 400 500 600; do
        "$star" trace --max-steps $steps --last 100 warshall.star \
            -o "$work/page.html" >/dev/null 2>&1 || true
        sed -n '/<script type="application/,/<\/script>/p' "$work/page.html" |
            sed '1d;s|</script>|,|'
    done
    "$star" trace --last 100 warshall.star -o "$work/page.html" >/dev/null
    sed -n '/<script type="application/,/<\/script>/p' "$work/page.html" |
        sed '1d;s|</script>|];|'
} >"$work/windows"
cp "$work/whole.html" "$work/page.html"
look "$work/windows" "$here/windows.js"

"$star" trace "$here/views.star" -o "$work/page.html" >/dev/null
look "$here/views.js"

# The page of today with the data of earlier versions.
for data in "$2"/tests/formats/*/traces/*.json; do
    "$star" trace "${data%.json}.star" -o "$work/whole.html" >/dev/null
    awk -v data="$data" '
        /<script type="application/ {
            print
            while ((getline line < data) > 0)
                print line
            inside = 1
        }
        /<\/script>/ { inside = 0 }
        !inside { print }' "$work/whole.html" >"$work/page.html"
    { echo 'window.earlier ='; cat "$data"; echo ';'; } >"$work/earlier"
    look "$work/earlier" "$here/earlier.js"
done
