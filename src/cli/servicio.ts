// The files that a server needs around the binary, the same by `timbre instalar` and by the Debian package: the unit of systemd, the file of
// variables, the proxy's site.

/** Its user and group, its folders and files. */
export const USUARIO = 'timbre'
export const CARPETA = '/var/lib/timbre'
export const VARIABLES = '/etc/timbre/timbre.env'

/** The program as the Debian package has it, and as `timbre instalar` puts it. */
export const PROGRAMA_DE_PAQUETE = '/usr/bin/timbre'
export const PROGRAMA_INSTALADO = '/usr/local/bin/timbre'

/** Where systemd reads a unit that no package brought. */
export const UNIDAD = '/etc/systemd/system/timbre.service'

/** Whether dpkg put the file there; where there is no dpkg it did not. */
export function isOfPackage(path: string): boolean {
  try {
    return (
      Bun.spawnSync(['dpkg-query', '--search', path], { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' })
        .exitCode === 0
    )
  } catch {
    return false
  }
}

/** The unit for the program at `program`. The sandbox leaves it its own data, the network and nothing else. */
export const unitFile = (program: string): string => `[Unit]
Description=Timbre, facturación electrónica
After=network-online.target
Wants=network-online.target

[Service]
ExecStart=${program} serve --data ${CARPETA}
EnvironmentFile=-${VARIABLES}
User=${USUARIO}
StateDirectory=timbre
StateDirectoryMode=0700
UMask=0077
# A stop takes up to 20 s: leased jobs end or are given back.
TimeoutStopSec=30
Restart=on-failure
RestartSec=2
# The SQLite addon is extracted to /tmp and mapped from there, so /tmp must allow execution; the runtime compiles code, so
# MemoryDenyWriteExecute must stay off.
PrivateTmp=yes
ProtectSystem=strict
ProtectHome=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectClock=yes
ProtectHostname=yes
PrivateDevices=yes
NoNewPrivileges=yes
CapabilityBoundingSet=
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native

[Install]
WantedBy=multi-user.target
`

/** The file of variables as it is first written: nothing is set in it. */
export const VARIABLES_INICIALES = `# Variables de Timbre, que timbre help explica todas; rigen desde systemctl restart timbre.
# Aquí van secretos: este archivo es sólo de root.

# Dónde escucha. Delante va un proxy con TLS: timbre instalar --proxy nginx (o caddy) muestra su archivo.
#TIMBRE_ADDR=127.0.0.1:3000

# Dirección con que los clientes llegan.
#TIMBRE_PUBLIC_URL=https://dte.example.cl

# Servidor de correo, y quién envía.
#TIMBRE_SMTP_URL=smtps://usuario:clave@correo.example.cl
#TIMBRE_SMTP_FROM=Facturación <dte@example.cl>
`
