// Drawn books from their text to their sums, against amounts that the reviewer of the simulated SII counts by code of its own.

import { describe, expect, test } from 'bun:test'
import type { DetalleLibro, TotalesLibro } from '../../../src/domain/certificacion/libro'
import { computeLibroCompras } from '../../../src/domain/certificacion/libro-compras'
import { computeLibroGuias } from '../../../src/domain/certificacion/libro-guias'
import { readSet } from '../../../src/domain/certificacion/read-set'
import type { Clase } from '../../../src/simulator/certificacion/filas'
import { computeCompras, type FilaLibro } from '../../../src/simulator/certificacion/montos-libro'
import { DIALECTOS } from '../../../src/simulator/certificacion/pluma'
import { drawSet } from '../../../src/simulator/certificacion/sorteo'
import { printSets } from '../../../src/simulator/certificacion/texto'
import { FECHA, GUIAS } from './libros-ejemplo'

const SEMILLAS = Array.from({ length: Number(process.env.SEMILLAS ?? 20) }, (_, i) => `s${i}`)

const rowOf = (d: DetalleLibro): FilaLibro => ({
  TpoDoc: d.tipoDoc,
  NroDoc: d.folio,
  MntExe: d.exento,
  MntNeto: d.neto,
  MntIVA: d.iva,
  ...(d.usoComun !== null && { IVAUsoComun: d.usoComun }),
  ...(d.ivaNoRec && { [`IVANoRec ${d.ivaNoRec.codigo}`]: d.ivaNoRec.monto }),
  ...(d.retenido !== null && { 'OtrosImp 15': d.retenido }),
  MntTotal: d.total,
})

const totalOf = (t: TotalesLibro): FilaLibro => ({
  TpoDoc: t.tipoDoc,
  TotDoc: t.documentos,
  TotMntExe: t.exento,
  TotMntNeto: t.neto,
  TotMntIVA: t.iva,
  ...Object.fromEntries(t.ivaNoRec.map(({ codigo, monto }) => [`TotIVANoRec ${codigo}`, monto])),
  ...(t.usoComun && { TotIVAUsoComun: t.usoComun.monto, TotCredIVAUsoComun: t.usoComun.credito }),
  ...(t.retenido !== null && { 'TotOtrosImp 15': t.retenido }),
  TotMntTotal: t.total,
})

function sectionOf(clase: Clase, semilla: string, dialecto: (typeof DIALECTOS)[number]) {
  const filas = drawSet(clase, semilla)
  const { secciones, faltas, dudas } = readSet(
    printSets([{ clase, atencion: 5_123_401, filas }], semilla, dialecto),
  )
  expect([semilla, faltas, dudas]).toEqual([semilla, [], []])
  return { filas, seccion: secciones[0]! }
}

describe.each(DIALECTOS)('books drawn in the form %s', (dialecto) => {
  test.each(['libro_compras', 'libro_compras_exentos'] as const)(
    '%s are what the reviewer counts',
    (clase) => {
      for (const semilla of SEMILLAS) {
        const { filas, seccion } = sectionOf(clase, semilla, dialecto)
        const { libro, dudas } = computeLibroCompras(seccion, { fecha: FECHA })
        expect([semilla, dudas]).toEqual([semilla, []])
        const { detalle, resumen } = computeCompras(filas.compras, filas.factor)
        expect([semilla, libro!.detalle.map(rowOf)]).toEqual([semilla, detalle])
        const totales = libro!.totales.map(totalOf).sort((a, b) => a.TpoDoc! - b.TpoDoc!)
        expect([semilla, totales]).toEqual([semilla, resumen])
      }
    },
  )

  test('guides are sold, moved and annulled as the text says', () => {
    const { seccion } = sectionOf('libro_guias', 'uno', dialecto)
    const { libro } = computeLibroGuias(GUIAS, seccion)
    expect(libro!.detalle.map(({ anulada }) => anulada)).toEqual([false, false, true])
  })
})
