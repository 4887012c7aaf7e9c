// Answers between taxpayers (xml §2.4), written to be judged by programs that nobody here wrote.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { recepcionOf, reciboOf, resultadoOf } from '../support/intercambio'

const FACTURA = {
  tipoDte: 33,
  folio: 88123,
  fechaEmision: '2026-11-12',
  rutEmisor: '90000012-K',
  rutReceptor: '76543210-3',
  montoTotal: 499800,
}

/** Writes each class of answer below `dir`; returns their folder. */
export async function writeAnswers(dir: string): Promise<string> {
  const folder = join(dir, 'respuestas')
  mkdirSync(folder)
  const texto = 'Señor O\'Higgins & Cía "Ltda." <Ñuñoa>'
  const nota = { ...FACTURA, tipoDte: 61, folio: 1 }
  const files = {
    recepcion: await recepcionOf([{ ...FACTURA, estado: 99, glosa: texto }]),
    resultado: await resultadoOf(FACTURA, 1, texto),
    recibos: await reciboOf(FACTURA, nota),
  }
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, `${name}.xml`), bytes)
  return folder
}
