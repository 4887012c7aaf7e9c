// Whether SQLite's native addon can be loaded at all: Bun unpacks it into the temporary folder, and one that is missing,
// full or mounted noexec breaks everything that follows.

import { tmpdir } from 'node:os'
import { connect } from '../store/driver'
import { Falla } from './comando'

/** Throws a Falla that says what to do when the addon does not load. */
export function checkSqlite(): void {
  try {
    connect(':memory:').close()
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== 'ERR_DLOPEN_FAILED') throw cause
    throw new Falla(
      `No se pudo cargar SQLite desde la carpeta temporal ${tmpdir()}: no existe, está llena, no se puede escribir en ella ` +
        'o no permite ejecutar (noexec). Indique otra con TMPDIR=/ruta/de/otra/carpeta',
      { cause },
    )
  }
}
