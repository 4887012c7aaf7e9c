// Further matters of one company that wait for a person: stopped operations at the SII, and unanswered
// received documents.

import { and, count, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import type { Permiso } from '../../domain/permisos'
import { type TipoTrabajo, TRABAJOS } from '../../domain/trabajos'
import type { Tenant } from '../../http/tenant'
import type { Db } from '../../store/store'
import { bte } from '../../store/tables/bte'
import { buzon } from '../../store/tables/buzon'
import { job } from '../../store/tables/job'
import type { Listas } from '../acuse'
import type { Asunto } from './resumen.schema'

/** Before the end of its eight days at which a purchase is told; as long before, the event is (http §27.4). */
const HORAS_POR_VENCER = 72
const HORA_MS = 3_600_000

type View = Pick<Tenant, 'empresaId' | 'ambiente' | 'permisos'>

type Area = TipoTrabajo extends infer Tipo extends string
  ? Tipo extends `${infer A}.${string}`
    ? A
    : never
  : never

const RECIBIDOS = { base: '/v1/recibidos', leer: 'recibidos:leer' } as const

/** Where the operations of an area are listed, and who may read them. */
const BASES: Readonly<
  Record<Area | 'bte' | 'buzon' | 'intercambio' | 'clientes' | 'compra_int', { base: string; leer: Permiso }>
> = {
  rcv: { base: '/v1/rcv', leer: 'rcv:leer' },
  acuse: { base: '/v1/dte/acuse', leer: 'rcv:leer' },
  rcof: { base: '/v1/dte/rcof', leer: 'dte:leer' },
  folios: { base: '/v1/dte/folios', leer: 'folios:leer' },
  bte: { base: '/v1/bte', leer: 'bte:leer' },
  buzon: RECIBIDOS,
  intercambio: RECIBIDOS,
  clientes: { base: '/v1/clientes', leer: 'clientes:leer' },
  compra_int: { base: '/v1/compras-internacionales', leer: 'compras_int:leer' },
  historia: { base: '/v1/historia', leer: 'dte:leer' },
}

const baseOf = (tipo: string) => BASES[tipo.slice(0, tipo.indexOf('.')) as Area]

export type Operaciones = ReturnType<typeof createOperaciones>

export function createOperaciones({
  db,
  clock,
  listas,
}: {
  db: Db
  clock: Clock
  listas: Pick<Listas, 'pendientes'>
}) {
  // Prepared: a summary asks of every company of the account.
  const detenidas = db
    .select({ tipo: job.kind, cantidad: count() })
    .from(job)
    .where(
      and(
        eq(job.empresaId, sql.placeholder('empresaId')),
        eq(job.ambiente, sql.placeholder('ambiente')),
        inArray(job.kind, Object.keys(TRABAJOS)),
        // In the words of the index of what is not completed.
        sql`${job.estado} <> 'completed'`,
        inArray(job.estado, ['failed', 'dlq']),
      ),
    )
    .groupBy(job.kind)
    .orderBy(job.kind)
    .prepare()

  const inciertas = db
    .select({ cantidad: count() })
    .from(bte)
    .where(
      and(
        eq(bte.empresaId, sql.placeholder('empresaId')),
        eq(bte.ambiente, sql.placeholder('ambiente')),
        // In the words of its index.
        sql`${bte.enviadaAt} IS NOT NULL AND ${bte.folio} IS NULL`,
        eq(bte.estado, 'incierta'),
      ),
    )
    .prepare()
  const apagado = db
    .select({ desde: buzon.apagadoEn, motivo: buzon.apagadoPor })
    .from(buzon)
    .where(
      and(
        eq(buzon.empresaId, sql.placeholder('empresaId')),
        eq(buzon.ambiente, sql.placeholder('ambiente')),
        isNotNull(buzon.apagadoEn),
      ),
    )
    .prepare()

  function ofTrabajos({ empresaId, ambiente, permisos }: View): Asunto[] {
    const byBase = new Map<string, { tipo: TipoTrabajo; cantidad: number }[]>()
    for (const { tipo, cantidad } of detenidas.all({ empresaId, ambiente })) {
      const { base, leer } = baseOf(tipo)
      if (!permisos.has(leer)) continue
      byBase.set(base, [...(byBase.get(base) ?? []), { tipo: tipo as TipoTrabajo, cantidad }])
    }
    return [...byBase].map(([base, tipos]) => ({
      asunto: 'operaciones_detenidas' as const,
      cantidad: tipos.reduce((sum, { cantidad }) => sum + cantidad, 0),
      tipos,
      enlace: `${base}/trabajos?estado=failed,dlq`,
    }))
  }

  function porVencer({ empresaId, ambiente, permisos }: View): Asunto[] {
    if (!permisos.has('rcv:leer')) return []
    const now = clock()
    const until = new Date(now.getTime() + HORAS_POR_VENCER * HORA_MS)
    const waiting = (until: Date | null) =>
      listas.pendientes({ empresaId, ambiente }, { now, until, rut: null, back: false })
    const soon = waiting(until)
    const [first] = soon.rows(1, 0)
    if (!first) return []
    return [
      {
        asunto: 'acuses_por_vencer',
        cantidad: soon.total(),
        // All that wait, as their own list counts them.
        pendientes: waiting(null).total(),
        vence_el: first.vence.toISOString().replace('.000Z', 'Z'),
        enlace: `/v1/dte/acuse/pendientes?vence_antes=${until.toISOString()}`,
      },
    ]
  }

  function ofBte({ empresaId, ambiente, permisos }: View): Asunto[] {
    const cantidad = permisos.has('bte:leer') ? inciertas.get({ empresaId, ambiente })!.cantidad : 0
    return cantidad ? [{ asunto: 'boletas_inciertas', cantidad, enlace: '/v1/bte?estado=incierta' }] : []
  }

  function ofBuzon({ empresaId, ambiente, permisos }: View): Asunto[] {
    const off = permisos.has('recibidos:leer') ? apagado.get({ empresaId, ambiente }) : undefined
    if (!off?.desde) return []
    const enlace = '/v1/recibidos/mensajes'
    return [{ asunto: 'buzon_apagado', desde: off.desde, motivo: off.motivo, enlace }]
  }

  return {
    /** The operations that no longer go on alone. */
    stopped: (view: View): Asunto[] => [...ofTrabajos(view), ...ofBte(view), ...ofBuzon(view)],
    porVencer,
  }
}
