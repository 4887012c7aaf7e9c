// Books that Timbre counts, held against what the reviewer expects of the same set (simulator §23.3).

import { describe, expect, test } from 'bun:test'
import { computeLibroCompras } from '../../../src/domain/certificacion/libro-compras'
import { computeLibroGuias } from '../../../src/domain/certificacion/libro-guias'
import { computeLibroVentas } from '../../../src/domain/certificacion/libro-ventas'
import { readSet } from '../../../src/domain/certificacion/read-set'
import { createControles } from '../../../src/simulator/certificacion/control'
import { reviewLibro, reviewLibroGuias } from '../../../src/simulator/certificacion/control-libro'
import { guiasOf, ventasOf } from '../../../src/simulator/certificacion/emitidos'
import type { Clase } from '../../../src/simulator/certificacion/filas'
import { expectedOf } from '../../../src/simulator/certificacion/montos'
import { computeCompras } from '../../../src/simulator/certificacion/montos-libro'
import { drawSet } from '../../../src/simulator/certificacion/sorteo'
import { printSets } from '../../../src/simulator/certificacion/texto'
import { readLibro } from '../../../src/simulator/libros/lectura'
import { buildLibroCompraVenta, buildLibroGuia } from '../../../src/xml/libro'
import { EMISOR, RECEPTOR } from '../../support/emisor'
import { llave, RUT_FIRMANTE, sign } from '../../support/firma'

const FECHA = '2026-11-20'
const PERIODO = '2026-11'
const CARATULA = {
  ...{ rutEmisor: EMISOR.rut, rutEnvia: RUT_FIRMANTE, periodo: PERIODO },
  ...{ fechaResolucion: '2026-01-01', folioNotificacion: 5_123_402 },
}
const FIRMA = { llave, sign, at: '2026-11-24T10:11:12' }

const seccionOf = (clase: Clase, semilla: string) =>
  readSet(printSets([{ clase, atencion: 5_123_401, filas: drawSet(clase, semilla) }], semilla, 'actual'))
    .secciones[0]!

function seen(bytes: Buffer) {
  const libro = readLibro(bytes)
  if ('error' in libro) throw new Error(libro.error)
  return libro
}

/** The failed checks, by name and element. */
function failed(review: (anota: ReturnType<typeof createControles>['anota']) => void): string[] {
  const { controles, anota } = createControles()
  review(anota)
  return controles.filter(({ conforme }) => !conforme).map(({ control, dato }) => `${control} ${dato}`)
}

/** Documents of a set as the ledger has them, with the amounts of their cases. */
function emitidos(clase: Clase, semilla: string) {
  const { casos } = drawSet(clase, semilla)
  return casos.map((caso, i) => ({
    ...{ caso: i + 1, tipoDte: caso.tipo, folio: 10 + i, fecha: FECHA, periodo: PERIODO },
    ...{ rutReceptor: RECEPTOR.rut, razonSocial: 'X', indTraslado: caso.traslado?.indTraslado ?? 1 },
    ...expectedOf(casos, caso),
  }))
}

const compras = (clase: Clase, semilla: string) => {
  const { libro, dudas } = computeLibroCompras(seccionOf(clase, semilla), { fecha: FECHA })
  expect(dudas).toEqual([])
  return buildLibroCompraVenta(CARATULA, libro!, FIRMA)
}

describe('the review of a book (simulator §23.3)', () => {
  test('of purchases finds nothing in what the text asks for', async () => {
    for (const clase of ['libro_compras', 'libro_compras_exentos'] as const)
      for (const semilla of ['a', 'b', 'c', 'd']) {
        const filas = drawSet(clase, semilla)
        const visto = seen(await compras(clase, semilla))
        const esperado = computeCompras(filas.compras, filas.factor)
        expect(failed((anota) => reviewLibro(anota, 'COMPRA', null, esperado, visto))).toEqual([])
      }
  })

  test('of sales and of guides finds nothing in the documents of the set', async () => {
    const basico = emitidos('basico', 'a')
    const ventas = seen(await buildLibroCompraVenta(CARATULA, computeLibroVentas(basico), FIRMA))
    const { libro } = ventasOf(basico)
    expect(failed((anota) => reviewLibro(anota, 'VENTA', PERIODO, libro, ventas))).toEqual([])
    const guia = emitidos('guia', 'a')
    const own = computeLibroGuias(guia, seccionOf('libro_guias', 'a')).libro!
    const guias = seen(await buildLibroGuia(CARATULA, own, FIRMA))
    expect(failed((anota) => reviewLibroGuias(anota, PERIODO, guiasOf(guia).libro, guias))).toEqual([])
  })

  test('names the row and the element that is another, the month, and a row too many', async () => {
    const { compras: filas, factor } = drawSet('libro_compras', 'a')
    const visto = seen(await compras('libro_compras', 'a'))
    const esperado = computeCompras(filas, factor)
    const [primera] = filas
    const changed = structuredClone(visto)
    changed.detalle[0]!.MntIVA = '1'
    expect(failed((anota) => reviewLibro(anota, 'COMPRA', null, esperado, changed))).toEqual([
      `detalle ${primera!.tipo}-${primera!.folio} MntIVA`,
    ])
    expect(failed((anota) => reviewLibro(anota, 'COMPRA', '2026-10', esperado, visto))).toEqual([
      'caratula PeriodoTributario',
    ])
    const more = { ...visto, resumen: [...visto.resumen, { TpoDoc: '52', TotDoc: '3' }] }
    expect(failed((anota) => reviewLibro(anota, 'COMPRA', null, esperado, more))).toEqual([
      'resumen_lineas null',
    ])
    const moved = structuredClone(visto)
    moved.detalle[0]!.IVAUsoComun = '5'
    expect(failed((anota) => reviewLibro(anota, 'COMPRA', null, esperado, moved))).toHaveLength(1)
  })

  /** Each datum of a book spoilt in turn, and the checks that found it. */
  function spoilt(libro: ReturnType<typeof seen>, review: (changed: typeof libro) => string[]) {
    const found: [where: string, checks: string[]][] = []
    for (const part of ['detalle', 'resumen'] as const)
      for (const [i, row] of libro[part].entries())
        for (const [name, value] of Object.entries(row)) {
          if (typeof value !== 'string') continue
          const changed = structuredClone(libro)
          Object.assign(changed[part][i]!, {
            [name]: /^-?[\d.]+$/.test(value) ? String(Number(value) + 1) : `${value}x`,
          })
          found.push([`${part} ${name}`, review(changed)])
        }
    return found
  }

  /**
   * No set tells whose a document is, when it was, its rate, and the amounts of a guide that was annulled.
   * Factor and number of common use are held against their sums when the book comes in (simulator §23.2).
   */
  const NO_DICHOS = [
    ...['detalle FchDoc', 'detalle IVA', 'detalle MntNeto', 'detalle MntTotal', 'detalle RUTDoc'],
    ...['detalle RznSoc', 'detalle TasaImp', 'resumen FctProp', 'resumen TotOpIVAUsoComun'],
  ]
  /** It tells one row from the others: another value is another row. */
  const CLAVES = /^(detalle|resumen) (TpoDoc|NroDoc|Folio)$/

  test('of all three books finds each datum that is changed by the one check that names it', async () => {
    const { compras: filas, factor } = drawSet('libro_compras', 'a')
    const esperado = computeCompras(filas, factor)
    const basico = emitidos('basico', 'a')
    const guia = emitidos('guia', 'a')
    const own = computeLibroGuias(guia, seccionOf('libro_guias', 'a')).libro!
    const all = [
      ...spoilt(seen(await compras('libro_compras', 'a')), (libro) =>
        failed((anota) => reviewLibro(anota, 'COMPRA', null, esperado, libro)),
      ),
      ...spoilt(seen(await buildLibroCompraVenta(CARATULA, computeLibroVentas(basico), FIRMA)), (libro) =>
        failed((anota) => reviewLibro(anota, 'VENTA', PERIODO, ventasOf(basico).libro, libro)),
      ),
      ...spoilt(seen(await buildLibroGuia(CARATULA, own, FIRMA)), (libro) =>
        failed((anota) => reviewLibroGuias(anota, PERIODO, guiasOf(guia).libro, libro)),
      ),
    ]
    const missed = new Set(all.flatMap(([where, checks]) => (checks.length ? [] : [where])))
    expect([...missed].toSorted()).toEqual(NO_DICHOS)
    for (const [where, checks] of all)
      if (CLAVES.test(where)) expect([where, checks]).toEqual([where, [expect.stringMatching(/ null$/)]])
      else if (checks.length)
        expect([where, checks]).toEqual([where, [expect.stringContaining(where.split(' ')[1]!)]])
  })
})
