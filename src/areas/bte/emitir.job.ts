// bte.emitir: issues a boleta de terceros, once (areas/bte §2). What was sent and not answered is looked for in the month, and never sent again.

import { mesesDe, type PedidoBte } from '../../domain/bte/boleta'
import { type Advertencia, AppError } from '../../domain/errors'
import { chileDate } from '../../domain/fecha'
import type { Titular } from '../../domain/titular'
import { draftBte, issueBte, type Mesa, RespuestaPerdida, readMonth } from '../../sii/bte'
import type { Faena, Fin } from '../trabajos'
import { monthsOf, stopped, titularOf } from './boletas'
import { bteToJson } from './bte-json'
import { countsFrom, NO_EMITIDA } from './mes'
import { type JobDeps, useBte } from './portal-bte'
import type { BteRow } from './statements'

export const EMITIR_BTE = 'bte.emitir'
export interface ArgsBte {
  id: string
  /** What the request was told of its own text; absent of jobs queued before they were. */
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

  const progress = (faena: Faena, paso: (typeof PASOS)[number], write?: () => void): void =>
    faena.progress({ paso, hechos: PASOS.indexOf(paso), total: PASOS.length - 1 }, write)

  async function read(mesa: Mesa, titular: Titular, meses: readonly string[]): Promise<void> {
    const at = clock()
    const filas = []
    for (const mes of meses) filas.push(...(await readMonth(mesa, mes)))
    await merge(titular, meses, filas, at)
  }

  /** From the beginning; nothing where an earlier attempt has come to the issuing page. */
  async function issue(mesa: Mesa, id: string, faena: Faena): Promise<void> {
    const row = boletas.get(id)
    if (row.estado !== 'borrador') return
    // What the month has by now is none of this one, should its answer be lost.
    progress(faena, 'se lee el mes')
    await read(mesa, titularOf(row), mesesDe(row.fecha, chileDate(clock())))
    holdStopped(boletas.get(id))
    progress(faena, 'se pide el borrador')
    const borrador = await draftBte(mesa, pedidoOf(row))
    const emitida = await issueBte(mesa, borrador, {
      emit: (montos) => progress(faena, 'se emite', () => boletas.emit(id, montos)),
      refused: () => boletas.draft(id),
    })
    progress(faena, 'emitida', () => boletas.issue(id, emitida.folio, emitida.codigoBarras))
  }

  const done = (row: BteRow, faena: Faena, told: readonly Advertencia[]): Fin => ({
    result: told.length
      ? { ...bteToJson(row), advertencias: [...told, ...bteToJson(row).advertencias] }
      : bteToJson(row),
    write: () =>
      audit(
        faena.quien,
        () => {},
        () => ({
          accion: 'bte.emitida',
          objeto: row.id,
          detalle: { folio: row.folio, rut_beneficiario: row.rut_beneficiario, total_bruto: row.bruto },
        }),
      ),
  })

  async function run({ id, advertencias = [] }: ArgsBte, faena: Faena): Promise<Fin> {
    let row = boletas.get(id)
    if (row.folio !== null) return done(row, faena, advertencias)
    holdStopped(row)
    const titular = titularOf(row)
    const acceso = () => accesoOf(titular, 'bte', faena.como)
    const about = { rut: rutOf(titular.empresaId), pay: faena.charge }
    if (row.estado === 'borrador') {
      const rival = boletas.rival(row)
      // The job that looked for that one may have stopped.
      if (rival && countsFrom(rival) <= clock())
        await useBte(deps, acceso(), about, (mesa) => read(mesa, titular, monthsOf(rival)))
      if (boletas.rival(row)) {
        faena.progress({ paso: 'espera que se sepa de otra igual', hechos: 0, total: PASOS.length - 1 })
        return { again: true, runAt: new Date(clock().getTime() + ESPERA_MS) }
      }
      try {
        await useBte(deps, acceso(), about, (mesa) => issue(mesa, id, faena))
      } catch (fault) {
        if (!(fault instanceof RespuestaPerdida)) throw fault
      }
      row = boletas.get(id)
      if (row.folio !== null) return done(row, faena, advertencias)
    }
    // It was sent, in this run or in one that died.
    boletas.doubt(id)
    await useBte(deps, acceso(), about, (mesa) => read(mesa, titular, monthsOf(row)))
    row = boletas.get(id)
    if (row.folio !== null) return done(row, faena, advertencias)
    if (row.estado === 'fallida') throw new AppError('INVALID_STATE', NO_EMITIDA)
    faena.progress({ paso: 'el SII no respondió: se busca en el mes', hechos: row.lecturas, total: 2 })
    return { again: true, runAt: countsFrom(row) }
  }

  return deps.trabajos.define<ArgsBte>({
    tipo: EMITIR_BTE,
    operacion: 'bte',
    run: ({ args }, faena) => run(args, faena),
    stopped: ({ args: { id } }, error) => boletas.giveUp(id, error?.error ?? 'Su emisión se detuvo'),
    retried: ({ args: { id } }) => boletas.reopen(id),
    discarded: ({ args: { id } }) => boletas.giveUp(id, 'Una persona descartó su emisión'),
  })
}
