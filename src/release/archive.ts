// A platform's binary as a person downloads it: with the notices of third parties and a page on how to begin.

import { zipResponse } from '../http/zip'
import type { Platform } from './platforms'
import { type Entry, gzip, tar } from './tar'

interface Contents {
  platform: Platform
  version: string
  program: Uint8Array
  licencias: string
  /** Since 1970. */
  seconds: number
}

const BEGIN: Record<string, string> = {
  linux: `./timbre serve            prueba en esta carpeta: abra el enlace que muestra
sudo ./timbre instalar    lo deja como servicio, con su usuario y su carpeta
`,
  macos: `xattr -d com.apple.quarantine timbre   Apple no conoce este programa
./timbre serve                         abra el enlace que muestra
`,
  windows: `timbre.exe serve          abra el enlace que muestra
timbre.exe servicio       la tarea que lo mantiene en marcha; cómo, en /manual/instalar
`,
}

const readme = ({ platform: { label }, version }: Contents): string => `Timbre ${version}, ${label}

${BEGIN[label.split('-')[0]!]}${label.includes('musl') ? '\nNecesita libstdc++ (apk add libstdc++).\n' : ''}
Todos los comandos: timbre help. Antes de instalar, revise lo descargado: timbre verificar-descarga CARPETA.
`

/** The archive and its file name: a ZIP for Windows, else a compressed tar. */
export async function archive(contents: Contents): Promise<[name: string, bytes: Uint8Array]> {
  const { platform, version, program, licencias, seconds } = contents
  const folder = `timbre-${version}-${platform.label}`
  const isWindows = platform.label.startsWith('windows')
  // Notepad of older Windows knows no other end of a line.
  const text = (content: string) => Buffer.from(isWindows ? content.replaceAll('\n', '\r\n') : content)
  const inside: (Entry & { bytes: Uint8Array })[] = [
    { path: `${folder}/LEAME.txt`, mode: 0o644, bytes: text(readme(contents)) },
    { path: `${folder}/LICENCIAS.txt`, mode: 0o644, bytes: text(licencias) },
    { path: `${folder}/timbre${isWindows ? '.exe' : ''}`, mode: 0o755, bytes: program },
  ]
  if (!isWindows)
    return [`${folder}.tar.gz`, gzip(tar([{ path: `${folder}/`, mode: 0o755 }, ...inside], seconds))]
  const fecha = new Date(seconds * 1000).toISOString().slice(0, 19)
  async function* files() {
    for (const { path, bytes } of inside) yield { nombre: path, bytes, fecha, compress: true }
  }
  return [`${folder}.zip`, await zipResponse('', files()).bytes()]
}
