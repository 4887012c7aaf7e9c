// bte.emitir: issues a boleta de terceros, once (areas/bte §2). What was sent and not answered is looked for in the month, and never sent again.

import { mesesDe, type PedidoBte } from '../../domain/bte/boleta'
import { type Advertencia, AppError } from '../../domain/errors'
import { chileDate } from '../../domain/fecha'
import type { Titular } from '../../domain/titular'
import { type BteSession, draftBte, issueBte, RespuestaPerdida, readMonth } from '../../sii/bte'
import type { Fin, TrabajoContext } from '../trabajos'
import { monthsOf, stopped, titularOf } from './boletas'
import { bteToJson } from './bte-json'
import { countsFrom, NO_EMITIDA } from './mes'
import { type JobDeps, useBte } from './portal-bte'
import type { BteRow } from './statements'

export const EMITIR_BTE = 'bte.emitir'
export interface ArgsBte {
  id: string
  /** The warnings about the request's own text; absent in jobs from before them. */
  advertencias?: Advertencia[]
}

/** While another one like it is being looked for. */
const ESPERA_MS = 30_000
const PASOS = ['se lee el mes', 'se pide el borrador', 'se emite', 'emitida'] as const

/** Throws INVALID_STATE of one that a reading of the month stopped before it was sent (areas/bte §2). */
function holdStopped(row: BteRow): void {
  if (row.estado === 'fallida' && row.enviada_at === null) throw stopped(row)
}

const pedidoOf = (row: BteRow): PedidoBte => ({
  fecha: row.fecha,
  beneficiario: {
    ...{ rut: row.rut_beneficiario, nombre: row.nombre },
    ...{ direccion: row.direccion ?? '', comuna: row.comuna ?? '' },
  },
  servicios: JSON.parse(row.servicios!),
})

export function emitirBteJob(deps: JobDeps) {
  const { boletas, merge, clock, audit, accesoOf, rutOf } = deps

  const progress = (ctx: TrabajoContext, paso: (typeof PASOS)[number], write?: () => void): void =>
    ctx.progress({ paso, hechos: PASOS.indexOf(paso), total: PASOS.length - 1 }, write)

  async function read(session: BteSession, titular: Titular, meses: readonly string[]): Promise<void> {
    const at = clock()
    const filas = []
    for (const mes of meses) filas.push(...(await readMonth(session, mes)))
    await merge(titular, meses, filas, at)
  }

  /** From the beginning; nothing where an earlier attempt has come to the issuing page. */
  async function issue(session: BteSession, id: string, ctx: TrabajoContext): Promise<void> {
    const row = boletas.get(id)
    if (row.estado !== 'borrador') return
    // The month's present boletas are not this one, should its answer be lost.
    progress(ctx, 'se lee el mes')
    await read(session, titularOf(row), mesesDe(row.fecha, chileDate(clock())))
    holdStopped(boletas.get(id))
    progress(ctx, 'se pide el borrador')
    const borrador = await draftBte(session, pedidoOf(row))
    const emitida = await issueBte(session, borrador, {
      emit: (montos) => progress(ctx, 'se emite', () => boletas.emit(id, montos)),
      refused: () => boletas.draft(id),
    })
    progress(ctx, 'emitida', () => boletas.issue(id, emitida.folio, emitida.codigoBarras))
  }

  const done = (row: BteRow, ctx: TrabajoContext, told: readonly Advertencia[]): Fin => ({
    result: told.length
      ? { ...bteToJson(row), advertencias: [...told, ...bteToJson(row).advertencias] }
      : bteToJson(row),
    write: () =>
      audit(
        ctx.actor,
        () => {},
        () => ({
          accion: 'bte.emitida',
          objeto: row.id,
          detalle: { folio: row.folio, rut_beneficiario: row.rut_beneficiario, total_bruto: row.bruto },
        }),
      ),
  })

  async function run({ id, advertencias = [] }: ArgsBte, ctx: TrabajoContext): Promise<Fin> {
    let row = boletas.get(id)
    if (row.folio !== null) return done(row, ctx, advertencias)
    holdStopped(row)
    const titular = titularOf(row)
    const acceso = () => accesoOf(titular, 'bte', ctx.como)
    const about = { rut: rutOf(titular.empresaId), pay: ctx.charge }
    if (row.estado === 'borrador') {
      const rival = boletas.rival(row)
      // The job that looked for that one may have stopped.
      if (rival && countsFrom(rival) <= clock())
        await useBte(deps, acceso(), about, (session) => read(session, titular, monthsOf(rival)))
      if (boletas.rival(row)) {
        ctx.progress({ paso: 'espera que se sepa de otra igual', hechos: 0, total: PASOS.length - 1 })
        return { again: true, runAt: new Date(clock().getTime() + ESPERA_MS) }
      }
      try {
        await useBte(deps, acceso(), about, (session) => issue(session, id, ctx))
      } catch (fault) {
        if (!(fault instanceof RespuestaPerdida)) throw fault
      }
      row = boletas.get(id)
      if (row.folio !== null) return done(row, ctx, advertencias)
    }
    // It was sent, in this run or in one that died.
    boletas.doubt(id)
    await useBte(deps, acceso(), about, (session) => read(session, titular, monthsOf(row)))
    row = boletas.get(id)
    if (row.folio !== null) return done(row, ctx, advertencias)
    if (row.estado === 'fallida') throw new AppError('INVALID_STATE', NO_EMITIDA)
    ctx.progress({ paso: 'el SII no respondió: se busca en el mes', hechos: row.lecturas, total: 2 })
    return { again: true, runAt: countsFrom(row) }
  }

  return deps.trabajos.define<ArgsBte>({
    tipo: EMITIR_BTE,
    operacion: 'bte',
    run: ({ args }, ctx) => run(args, ctx),
    stopped: ({ args: { id } }, error) => boletas.giveUp(id, error?.error ?? 'Su emisión se detuvo'),
    retried: ({ args: { id } }) => boletas.reopen(id),
    discarded: ({ args: { id } }) => boletas.giveUp(id, 'Una persona descartó su emisión'),
  })
}
