# Snapback for Yocto, from the archive that scripts/package tar makes.
# Not checked, because BitBake is not available where the project is tested: neither the syntax nor
# the build.
SUMMARY = "Touch feel of UIKit for kiosks and instrument panels"
LICENSE = "Apache-2.0"
PV = "0.2.0"
LIC_FILES_CHKSUM = "file://LICENSE;md5=3b83ef96387f14655fc854ddc3c6bd57"

SRC_URI = "file://snapback-${PV}-amd64.tar.xz"
S = "${WORKDIR}/snapback-${PV}-amd64"

COMPATIBLE_HOST = "x86_64.*-linux"
RDEPENDS:${PN} = "libevdev libudev libstdc++"

inherit systemd useradd

SYSTEMD_SERVICE:${PN} = "snapbackd.socket snapbackd.service"
USERADD_PACKAGES = "${PN}"
GROUPADD_PARAM:${PN} = "-r snapback; -r input"
USERADD_PARAM:${PN} = " \
    -r -M -d / -s /sbin/nologin -g snapback -G input snapback; \
    -r -M -d / -s /sbin/nologin -U -G snapback snapback-web"

do_install() {
    DESTDIR=${D} ./install.sh --prefix ${prefix} --sysconfdir ${sysconfdir}
}

FILES:${PN} += "${datadir} ${nonarch_libdir}"
CONFFILES:${PN} = "${sysconfdir}/snapback/snapbackd.json5"
# The programs are stripped, and contain the libraries of Swift.
INSANE_SKIP:${PN} = "already-stripped"
