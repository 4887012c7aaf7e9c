// Whether SQLite's native addon can be loaded at all: Bun unpacks it into the temporary folder, and one that is missing,
// full or mounted noexec breaks everything that follows; so does a system without the C++ library that the addon needs.

import { tmpdir } from 'node:os'
import { connect } from '../store/driver'
import { Falla } from './comando'

/** Throws a Falla that says what to do when the addon does not load. */
export function checkSqlite(): void {
  try {
    connect(':memory:').close()
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== 'ERR_DLOPEN_FAILED') throw cause
    throw new Falla(loadFault((cause as Error).message), { cause })
  }
}

/** The loader's message (glibc's: with musl the runtime itself needs that library, and does not start without) in words that help. */
export function loadFault(message: string): string {
  const absent = /^(lib\S+): cannot open shared object file/.exec(message)
  if (absent)
    return (
      `No se pudo cargar SQLite: a este sistema le falta la biblioteca ${absent[1]}. ` +
      'Instálela: apt install libstdc++6 (Debian, Ubuntu) o dnf install libstdc++ (Fedora, RHEL)'
    )
  const old = /version [`'](GLIBC\w*_[\d.]+)' not found/.exec(message)
  if (old)
    return `No se pudo cargar SQLite: las bibliotecas de este sistema son anteriores a ${old[1]}. Actualice el sistema`
  return (
    `No se pudo cargar SQLite desde la carpeta temporal ${tmpdir()}: no existe, está llena, no se puede escribir en ella ` +
    `o no permite ejecutar (noexec). Indique otra con TMPDIR=/ruta/de/otra/carpeta (${message.replace(/^\S*\.node: /, '')})`
  )
}
