// How a file of the register is imported, and what comes of it.

import type { EstadoContable, Lado } from '../../domain/rcv/columnas'
import type { AvisoArchivo } from './avisos-importar'

/** The result of an import, or of a simulated one. */
export interface Importado {
  tipo: Lado
  estado: EstadoContable
  documentos: number
  nuevos: number
  modificados: number
  ausentes: number
  /** How many of the known documents were in another month. */
  movidos: number
  /** The sums of a summary as they stand now: a file of details has none. */
  totales: {
    tipo_dte: number
    documentos: number
    monto_exento: number
    monto_neto: number
    monto_iva: number
    monto_total: number
  }[]
  advertencias: AvisoArchivo[]
}

export interface ImportOptions {
  /** Nothing is written. */
  simular: boolean
  /** The file is a part of its slice: what it lacks is not absent, and what is known is left as it is. */
  agregar: boolean
  /** A file without documents may empty its slice. */
  vaciar: boolean
  /** The name of the file. */
  nombre?: string
}
