// The body of POST /v1/dte/guias/facturar (http §5): which guides, and what their invoice says beyond them.

import { AMBIENTES } from '../../ambiente'
import { daysBetween } from '../../fecha'
import type { Dte } from '../dte'
import { FACTURA, FACTURA_EXENTA, filaDe, type TipoFactura } from '../tipos'
import { lectoresDeBloques } from './bloques'
import { booleano, entero, fecha, opcion, texto, textoImpreso } from './lectores'
import type { Lectura } from './lectura'
import { lista, objeto } from './objeto'
import { campo, impresion, pagos } from './read-solicitud'
import type { Solicitud } from './solicitud'

/** Most guides of one invoice: more than a month of a busy day's trips. */
const GUIAS_MAX = 1000

/** A request for an invoice of guides. */
export interface PedidoFactura {
  folios: number[]
  /** By default what the guides are: a factura, or an exempt one when nothing in them is affected. */
  tipoDte?: TipoFactura
  agruparLineas: boolean
  solicitud: Pick<
    Solicitud,
    | 'fechaEmision'
    | 'fechaVencimiento'
    | 'formaPago'
    | 'pagos'
    | 'referencias'
    | 'impresion'
    | 'observaciones'
    | 'referenciaExterna'
  >
}

const read = objeto<
  PedidoFactura['solicitud'] & { guias?: number[]; tipoDte?: TipoFactura; agruparLineas?: boolean }
>([
  campo(
    'guias',
    'guias',
    lista(entero({ desde: 1, hasta: 9_999_999_999 }), { min: 1, max: GUIAS_MAX }),
    true,
  ),
  campo('tipo_dte', 'tipoDte', entero({ valores: [FACTURA, FACTURA_EXENTA] })),
  campo('agrupar_lineas', 'agruparLineas', booleano),
  campo('fecha_emision', 'fechaEmision', fecha),
  campo('fecha_vencimiento', 'fechaVencimiento', fecha),
  campo('forma_pago', 'formaPago', entero({ valores: [1, 2, 3] })),
  campo('pagos', 'pagos', pagos),
  campo('referencias', 'referencias', lectoresDeBloques(FACTURA).referencias),
  campo('impresion', 'impresion', impresion),
  campo('observaciones', 'observaciones', textoImpreso(1000)),
  campo('referencia_externa', 'referenciaExterna', texto(100)),
  campo('ambiente', 'ambiente', opcion(AMBIENTES)),
])

/** Reads the body; undefined, every fault noted, when it cannot be used. */
export function readPedidoFactura(body: unknown, l: Lectura): PedidoFactura | undefined {
  const value = read(body, '', l)
  const { guias = [], tipoDte, agruparLineas = false, ...solicitud } = value ?? {}
  const seen = new Set<number>()
  for (const [i, folio] of guias.entries()) {
    if (seen.size === seen.add(folio).size)
      l.fault(`guias[${i}]`, 'repetido', `guias[${i}] repite la guía ${folio}`)
  }
  for (const [i, { tipoDocumento, rutOtro }] of (solicitud.referencias ?? []).entries()) {
    // Its amounts would not be among those of the invoice, and nothing would keep it from being invoiced again.
    if (!filaDe(tipoDocumento)?.guia || rutOtro) continue
    const at = `referencias[${i}].tipo_documento`
    l.fault(at, 'guia', `${at}: la guía que se factura va en guias, no en referencias`)
  }
  if (l.faults.length) return undefined
  return { folios: guias, ...(tipoDte && { tipoDte }), agruparLineas, solicitud }
}

/** Warns of dates that the law does not foresee: DL 825 art. 55 has the sales of a month invoiced with a date of it. */
export function warnFechas(guias: readonly Dte[], fechaEmision: string, l: Lectura): void {
  const dates = guias.map(({ idDoc }) => idDoc.fechaEmision).sort()
  const [first, last] = [dates[0]!, dates.at(-1)!]
  if (daysBetween(fechaEmision, last) > 0) {
    l.warn('GUIDE_LATER', 'fecha_emision', `La factura es anterior a una de sus guías, del ${last}`)
  }
  if (first.slice(0, 7) < fechaEmision.slice(0, 7)) {
    const mensaje = `Hay guías del ${first}: las de un mes se facturan con fecha de ese mes, hasta el día 10 del siguiente`
    l.warn('GUIDE_PERIOD_CLOSED', 'fecha_emision', mensaje)
  }
}

/** The guides of an invoice in words, runs of folios as `201 a 220`; cut to how many they are where there is no room. */
export function glosaDeFolios(folios: readonly number[], max = Number.POSITIVE_INFINITY): string {
  const sorted = folios.toSorted((a, b) => a - b)
  const runs: [from: number, to: number][] = []
  for (const folio of sorted) {
    const last = runs.at(-1)
    if (last && last[1] + 1 === folio) last[1] = folio
    else runs.push([folio, folio])
  }
  const words = runs.map(([from, to]) => (from === to ? `${from}` : `${from} a ${to}`))
  const all = `Guías de despacho ${words.join(', ')}`
  return all.length <= max
    ? all
    : `${folios.length} guías de despacho, de la ${sorted[0]} a la ${sorted.at(-1)}`
}
