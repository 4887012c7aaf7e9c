// Spreadsheets: one sheet of texts and numbers. A text is a text whatever it begins with, so that nobody's name becomes a formula.

import { loadPacked } from './packed'

interface Tabla {
  hoja: string
  filas: (string | number | null)[][]
}

/** The file of a sheet, given as the JSON of a `Tabla`: what is posted to a thread is bytes, handed over and not copied. */
export async function writeXlsx(json: Uint8Array): Promise<Uint8Array> {
  const { default: writeXlsxFile } =
    loadPacked<typeof import('write-excel-file/node')>('write-excel-file/node')
  const { hoja, filas }: Tabla = JSON.parse(new TextDecoder().decode(json))
  const cells = filas.map((fila) =>
    fila.map((value) =>
      value === null ? null : typeof value === 'number' ? { value, type: Number } : { value, type: String },
    ),
  )
  return writeXlsxFile(cells, { sheet: hoja }).toBuffer()
}
