// An OCI image without Docker's tools: one layer over nothing, in the layout of the OCI's image specification 1.1, as a tar.

import { createHash } from 'node:crypto'
import { LATIDO } from '../cli/latido'
import type { Debian } from './debian'
import { type Entry, gzip, tar, withFolders } from './tar'

/** A number, for who refuses to run an image as root looks at that. */
const USUARIO = 10001
const DATOS = '/datos'
const PUERTO = 3000
const SECOND_NS = 1e9

interface Contents {
  version: string
  commit: string
  program: Uint8Array
  /** The notices of third parties, as `timbre licencias` writes them. */
  licencias: string
  debian: Debian
  /** The time of every file, since 1970. */
  seconds: number
}

const text = (path: string, content: string): Entry => ({ path, mode: 0o644, bytes: Buffer.from(content) })

function filesystem({ program, licencias, debian }: Contents): Entry[] {
  const files: Entry[] = [
    ...debian.entries,
    { path: 'usr/bin/timbre', mode: 0o755, bytes: program },
    text('usr/share/doc/timbre/licencias.txt', licencias),
    text(
      'etc/passwd',
      `root:x:0:0:root:/:/usr/sbin/nologin\ntimbre:x:${USUARIO}:${USUARIO}::${DATOS}:/usr/sbin/nologin\n`,
    ),
    text('etc/group', `root:x:0:\ntimbre:x:${USUARIO}:\n`),
    text('etc/nsswitch.conf', 'passwd: files\ngroup: files\nhosts: files dns\n'),
    // A volume that is made over it takes its owner.
    { path: `${DATOS.slice(1)}/`, mode: 0o700, owner: USUARIO },
    // SQLite's addon is extracted there.
    { path: 'tmp/', mode: 0o1777 },
  ]
  return withFolders(files, '')
}

const digestOf = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

/** `2026-11-29T12:45:30Z` */
const instant = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`

function labels({ version, commit, debian, seconds }: Contents): Record<string, string> {
  const licences = new Set(debian.paquetes.map(({ licencia }) => licencia))
  return {
    'org.opencontainers.image.title': 'Timbre',
    'org.opencontainers.image.description': 'Servidor de facturación electrónica chilena',
    'org.opencontainers.image.version': version,
    'org.opencontainers.image.revision': commit,
    'org.opencontainers.image.created': instant(seconds),
    'org.opencontainers.image.licenses': ['LicenseRef-Timbre', ...licences].join(' AND '),
    'timbre.debian': debian.release,
    'timbre.debian.paquetes': debian.paquetes.map(({ nombre, version }) => `${nombre}=${version}`).join(' '),
  }
}

/** The image's archive. `podman load`, `docker load` (25 or newer) and `skopeo` take it; the same contents give the same bytes. */
export function oci(contents: Contents): Buffer {
  const { version, seconds } = contents
  const layer = tar(filesystem(contents), seconds)
  const blobs: Uint8Array[] = []
  const put = (mediaType: string, bytes: Uint8Array) => {
    blobs.push(bytes)
    return { mediaType, digest: digestOf(bytes), size: bytes.length }
  }
  const json = (type: string, value: unknown) =>
    put(`application/vnd.oci.image.${type}+json`, Buffer.from(JSON.stringify(value)))
  const layers = [put('application/vnd.oci.image.layer.v1.tar+gzip', gzip(layer))]
  const config = json('config.v1', {
    created: instant(seconds),
    architecture: 'amd64',
    os: 'linux',
    config: {
      User: `${USUARIO}:${USUARIO}`,
      ExposedPorts: { [`${PUERTO}/tcp`]: {} },
      Env: [
        'PATH=/usr/bin',
        `HOME=${DATOS}`,
        `TIMBRE_DATA_DIR=${DATOS}`,
        `TIMBRE_ADDR=0.0.0.0:${PUERTO}`,
        'SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt',
      ],
      Entrypoint: ['/usr/bin/timbre'],
      Cmd: ['serve'],
      Volumes: { [DATOS]: {} },
      WorkingDir: DATOS,
      Labels: labels(contents),
      StopSignal: 'SIGTERM',
      // Docker's own: the specification has none, and podman heeds it not.
      Healthcheck: {
        Test: ['CMD', '/usr/bin/timbre', LATIDO],
        Interval: 30 * SECOND_NS,
        Timeout: 10 * SECOND_NS,
        StartPeriod: 30 * SECOND_NS,
        Retries: 3,
      },
    },
    rootfs: { type: 'layers', diff_ids: [digestOf(layer)] },
    history: [{ created: instant(seconds), created_by: 'make release' }],
  })
  const manifest = json('manifest.v1', {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    config,
    layers,
  })
  const index = {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.index.v1+json',
    manifests: [
      {
        ...manifest,
        platform: { architecture: 'amd64', os: 'linux' },
        annotations: {
          'org.opencontainers.image.ref.name': version,
          // By this name `docker load` and containerd keep it.
          'io.containerd.image.name': `docker.io/library/timbre:${version}`,
        },
      },
    ],
  }
  const entries = [
    text('index.json', JSON.stringify(index)),
    text('oci-layout', JSON.stringify({ imageLayoutVersion: '1.0.0' })),
    ...blobs.map((bytes) => ({ path: `blobs/${digestOf(bytes).replace(':', '/')}`, mode: 0o644, bytes })),
  ]
  return tar(withFolders(entries, ''), seconds)
}
