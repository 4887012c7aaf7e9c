// folios.solicitar: asks the SII for folios, once (areas/folios §1).

import type { Clock } from '../../../base/clock'
import type { TipoDte } from '../../../domain/dte/tipos'
import { AppError } from '../../../domain/errors'
import { chileDate } from '../../../domain/fecha'
import { PASOS_SOLICITUD, type PasoSolicitud } from '../../../domain/folios/solicitud'
import type { Titular } from '../../../domain/titular'
import type { Audit } from '../../../http/audit'
import { rehusadoOf } from '../../../sii'
import {
  downloadFolios,
  type FoliosSession,
  type Marcas,
  RangoOtorgado,
  requestFolios,
} from '../../../sii/folios'
import type { Store } from '../../../store/store'
import type { Eventos } from '../../eventos'
import type { Fin, TrabajoContext, Trabajos } from '../../trabajos'
import type { Alertas } from '../alertas'
import type { Forecasts } from '../forecasts'
import type { LoadCaf } from '../load-caf'
import { type PortalFolios, useFolios } from './deps'
import { type ArgsSolicitud, SOLICITAR } from './encargo'
import type { RequestCaf } from './mostrador'
import { prepareRangos, prepareSolicitudes, type SolicitudRow } from './statements'

/**
 * So long the SII may still be granting what was sent and never answered: twice the time that its answer is waited for. Only then does a
 * range that it does not list mean that it granted none.
 */
const GRACIA_MS = 60_000

export interface SolicitarDeps extends PortalFolios {
  store: Pick<Store, 'client'>
  clock: Clock
  folios: Pick<Forecasts, 'needsMore' | 'amountOf'> & { alertas: Alertas; load: LoadCaf }
  /** The RUT and name of a company, and whose it is. */
  emisorOf(empresaId: string): { rut: string; razonSocial: string; cuentaId: string }
  /** For companies of `simulacion` without a certificate. */
  requestCaf: RequestCaf
  eventos: Pick<Eventos, 'emit'>
  audit: Audit
  trabajos: Pick<Trabajos, 'define'>
}

interface Obtenido {
  desde: number
  hasta: number
  xml: Uint8Array
  max?: number
  /** Downloaded once more: another program may have it, and have used some. */
  deNuevo?: true
}

/** The result of a request; null throughout when no folios were wanting. */
export const resultOf = (row: Partial<SolicitudRow>, solicitada: number | 'max' | null) => ({
  desde: row.desde ?? null,
  hasta: row.hasta ?? null,
  cantidad: row.desde && row.hasta ? row.hasta - row.desde + 1 : 0,
  solicitada,
  max_autorizado: row.max_autorizado ?? null,
  sin_usar_sii: row.sin_usar ?? null,
  caf_id: row.caf_id ?? null,
})

const PASOS = Object.keys(PASOS_SOLICITUD)
const progreso = (paso: PasoSolicitud) => ({ paso, hechos: PASOS.indexOf(paso), total: PASOS.length - 1 })

export function solicitarJob(deps: SolicitarDeps) {
  const { clock, folios, emisorOf, eventos, audit, trabajos, accesoOf } = deps
  const { client } = deps.store
  const sql = prepareSolicitudes(client)
  const rangos = prepareRangos(client)

  /** The way in; null for the simulator's own desk. */
  function accessFor(titular: Titular, como: TrabajoContext['como']) {
    try {
      return accesoOf(titular, 'folios', como)
    } catch (fault) {
      const missing = fault instanceof AppError && fault.code === 'PORTAL_CREDENTIALS_MISSING'
      if (missing && titular.ambiente === 'simulacion') return null
      throw fault
    }
  }

  const marcasOf = (jobId: string, ctx: TrabajoContext): Marcas => ({
    confirm: (cantidad, oferta) =>
      ctx.progress(progreso('confirmada'), () => void sql.confirm.run({ jobId, cantidad, ...oferta })),
    grant: ({ desde, hasta }) =>
      ctx.progress(
        progreso('otorgada'),
        () => void sql.grant.run({ jobId, desde, hasta, at: clock().toISOString() }),
      ),
    answered: () => void sql.answered.run(jobId),
    granted: ({ desde, hasta }) =>
      ctx.progress(progreso('descargada'), () => void sql.granted.run({ jobId, desde, hasta })),
  })

  /** The folios granted to this job; null while the SII may still be granting them. */
  async function obtain(
    session: FoliosSession,
    jobId: string,
    wanted: number | 'max',
    ctx: TrabajoContext,
  ): Promise<Obtenido | null> {
    const marcas = marcasOf(jobId, ctx)
    const row = sql.get.get(jobId)!
    if (row.paso === 'otorgada' || row.paso === 'descargada') {
      const rango = { desde: row.desde!, hasta: row.hasta! }
      const xml = await downloadFolios(session, rango)
      if (xml) return { ...rango, xml, deNuevo: true }
      if (row.paso === 'descargada')
        throw new AppError(
          'SII_ERROR',
          `El SII otorgó los folios ${rango.desde} a ${rango.hasta} y aún no los muestra entre los otorgados`,
        )
      if (row.enviada_at !== null && clock().getTime() - Date.parse(row.enviada_at) < GRACIA_MS) return null
      sql.restart.run(jobId)
    }
    try {
      return await requestFolios(session, wanted, chileDate(clock()), marcas)
    } catch (fault) {
      if (!(fault instanceof RangoOtorgado)) throw fault
      const { rango, glosa } = fault
      const { empresa_id: empresaId, ambiente, tipo_dte: tipoDte } = row
      if (rangos.exact.get({ empresaId, ambiente, tipoDte, ...rango }) !== undefined)
        throw new AppError('SII_REFUSED', `El SII no otorgó folios nuevos: ${glosa}`, {
          detalles: [rehusadoOf('solicitud de folios', { codigo: null, glosa }, null)],
        })
      marcas.granted(rango)
      const xml = await downloadFolios(session, rango)
      if (!xml)
        throw new AppError('SII_ERROR', `El SII no muestra el rango que dice haber otorgado: ${glosa}`)
      return { ...rango, xml, deNuevo: true }
    }
  }

  /** In the ledger, and the request at its end: both or neither. */
  function load(
    titular: Titular,
    jobId: string,
    tipoDte: number,
    ctx: TrabajoContext,
    { xml, max, deNuevo, ...asked }: Obtenido,
  ) {
    audit(
      ctx.actor,
      () => {
        const key = { ...titular, tipoDte, ...asked }
        // Somebody may have fetched the file by hand meanwhile.
        const known = rangos.exact.get(key)
        const rango = known
          ? { id: known, ...asked }
          : folios.load(xml, titular, 'solicitud', deNuevo ? 'sii' : 'primero')
        if (rango.desde !== asked.desde || rango.hasta !== asked.hasta)
          throw new AppError(
            'SII_ERROR',
            `El SII entregó los folios ${rango.desde} a ${rango.hasta} en vez de ${asked.desde} a ${asked.hasta}`,
          )
        sql.load.run({ jobId, cafId: rango.id, desde: rango.desde, hasta: rango.hasta, max: max ?? null })
        return rango
      },
      ({ id, desde, hasta }) => ({
        accion: 'folios.solicitados',
        objeto: id,
        detalle: { tipo_dte: tipoDte, desde, hasta },
      }),
    )
  }

  /** Told at once: the job that stops has no transaction of its own for it. */
  const notifyRefused = client.transaction(
    ({ empresaId, ambiente }: Titular, tipoDte: number, fault: AppError) => {
      const { glosa = fault.message, solucion = null } = (fault.detalles?.[0] ?? {}) as {
        glosa?: string
        solucion?: string | null
      }
      folios.alertas.refused({ empresaId, ambiente }, tipoDte, clock())
      eventos.emit({ empresaId, ambiente }, [
        {
          evento: 'folios.rehusados',
          data: () => ({ empresa_id: empresaId, ambiente, tipo_dte: tipoDte, glosa, solucion }),
        },
      ])
    },
  )

  async function run(titular: Titular, id: string, args: ArgsSolicitud, ctx: TrabajoContext): Promise<Fin> {
    const { tipo_dte: tipoDte, cantidad } = args
    const row = sql.get.get(id)
    if (!row) throw new AppError('INVALID_STATE', 'La solicitud de folios se descartó')
    if (row.paso === 'cargada') return { result: resultOf(row, cantidad) }
    const fresh = row.paso === 'pedida' || row.paso === 'confirmada'
    if (
      cantidad === null &&
      fresh &&
      !(folios.alertas.get(titular, tipoDte).reposicionAutomatica && folios.needsMore(titular, tipoDte))
    )
      return { result: resultOf({}, null) }
    const wanted = cantidad ?? folios.amountOf(titular, tipoDte)
    const emisor = emisorOf(titular.empresaId)
    const acceso = accessFor(titular, ctx.como)
    const obtained = acceso
      ? await useFolios(deps, acceso, { rut: emisor.rut, tipoDte, pay: ctx.charge }, (session) =>
          obtain(session, id, wanted, ctx),
        )
      : await ctx.charge(() => deps.requestCaf({ ...emisor, tipoDte: tipoDte as TipoDte, cantidad: wanted }))
    if (!obtained)
      return { again: true, runAt: new Date(Date.parse(sql.get.get(id)!.enviada_at!) + GRACIA_MS) }
    load(titular, id, tipoDte, ctx, obtained)
    ctx.progress(progreso('cargada'))
    return { result: resultOf(sql.get.get(id)!, wanted) }
  }

  return trabajos.define<ArgsSolicitud>({
    tipo: SOLICITAR,
    operacion: 'solicitud_folios',
    async run({ id, empresaId, ambiente, args }, ctx) {
      const titular = { empresaId, ambiente }
      const own = {
        ...ctx,
        actor: args.cantidad === null ? { ...ctx.actor, nombre: 'reposición automática' } : ctx.actor,
      }
      try {
        return await run(titular, id, args, own)
      } catch (fault) {
        if (fault instanceof AppError && fault.code === 'SII_REFUSED')
          notifyRefused.immediate(titular, args.tipo_dte, fault)
        throw fault
      }
    },
    discarded: ({ id }) => void sql.forget.run(id),
    // Whatever amount it was refused for: the type has its folios now. A refill that found nothing to do brought none.
    supersedes: ({ id, empresaId, ambiente, args }) =>
      sql.get.get(id)?.paso === 'cargada'
        ? sql.refused.all({ empresaId, ambiente, tipoDte: args.tipo_dte })
        : [],
  })
}
