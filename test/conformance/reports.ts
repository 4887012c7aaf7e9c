// Reports of used folios, full and empty, for judges that nobody here wrote.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Contado, sumRcof, TIPOS_RCOF } from '../../src/domain/rcof'
import { buildConsumoFolios } from '../../src/xml/consumo-folios'
import { EMISOR } from '../support/emisor'
import { llave, RUT_FIRMANTE, sign } from '../support/firma'

/** Days with runs of every type, with annulled folios, with one type, and with nothing. */
function days(): ReturnType<typeof sumRcof>[] {
  const run = (tipoDte: number, desde: number, hasta: number): Contado => {
    const neto = 1000 * (hasta - desde + 1)
    return { tipoDte, desde, hasta, neto, exento: desde % 2 ? 500 : 0, iva: neto * 0.19, total: neto * 1.19 }
  }
  const many = TIPOS_RCOF.flatMap((tipo) =>
    Array.from({ length: 200 }, (_, i) => run(tipo, i * 10 + 1, i * 10 + (i % 9) + 1)),
  )
  const boletas = TIPOS_RCOF[0]!
  return [
    sumRcof([], []),
    sumRcof([run(boletas, 101, 118), run(boletas, 120, 120)], [{ tipoDte: boletas, desde: 119, hasta: 119 }]),
    sumRcof([], [{ tipoDte: boletas, desde: 1, hasta: 999_999 }]),
    sumRcof(many, [{ tipoDte: boletas, desde: 5000, hasta: 5000 }]),
  ]
}

/** Writes them into a folder of their own below `dir`; its path. */
export async function writeReports(dir: string): Promise<string> {
  const folder = join(dir, 'consumos')
  mkdirSync(folder)
  for (const [i, resumen] of days().entries()) {
    const caratula = {
      rutEmisor: EMISOR.rut,
      rutEnvia: RUT_FIRMANTE,
      resolucion: { numero: 0, fecha: '2026-09-01' },
      fecha: '2026-11-19',
      secuencia: i + 1,
      tasaIva: '19',
    }
    const xml = await buildConsumoFolios(caratula, resumen, { llave, sign, at: '2026-11-20T04:10:00' })
    writeFileSync(join(folder, `ConsumoFolios-${i + 1}.xml`), xml)
  }
  return folder
}
