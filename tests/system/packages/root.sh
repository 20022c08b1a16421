#!/bin/sh
# SPDX-License-Identifier: MIT
# For the scripts beside it: clean roots of the distribution that this one is,
# made by debootstrap from the mirror that apt has, and commands in them.

# root_new FOLDER: a root with nothing but what every system has.
root_new() {
    # Sites of all that apt knows; the first is that of the distribution.
    set -- "$1" "$(apt-get indextargets --format '$(REPO_URI) $(CODENAME)' \
        'Created-By: Packages' 'Label: Debian' 'Component: main' | head -n 1)"
    debootstrap --variant=minbase "${2#* }" "$1" "${2% *}" >"$1.log" 2>&1 || {
        cat "$1.log"
        return 1
    }
    apt-config dump | grep '^Acquire::[a-z]*::Proxy ' \
        >"$1/etc/apt/apt.conf.d/proxy" || :
    # Without services, and as fast as a root that is thrown away may be.
    printf '#!/bin/sh\nexit 101\n' >"$1/usr/sbin/policy-rc.d"
    chmod +x "$1/usr/sbin/policy-rc.d"
    echo force-unsafe-io >"$1/etc/dpkg/dpkg.cfg.d/fast"
}

# root_run ROOT COMMAND...: in a root, with nothing of our environment.
root_run() {
    root=$1
    shift
    env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME=/root \
        DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"
}
