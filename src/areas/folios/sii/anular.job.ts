// folios.anular: annuls folios at the SII (areas/folios §3). Where one was received the SII refuses all that it was asked with, so they are
// halved, down to single folios.

import type { Clock } from '../../../base/clock'
import { joinTramos, type Tramo } from '../../../domain/folios/tramos'
import type { Titular } from '../../../domain/titular'
import type { Audit } from '../../../http/audit'
import {
  annulFolios,
  type FoliosSession,
  findGranted,
  type Otorgado,
  type RespuestaAnulacion,
} from '../../../sii/folios'
import type { Store } from '../../../store/store'
import type { Eventos } from '../../eventos'
import type { TrabajoContext, Trabajos } from '../../trabajos'
import { type PortalFolios, useFolios } from './deps'
import type { OutOfUse } from './out-of-use'
import { prepareAnulaciones, type TramoRow } from './statements'

export const ANULAR = 'folios.anular'

export interface ArgsAnulacion {
  id: string
  tipo_dte: number
  desde: number
  hasta: number
  motivo: string
}

/** The pages are held for so long at a time: whoever else asks about folios with the same session waits for them. */
const TURNO_MS = 20_000
/** The most refused folios in one event. */
const REHUSADOS_MAX = 100

interface Deps extends PortalFolios {
  store: Pick<Store, 'client'>
  clock: Clock
  outOfUse: OutOfUse
  emisorOf(empresaId: string): { rut: string }
  eventos: Pick<Eventos, 'emit'>
  audit: Audit
  trabajos: Pick<Trabajos, 'define'>
}

const resultOf = (id: string, tramos: readonly TramoRow[]) => {
  const of = (estado: TramoRow['estado']) => tramos.filter((one) => one.estado === estado)
  const anulados = joinTramos(of('anulado').map(({ desde, hasta }): Tramo => [desde, hasta]))
  const rehusados = of('rehusado').map(({ desde, glosa }) => ({ folio: desde, glosa: glosa ?? '' }))
  const estado = !rehusados.length ? 'anulado' : anulados.length ? 'parcial' : 'rehusado'
  return { id, estado, anulados, rehusados } as const
}

/** In folios: those that the SII has answered of all that are asked about. */
function progresoOf(tramos: readonly TramoRow[], { desde, hasta }: { desde: number; hasta: number }) {
  const count = (some: readonly TramoRow[]) => some.reduce((sum, one) => sum + one.hasta - one.desde + 1, 0)
  const done = tramos.filter(({ estado }) => estado === 'anulado' || estado === 'rehusado')
  return { paso: `folios ${desde} a ${hasta}`, hechos: count(done), total: count(tramos) }
}

export function anularJob(deps: Deps) {
  const { clock, outOfUse, emisorOf, eventos, audit, trabajos, accesoOf } = deps
  const sql = prepareAnulaciones(deps.store.client)

  /** Settles a piece by its answer. In a transaction. */
  function settle(piece: TramoRow, { resultado, glosa }: RespuestaAnulacion): void {
    const { job_id: jobId, caf_id: cafId, desde, hasta } = piece
    const single = desde === hasta
    // In a refusal of several folios, one may have been annulled before: asked one by one, each tells of
    // itself.
    if (resultado === 'anulado' || (resultado === 'antes' && single)) {
      sql.annul.run(clock().toISOString(), jobId, desde)
      outOfUse.settle(cafId, desde, hasta, 'anulado')
    } else if (single) {
      sql.refuse.run(glosa, jobId, desde)
      outOfUse.settle(cafId, desde, hasta, 'emitido_fuera')
    } else {
      const middle = Math.floor((desde + hasta) / 2)
      sql.shorten.run(middle, jobId, desde)
      sql.insert.run({ jobId, cafId, desde: middle + 1, hasta })
    }
  }

  /** Whether everything was answered; false where the run makes way. */
  async function annul(
    session: FoliosSession,
    jobId: string,
    motivo: string,
    ctx: TrabajoContext,
  ): Promise<boolean> {
    const began = clock().getTime()
    const granted = new Map<string, Otorgado>()
    for (let first = true; ; first = false) {
      const piece = sql.next.get(jobId)
      if (!piece) return true
      if (!first && (ctx.shouldYield() || clock().getTime() - began > TURNO_MS)) return false
      const { desde, hasta, caf_id } = piece
      const otorgado = granted.get(caf_id) ?? (await findGranted(session, piece))
      granted.set(caf_id, otorgado)
      const progresoNow = () => progresoOf(sql.all.all(jobId), { desde, hasta })
      const before = () => ctx.progress(progresoNow(), () => void sql.ask.run(jobId, desde))
      const answer = await annulFolios(session, otorgado, { desde, hasta }, motivo, before)
      deps.store.client
        .transaction(() => {
          settle(piece, answer)
          ctx.progress(progresoNow())
        })
        .immediate()
    }
  }

  function write(
    titular: Titular,
    args: ArgsAnulacion,
    result: ReturnType<typeof resultOf>,
    ctx: TrabajoContext,
  ): void {
    const { empresaId, ambiente } = titular
    const { id, tipo_dte, desde, hasta } = args
    const { estado, anulados, rehusados } = result
    audit(
      ctx.actor,
      () => {},
      () => ({ accion: 'folios.anulados', objeto: id, detalle: { tipo_dte, desde, hasta, estado } }),
    )
    if (!anulados.length) return
    const told = rehusados.slice(0, REHUSADOS_MAX)
    const data = () => ({ empresa_id: empresaId, ambiente, tipo_dte, desde, hasta, rehusados: told })
    eventos.emit({ empresaId, ambiente }, [{ evento: 'folios.anulados', data }])
  }

  return trabajos.define<ArgsAnulacion>({
    tipo: ANULAR,
    operacion: 'anulacion_folios',
    outlives: true,
    async run({ id: jobId, empresaId, ambiente, args }, ctx) {
      const titular = { empresaId, ambiente }
      if (sql.next.get(jobId)) {
        const acceso = accesoOf(titular, 'folios', ctx.como)
        const about = { rut: emisorOf(empresaId).rut, tipoDte: args.tipo_dte, pay: ctx.charge }
        const done = await useFolios(deps, acceso, about, (session) =>
          annul(session, jobId, args.motivo, ctx),
        )
        if (!done) return { again: true }
      }
      const result = resultOf(args.id, sql.all.all(jobId))
      return { result, write: () => write(titular, args, result, ctx) }
    },
  })
}
