// The state page of the simulated SII, read for one set (simulator §23.5).

import type { ClaseSet } from '../../domain/certificacion/set'
import type { DataOf } from '../api/client'
import type { SetCamino } from './camino'

export const NOMBRE_CLASE: Readonly<Record<ClaseSet, string>> = {
  basico: 'Básico: facturas y notas',
  exenta: 'Factura exenta',
  guia: 'Guía de despacho',
  compra: 'Factura de compra',
  liquidacion: 'Liquidación factura',
  exportacion_1: 'Exportación (1)',
  exportacion_2: 'Exportación (2)',
  libro_ventas: 'Libro de ventas',
  libro_compras: 'Libro de compras',
  libro_compras_exentos: 'Libro de compras para exentos',
  libro_guias: 'Libro de guías',
  boleta: 'Boletas',
}

type Pagina = Pick<DataOf<'GET /simulador/certificacion/avance'>, 'sets' | 'simulacion'>

/** The verdict on the envelope of a set; null while there is none, `sin_declarar` where nobody declared it there. */
export function resultOf(
  { sets, simulacion }: Pagina,
  {
    clase,
    atencion,
    intento,
  }: Pick<SetCamino, 'clase' | 'atencion'> & {
    intento: { track_id: string | null } | null
  },
): 'SOK' | 'SRH' | 'sin_declarar' | null {
  const row =
    clase === 'simulacion'
      ? simulacion
      : sets.find((one) => one.clase === clase && String(one.atencion ?? '') === (atencion ?? ''))
  // An earlier envelope's is no verdict on this one.
  if (!row || row.track_id !== intento?.track_id || row.estado === 'POR REALIZAR') return 'sin_declarar'
  if (row.estado === 'REVISADO CONFORME') return 'SOK'
  return row.estado === 'ENVIO CON ERRORES O REPAROS' ? 'SRH' : null
}
