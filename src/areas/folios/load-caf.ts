// A CAF enters the ledger: proved, held against the company, without overlap with what is there (http §18).

import { and, eq, gte, lte, sql } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import { AppError, faultsError } from '../../domain/errors'
import { chileDate } from '../../domain/fecha'
import type { OrigenCaf } from '../../domain/folios/existencias'
import { vencimientoCaf } from '../../domain/folios/vencimiento'
import type { Store } from '../../store/store'
import { empresa } from '../../store/tables/empresa'
import { caf as table } from '../../store/tables/folios'
import { type Caf, checkCaf, readCaf } from '../../xml/caf'
import type { Eventos } from '../eventos'
import type { Alertas } from './alertas'
import { placeOf } from './caf-of'
import { tellReceived } from './folio-events'
import { createInheritCaf } from './inherit-caf'
import type { PorConciliar } from './por-conciliar'
import type { RangoCargado, Titular } from './rango'

/** `asked`: before its first folio is taken the SII is asked what it has of them, since others may have used some. */
export type LoadCaf = (
  bytes: Uint8Array,
  titular: Titular,
  origen: OrigenCaf,
  asked?: boolean,
) => RangoCargado

/**
 * Loads a CAF file. Throws CAF_INVALID, CAF_WRONG_COMPANY, CAF_EXPIRED, DOCUMENT_TYPE_NOT_ALLOWED, and CONFLICT when some of
 * its folios are loaded already, by this company or by another account. A range that the company itself had before it was
 * deleted and made anew goes on where it was.
 */
export function createLoadCaf({
  store,
  clock,
  newId,
  eventos,
  aroundGain,
  porConciliar,
}: {
  store: Store
  clock: Clock
  newId: NewId
  eventos: Pick<Eventos, 'emit'>
  aroundGain: Alertas['aroundGain']
  porConciliar: Pick<PorConciliar, 'isOld'>
}): LoadCaf {
  const { client, db, secrets } = store
  const inherit = createInheritCaf(store)
  const rutOf = (empresaId: string): string | undefined =>
    db.select({ rut: empresa.rut }).from(empresa).where(eq(empresa.id, empresaId)).get()?.rut

  function refuseOverlap({ rutEmisor, tipoDte, desde, hasta }: Caf, { empresaId, ambiente }: Titular): void {
    const other = db
      .select({ empresaId: table.empresaId, desde: table.desde, hasta: table.hasta })
      .from(table)
      .where(
        and(
          eq(table.rutEmisor, rutEmisor),
          eq(table.ambiente, ambiente),
          eq(table.tipoDte, tipoDte),
          lte(table.desde, hasta),
          gte(table.hasta, desde),
        ),
      )
      // Of several, the company's own: only that one may be named.
      .orderBy(sql`${table.empresaId} <> ${empresaId}`, table.desde)
      .limit(1)
      .get()
    if (!other) return
    const rango = `los folios ${desde} a ${hasta} del tipo ${tipoDte}`
    const mensaje =
      other.empresaId === empresaId
        ? `Ya está cargado el rango ${other.desde} a ${other.hasta}, que se cruza con ${rango}`
        : `Parte de ${rango} ya está cargada en este servidor`
    throw new AppError('CONFLICT', mensaje, { detalles: [{ campo: 'archivo', regla: 'traslape', mensaje }] })
  }

  return (bytes, titular, origen, asked = false) => {
    const caf = readCaf(bytes)
    const now = clock()
    const rutEmisor = rutOf(titular.empresaId)
    if (!rutEmisor) throw new AppError('NOT_FOUND', 'La empresa no existe')
    const faults = checkCaf(caf, { rutEmisor, ambiente: titular.ambiente, hoy: chileDate(now) })
    if (faults.length) throw faultsError(faults)
    const { tipoDte, desde, hasta, fechaAutorizacion } = caf
    const row = {
      id: newId('caf'),
      tipoDte,
      desde,
      hasta,
      siguiente: desde,
      fechaAutorizacion,
      venceEl: vencimientoCaf(tipoDte, fechaAutorizacion),
      origen,
      heredadoHasta: null,
    }
    const xmlCifrado = secrets.seal(placeOf(row.id), bytes)
    const insert = (): RangoCargado => {
      const inherited = inherit(caf, titular)
      if (inherited) return inherited
      refuseOverlap(caf, titular)
      const createdAt = now.toISOString()
      const isOld = asked || porConciliar.isOld(fechaAutorizacion)
      db.insert(table)
        .values({ ...row, ...titular, rutEmisor, xmlCifrado, createdAt, porConciliar: isOld ? 1 : 0 })
        .run()
      tellReceived(eventos, titular, row)
      return { ...row, libres: 0, firstFree: null }
    }
    // Immediate: two loads of one file at once must not both find the range free.
    return client.transaction(() => aroundGain(titular, tipoDte, insert)).immediate()
  }
}
