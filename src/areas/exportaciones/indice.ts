// The index of an archive: each file with its length and SHA-256, taken as it is written (areas/exportaciones §1).

import { createHash } from 'node:crypto'
import { type ArchivoLargo, type ArchivoZip, createRegistros } from '../../http/zip'
import type { Secrets } from '../../store/secrets'
import { type Cifrado, signIndice } from './frase'

/** The archive's word on itself, before its files. */
export interface Cabecera {
  formato: number
  timbre: string
  esquema: string
  cuenta: { id: string; nombre: string }
  empresas: { id: string; rut: string; razon_social: string; carpeta: string }[]
  entera: boolean
  creado_en: string
  mudanza: boolean
  /** How the secrets of a move are sealed. */
  cifrado?: Cifrado
}

export const FORMATO = 1
export const INDICE = 'indice.json'
export const INDICE_SHA256 = 'indice.sha256'
/** A move alone has it: nobody without its phrase can make an index of it. */
export const INDICE_FIRMA = 'indice.firma'
export const SECRETOS_JSONL = 'secretos.jsonl'

export function createIndice() {
  const registros = createRegistros()
  const tablas: { nombre: string; filas: number; sha256: string }[] = []
  let count = 0

  function add(ruta: string, bytes: number, sha256: string): void {
    registros.add(Buffer.from(`${count++ ? ',\n' : ''}${JSON.stringify({ ruta, bytes, sha256 })}`))
  }

  function noted(archivo: ArchivoLargo, atEnd: (sha256: string) => void): ArchivoLargo {
    const hash = createHash('sha256')
    let bytes = 0
    async function* piezas() {
      for await (const pieza of archivo.piezas) {
        hash.update(pieza)
        bytes += pieza.length
        yield pieza
      }
      const sha256 = hash.digest('hex')
      add(archivo.nombre, bytes, sha256)
      atEnd(sha256)
    }
    return { ...archivo, piezas: piezas() }
  }

  return {
    /** The same file, noted. */
    note(archivo: ArchivoZip): ArchivoZip {
      add(archivo.nombre, archivo.bytes.length, createHash('sha256').update(archivo.bytes).digest('hex'))
      return archivo
    },
    /** A file in pieces, noted at its end. */
    noteLargo(archivo: ArchivoLargo): ArchivoLargo {
      return noted(archivo, () => {})
    },
    /** A table, noted at its end; `filas` says how many rows it had. */
    noteTabla(nombre: string, archivo: ArchivoLargo, filas: () => number): ArchivoLargo {
      return noted(archivo, (sha256) => void tablas.push({ nombre, filas: filas(), sha256 }))
    },
    /** The index itself and its own sum, last of all; of a move its signature, too. */
    *files(
      cabecera: Cabecera,
      fecha: string,
      secretos: Secrets | null,
    ): Generator<ArchivoZip | ArchivoLargo> {
      const hash = createHash('sha256')
      async function* pieces() {
        const head = JSON.stringify(cabecera)
        const all = [Buffer.from(`${head.slice(0, -1)},"archivos":[\n`), ...registros.blocks()]
        for (const pieza of [...all, Buffer.from(`\n],"tablas":${JSON.stringify(tablas)}}\n`)]) {
          hash.update(pieza)
          yield pieza
        }
      }
      yield { nombre: INDICE, fecha, piezas: pieces() }
      const sha256 = hash.digest('hex')
      yield { nombre: INDICE_SHA256, fecha, bytes: Buffer.from(`${sha256}  ${INDICE}\n`), compress: false }
      if (secretos)
        yield {
          nombre: INDICE_FIRMA,
          fecha,
          bytes: Buffer.from(signIndice(secretos, sha256)),
          compress: false,
        }
    },
  }
}
