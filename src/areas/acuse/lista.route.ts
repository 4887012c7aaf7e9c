// GET /v1/dte/acuse/pendientes and /v1/dte/acuse (http §27.4).

import { Type } from '@sinclair/typebox'
import { and, eq, sql } from 'drizzle-orm'
import { ACCIONES_ACUSE } from '../../domain/acuse'
import { invalidParameter } from '../../domain/errors'
import { chileMidnight, isDate, parseInstante } from '../../domain/fecha'
import { parseRut } from '../../domain/rut'
import { rutQuery } from '../../http/alias'
import { newArea } from '../../http/area'
import { Exact, Lista, OneOf } from '../../http/envelope'
import { answerList, listQuery } from '../../http/listing'
import { newestOf, type RowOf, schemasOf } from '../../http/newest'
import { readPage } from '../../http/paging'
import { readAll } from '../../http/read-all'
import { Legible } from '../../http/rule'
import { spanQuery } from '../../http/span'
import { acuse as registrado } from '../../store/tables/acuse'
import { PendienteJson, REGISTRADO } from './acuse-json'
import { type AcuseDeps, BASE } from './deps'
import { type PendienteRow, pendienteToJson } from './pendiente'

const tags = ['Acuse']
const PENDIENTES = {
  words: ({ rut, razon_social, folio }: PendienteRow) => [rut, razon_social, folio],
  instante: ({ fecha_recepcion }: PendienteRow) => fecha_recepcion,
  orden: 'vence_el',
}
const REGISTRADOS = {
  words: ({ rut_emisor, folio, accion, comentario }: RowOf<typeof REGISTRADO>) => [
    rut_emisor,
    folio,
    accion,
    comentario,
  ],
  rut: ({ rut_emisor }: RowOf<typeof REGISTRADO>) => rut_emisor,
  orden: '-registrado_en',
}

/** Throws INVALID_PARAMETER. */
function readBefore(text: string | undefined): Date | null {
  if (text === undefined || text === '') return null
  const at = isDate(text) ? chileMidnight(text) : parseInstante(text)
  if (at) return at
  throw invalidParameter('vence_antes', 'fecha', 'Debe ser una fecha o un instante ISO 8601')
}

/** Throws INVALID_PARAMETER. */
function readRut(text: string | undefined): string | null {
  if (text === undefined || text === '') return null
  const rut = parseRut(text)
  if (rut) return rut
  throw invalidParameter('rut', 'rut', 'No es un RUT válido')
}

export const listaAcuseRoute = ({ credential, store, clock, acuse: { listas } }: AcuseDeps) =>
  newArea(credential)
    .get(
      `${BASE}/pendientes`,
      ({ tenant, query, request }) => {
        const now = clock()
        const [, until, rut] = readAll(
          () => readPage(query),
          () => readBefore(query.vence_antes),
          () => readRut(query.rut),
        )
        const back = query.orden === '-vence_el'
        const { orden: _, ...place } = query
        return answerList(
          { query: place, request },
          PENDIENTES,
          listas.pendientes(tenant, { now, until, rut, back }),
          (row) => pendienteToJson(row, now),
        )
      },
      {
        permission: 'rcv:leer',
        query: Exact({
          ...listQuery('el RUT, la razón social o el folio', PENDIENTES.orden),
          ...spanQuery('Recibidos por el SII'),
          vence_antes: Type.Optional(
            Legible(readBefore, {
              description: 'Una fecha de Chile o un instante ISO 8601, excluidos.',
              examples: ['2026-11-22'],
            }),
          ),
          rut: Type.Optional(Legible(readRut, { description: 'Del emisor.' })),
          orden: Type.Optional(
            OneOf(
              { vence_el: 'primero lo que vence antes', '-vence_el': 'primero lo que vence después' },
              { description: '`vence_el` si se omite.' },
            ),
          ),
        }),
        response: Lista(PendienteJson),
        detail: {
          tags,
          summary: 'Los documentos recibidos que esperan aceptación o reclamo',
          description:
            'Los que el registro de compras tiene pendientes, y los recibidos aquí con timbre válido que el registro aún no trae, cuyo plazo de 192 horas corre; sin lo pagado al contado ni lo que ya se registró. De los segundos el plazo se cuenta desde el correo que los trajo (`plazo_estimado`) mientras nadie pregunte al SII; uno que no llegó por correo se cuenta recién entonces.',
        },
      },
    )
    .get(
      BASE,
      ({ tenant, query, request }) => {
        const where = and(
          eq(registrado.empresaId, tenant.empresaId),
          eq(registrado.ambiente, tenant.ambiente),
          // In the words of the index that holds these alone; one registered before by somebody else is none of ours.
          sql`${registrado.estado} = 'registrado'`,
          eq(registrado.codigoSii, '0'),
          query.accion ? eq(registrado.accion, query.accion) : undefined,
        )
        const source = newestOf(store.db, REGISTRADO, ['registrado_en', 'id'], where, query)
        return answerList({ query, request }, REGISTRADOS, source, (row) => row)
      },
      {
        permission: 'rcv:leer',
        query: Exact({
          ...listQuery('el RUT, el folio, la acción o el comentario', REGISTRADOS.orden),
          ...rutQuery('Del emisor.'),
          ...spanQuery('Registrados'),
          accion: Type.Optional(OneOf(ACCIONES_ACUSE, { 'x-nombre': 'AccionAcuse' })),
        }),
        response: Lista(Exact(schemasOf(REGISTRADO))),
        detail: { tags, summary: 'Lo que se aceptó o reclamó desde aquí, lo último primero' },
      },
    )
