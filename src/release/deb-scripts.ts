// The scripts that dpkg runs around the files of the package, as debhelper would write them: the user, the folder, the service.

import { CARPETA, USUARIO } from '../cli/servicio'

/** By the names that dpkg knows. */
export const SCRIPTS: Record<string, string> = {
  postinst: `#!/bin/sh
set -e
if [ "$1" = configure ]; then
  if ! getent passwd ${USUARIO} > /dev/null; then
    adduser --system --quiet --group --home ${CARPETA} --no-create-home --gecos 'Timbre' ${USUARIO}
  fi
  # A unit with DynamicUser had its data behind a link: systemd moves that back by itself.
  if [ ! -e ${CARPETA} ]; then
    install -d -m 0700 -o ${USUARIO} -g ${USUARIO} ${CARPETA}
  fi
fi
if [ "$1" = configure ] || [ "$1" = abort-upgrade ] || [ "$1" = abort-deconfigure ] || [ "$1" = abort-remove ]; then
  deb-systemd-helper unmask timbre.service > /dev/null || true
  if deb-systemd-helper --quiet was-enabled timbre.service; then
    deb-systemd-helper enable timbre.service > /dev/null || true
  else
    deb-systemd-helper update-state timbre.service > /dev/null || true
  fi
  if [ -d /run/systemd/system ]; then
    systemctl --system daemon-reload > /dev/null || true
    if [ -n "$2" ]; then
      deb-systemd-invoke restart timbre.service > /dev/null || true
    else
      deb-systemd-invoke start timbre.service > /dev/null || true
      echo "Timbre: el enlace para registrar la primera cuenta está en journalctl -u timbre -o cat" >&2
    fi
  fi
fi
exit 0
`,
  prerm: `#!/bin/sh
set -e
if [ -d /run/systemd/system ] && [ "$1" = remove ]; then
  deb-systemd-invoke stop timbre.service > /dev/null || true
fi
exit 0
`,
  postrm: `#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then
  systemctl --system daemon-reload > /dev/null || true
fi
if [ "$1" = remove ] && command -v deb-systemd-helper > /dev/null; then
  deb-systemd-helper mask timbre.service > /dev/null || true
fi
if [ "$1" = purge ]; then
  if command -v deb-systemd-helper > /dev/null; then
    deb-systemd-helper purge timbre.service > /dev/null || true
    deb-systemd-helper unmask timbre.service > /dev/null || true
  fi
  # Tax documents must be kept for years: whoever wants them gone deletes them himself.
  if [ -d ${CARPETA} ] && ! rmdir ${CARPETA} 2> /dev/null; then
    echo "Timbre: los documentos tributarios y su clave maestra siguen en ${CARPETA}: guárdelos mientras el SII los pueda pedir" >&2
  fi
fi
exit 0
`,
}
