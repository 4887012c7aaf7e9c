// A slice of the register as the SII's page gives it, to the byte (domain/rcv §2).

import { eq } from 'drizzle-orm'
import { invalidParameter } from '../../domain/errors'
import type { Forma } from '../../domain/rcv/columnas'
import { formaOf } from '../../domain/rcv/columnas'
import { writeCabecera, writeNumerado } from '../../domain/rcv/write'
import { streamOf } from '../../http/pieces'
import type { Tenant } from '../../http/tenant'
import type { Store } from '../../store/store'
import { empresa } from '../../store/tables/empresa'
import { type Filtros, readEstados, readLado } from './consulta'
import type { Documento, Lista } from './lista'

/** Rows of one turn. */
const STEP = 250

/** The file that is asked for. Throws INVALID_PARAMETER when it is none, or several. */
export function readForma({ tipo, estado }: Filtros): Forma {
  if (!tipo) throw invalidParameter('tipo', 'requerido', 'Falta: un archivo es de compras o de ventas')
  const lado = readLado(tipo)
  const estados = estado ? readEstados(estado) : []
  if (lado === 'compra' && estados.length !== 1)
    throw invalidParameter('estado', 'requerido', 'Debe ser uno: cada estado de las compras es un archivo')
  if (lado === 'venta' && estados.some((one) => one !== 'REGISTRO'))
    throw invalidParameter('estado', 'valor', 'Las ventas tienen un solo estado, REGISTRO')
  return formaOf(lado, lado === 'venta' ? 'REGISTRO' : estados[0]!)
}

/**
 * `entero`: the slice was read whole and no filter takes from it. The file itself has no place to say so, being the page's own: its
 * name and a header do.
 */
export function csvRegistro(
  { db, lista }: Pick<Store, 'db'> & { lista: Lista },
  tenant: Tenant,
  periodo: string,
  filtros: Filtros,
  forma: Forma,
  entero: boolean,
): Response {
  const encoder = new TextEncoder()
  const { lado, estado } = forma
  const only = { ...filtros, tipo: lado, estado }
  async function* pieces(first: Documento[]): AsyncGenerator<Uint8Array, void, undefined> {
    let place = 0
    // Read without its own number it has that of its place.
    const line = (row: Documento): string => {
      place++
      return writeNumerado(forma, row, row.nro ?? place)
    }
    yield encoder.encode(writeCabecera(forma))
    for (let rows = first; rows.length; rows = lista.inFile(tenant, periodo, only, rows.at(-1)!, STEP))
      yield encoder.encode(rows.map(line).join(''))
  }
  const { rut } = db.select({ rut: empresa.rut }).from(empresa).where(eq(empresa.id, tenant.empresaId)).get()!
  const libro = lado === 'venta' ? 'VENTA' : `COMPRA_${estado}`
  // The first rows are read before the answer begins: what is wrong with a filter is still refused.
  return new Response(streamOf(pieces(lista.inFile(tenant, periodo, only, null, STEP))), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="RCV_${libro}_${rut}_${periodo}${entero ? '' : '_PARCIAL'}.csv"`,
      'x-registro': entero ? 'completo' : 'parcial',
    },
  })
}
