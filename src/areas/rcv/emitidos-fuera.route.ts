// GET /v1/rcv/emitidos-fuera: own documents that the register has and that were not issued here, for a note to be about one.

import { type Static, Type } from '@sinclair/typebox'
import { pauses } from '../../base/turn'
import type { Titular } from '../../domain/titular'
import { newArea } from '../../http/area'
import { readNumbers } from '../../http/comma-list'
import { Datos, Exact } from '../../http/envelope'
import { queryInteger } from '../../http/paging'
import { readAll } from '../../http/read-all'
import { Legible } from '../../http/rule'
import { FILTROS, LECTORES } from './consulta'
import type { RcvDeps } from './deps'
import { Fila, toJson } from './fila-json'
import type { Documento } from './lista'

/** Read months that are looked through, the newest first. */
const MESES = 24
const LIMITE = 8
const LIMITE_MAX = 50

export const emitidosFueraRoute = ({ credential, rcv: { periodos, lista, saldoDe } }: RcvDeps) => {
  async function find(titular: Titular, q: string, tipos: readonly number[] | null, limite: number) {
    const pause = pauses()
    const found: Documento[] = []
    for (const { periodo } of periodos.list(titular, MESES, 0)) {
      // One more than asked for tells whether there are others.
      found.push(...lista.emitidosFuera(titular, periodo, q, tipos, limite + 1 - found.length))
      if (found.length > limite) break
      await pause()
    }
    return found
  }

  return newArea(credential).get(
    '/v1/rcv/emitidos-fuera',
    async ({ tenant, query }) => {
      const limite = Number(query.limite ?? LIMITE)
      const [tipos] = readAll(() => (query.tipo_dte ? readNumbers('tipo_dte', query.tipo_dte) : null))
      const found = await find(tenant, query.q, tipos, limite)
      const documentos = found
        .slice(0, limite)
        .map((one): Static<typeof Fila> => toJson(one, saldoDe(one), null, null, null))
      return { ok: true as const, data: { documentos, quedan: found.length > limite } }
    },
    {
      permission: 'rcv:leer',
      query: Exact({
        q: Legible(LECTORES.q, { description: FILTROS.q, minLength: 1 }),
        tipo_dte: Type.Optional(Legible(LECTORES.tipo_dte, { description: FILTROS.tipo_dte })),
        limite: Type.Optional(queryInteger(1, LIMITE_MAX, `${LIMITE} si se omite.`, LIMITE)),
      }),
      response: Datos(
        Exact({
          documentos: Type.Array(Fila, { description: 'Los más nuevos primero.' }),
          quedan: Type.Boolean({ description: 'Hay más que los dichos: acote la búsqueda.' }),
        }),
      ),
      detail: {
        tags: ['RCV'],
        summary: 'Documentos propios que el registro tiene y no se emitieron aquí',
        description: `Se busca en los últimos ${MESES} meses leídos. Una nota puede ser sobre uno de ellos: se revisa con lo que el registro dice de él y se acepta con la advertencia \`REFERENCE_NOT_VERIFIED\`, con su \`tipo_dte\`, \`folio\` y \`fecha_emision\` en \`referencias\`.`,
      },
    },
  )
}
