// Boletas de terceros as they are kept: made, found, and what each state means for the row (areas/bte §1).

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import { brutoOf, type MontosBte, mesesDe, type PedidoBte } from '../../domain/bte/boleta'
import { retencionOf, tasaOf } from '../../domain/bte/tasa'
import { AppError } from '../../domain/errors'
import { chileDate } from '../../domain/fecha'
import { foldText } from '../../domain/texto'
import type { Titular } from '../../domain/titular'
import type { Store } from '../../store/store'
import type { Eventos } from '../eventos'
import { type BteRow, type Filtro, prepareBte } from './statements'

export type Boletas = ReturnType<typeof createBoletas>

export const titularOf = ({ empresa_id, ambiente }: BteRow): Titular => ({ empresaId: empresa_id, ambiente })

/** The searchable text. */
const buscaOf = (rut: string, nombre: string): string => `${rut} ${foldText(nombre)}`

const isLike = (one: BteRow, other: BteRow): boolean =>
  one.rut_beneficiario === other.rut_beneficiario && one.fecha === other.fecha && one.bruto === other.bruto

/** The months in which the SII may list it. */
export const monthsOf = ({ fecha, enviada_at }: Pick<BteRow, 'fecha' | 'enviada_at'>): string[] =>
  mesesDe(fecha, enviada_at ? chileDate(new Date(enviada_at)) : fecha)

/** The fault of a job whose boleta was never sent, and never will be. */
export const stopped = ({ fallo }: Pick<BteRow, 'fallo'>): AppError =>
  new AppError('INVALID_STATE', fallo ?? 'Su emisión se detuvo')

export function createBoletas({
  store,
  clock,
  newId,
  eventos,
}: {
  store: Pick<Store, 'client'>
  clock: Clock
  newId: NewId
  eventos: Pick<Eventos, 'emit'>
}) {
  const { client } = store
  const sql = prepareBte(client)
  const now = (): string => clock().toISOString()
  const get = (id: string): BteRow => {
    const row = sql.byId.get(id)
    if (!row) throw new AppError('NOT_FOUND', 'No existe la boleta')
    return row
  }

  const find = ({ empresaId, ambiente }: Titular, folio: number): BteRow | undefined =>
    sql.byFolio.get({ empresaId, ambiente, folio })

  /** Tells of a boleta as it stands; in the transaction that made it stand so. */
  function publish(evento: 'bte.emitida' | 'bte.anulada' | 'bte.fallida', id: string): void {
    const row = get(id)
    const { empresa_id, ambiente, folio, fecha, rut_beneficiario, bruto, retencion, estado, causa } = row
    eventos.emit(titularOf(row), [
      {
        evento,
        data: () => ({
          ...{ empresa_id, ambiente, id, folio, fecha, rut_beneficiario, estado, causa },
          ...{ total_bruto: bruto, total_retencion: retencion, total_liquido: bruto - retencion },
          motivo: row.fallo,
        }),
      },
    ])
  }

  /** In a transaction. */
  function fail(id: string, fallo: string): void {
    if (get(id).estado === 'fallida') return
    sql.fail.run(fallo, id)
    publish('bte.fallida', id)
  }

  return {
    get,
    find,
    /** Throws NOT_FOUND. */
    byFolio(titular: Titular, folio: number): BteRow {
      const row = find(titular, folio)
      if (!row) throw new AppError('NOT_FOUND', `No hay una boleta de terceros con el folio ${folio}`)
      return row
    },
    list: (filtro: Filtro, limit: number, offset: number) => sql.list.all({ ...filtro, limit, offset }),
    total: (filtro: Filtro): number => sql.total.get(filtro)!,
    sums: (...of: Parameters<typeof sql.sums.all>) => sql.sums.all(...of),
    lastOf: ({ empresaId, ambiente }: Titular, rut: string) => sql.lastOf.get({ empresaId, ambiente, rut }),
    monthRead: ({ empresaId, ambiente }: Titular, periodo: string): string | null =>
      sql.monthRead.get({ empresaId, ambiente, periodo }) ?? null,

    /** One that is to be issued; its amounts are what the law says until the SII has made its draft. */
    create(
      { empresaId, ambiente }: Titular,
      id: string,
      pedido: PedidoBte,
      referencia: string | null,
      jobId: string,
    ) {
      const { fecha, beneficiario, servicios } = pedido
      const bruto = brutoOf(servicios)
      sql.insert.run({
        ...{ id, empresa_id: empresaId, ambiente, folio: null, codigo_barras: null, fecha },
        ...{ rut_beneficiario: beneficiario.rut, nombre: beneficiario.nombre },
        ...{ direccion: beneficiario.direccion, comuna: beneficiario.comuna },
        busca: buscaOf(beneficiario.rut, beneficiario.nombre),
        servicios: JSON.stringify(servicios),
        ...{
          bruto,
          retencion: retencionOf(bruto, tasaOf(fecha).puntos),
          estado: 'borrador',
          origen: 'timbre',
        },
        ...{ referencia_externa: referencia, job_id: jobId, anulada_at: null, created_at: now() },
      })
    },
    /** One that the SII's report brought. */
    take(
      titular: Titular,
      row: Pick<BteRow, 'folio' | 'fecha' | 'rut_beneficiario' | 'nombre' | 'bruto' | 'retencion' | 'estado'>,
    ) {
      sql.insert.run({
        ...row,
        ...{
          id: newId('bte'),
          empresa_id: titular.empresaId,
          ambiente: titular.ambiente,
          codigo_barras: null,
        },
        ...{
          direccion: null,
          comuna: null,
          servicios: null,
          referencia_externa: null,
          job_id: null,
          origen: 'sii',
        },
        busca: buscaOf(row.rut_beneficiario, row.nombre),
        anulada_at: row.estado === 'anulada' ? now() : null,
        created_at: now(),
      })
    },

    unsettled: (titular: Titular): BteRow[] => sql.unsettled.all(titular),
    /** The months in which the SII will tell of those that wait for it to. */
    waitingMonths: (titular: Titular): string[] => sql.waiting.all(titular).flatMap(monthsOf).sort(),
    /** Another one to the same person, of the same day and gross, of which it is not known whether it stands. */
    rival: (row: BteRow): BteRow | undefined =>
      sql.unsettled
        .all(titularOf(row))
        .find((one) => one.id !== row.id && one.estado !== 'fallida' && isLike(row, one)),
    /** Those that were never sent, to the same person, of the same day and gross. */
    draftsLike: (row: BteRow): BteRow[] =>
      sql.drafts.all({ empresaId: row.empresa_id, ambiente: row.ambiente }).filter((one) => isLike(row, one)),

    /** The SII was not asked for it after all, or said no. */
    draft: (id: string): void => void sql.draft.run(id),
    /** Its issuing page is about to be sent. Throws INVALID_STATE where a reading stopped it meanwhile. */
    emit(id: string, { bruto, retencion }: MontosBte): void {
      if (sql.emit.run({ id, bruto, retencion, at: now() }).changes === 0) throw stopped(get(id))
    },
    doubt: (id: string): void => void sql.doubt.run(id),
    /** It is at the SII under this number. In a transaction. */
    issue(id: string, folio: number, codigoBarras: string | null): void {
      const row = get(id)
      if (row.folio === folio) return
      sql.dropSeen.run({ ...titularOf(row), folio })
      sql.issue.run({ id, folio, codigoBarras })
      publish('bte.emitida', id)
    },
    fail,
    /** Its job ended without it: what was never sent is not issued, and of what was only the month tells. In a transaction. */
    giveUp(id: string, fallo: string): void {
      const row = sql.byId.get(id)
      if (row?.estado === 'borrador') fail(id, fallo)
      else sql.doubt.run(id)
    },
    /** A person has its job run again: begins anew with one that never was at the SII. */
    reopen(id: string): void {
      const { estado, enviada_at } = get(id)
      if (estado === 'fallida' && enviada_at === null) sql.draft.run(id)
    },
    /** Keeps the bars of the SII's own page; known ones stay. */
    bars: (id: string, codigoBarras: string): void => void sql.bars.run(codigoBarras, id),
    missed: (id: string, at: Date): void => void sql.missed.run(at.toISOString(), id),
    amounts: (id: string, { bruto, retencion }: MontosBte): void =>
      void sql.amounts.run({ id, bruto, retencion }),
    /** In a transaction; told where it is annulled, or about to be. */
    state(id: string, estado: 'vigente' | 'anulacion_solicitada' | 'anulada'): void {
      sql.state.run({ id, estado, at: estado === 'anulada' ? now() : null })
      if (estado !== 'vigente') publish('bte.anulada', id)
    },
    askAnnulment: (id: string, causa: 1 | 2 | 3, glosa: string | null): void =>
      void sql.askAnnulment.run({ id, causa, glosa, at: now() }),
    markRead: ({ empresaId, ambiente }: Titular, periodo: string, at: Date): void =>
      void sql.readMonth.run({ empresaId, ambiente, periodo, at: at.toISOString() }),
    transaction: <T>(work: () => T): T => client.transaction(work).immediate(),
  }
}
