// A CAF enters the ledger: proved, held against the company, without overlap with what is there (http §18).

import { and, eq, gte, lte, sql } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import { AppError, faultsError } from '../../domain/errors'
import { chileDate } from '../../domain/fecha'
import type { OrigenCaf } from '../../domain/folios/existencias'
import { vencimientoCaf } from '../../domain/folios/vencimiento'
import type { Titular } from '../../domain/titular'
import type { Store } from '../../store/store'
import { empresa } from '../../store/tables/empresa'
import { caf as table } from '../../store/tables/folios'
import { type Caf, checkCaf, readCaf } from '../../xml/caf'
import type { Eventos } from '../eventos'
import type { Alertas } from './alertas'
import { placeOf } from './caf-of'
import { notifyReceived } from './folio-events'
import type { Imported } from './imported'
import { createInheritCaf } from './inherit-caf'
import type { PorConciliar } from './por-conciliar'
import { type Adelante, sequence } from './preguntas'
import type { RangoCargado } from './rango'
import { createSetAside, runsOf, segunSii } from './set-aside'

/**
 * The first folio of a file that no document bears: a person names it, or it is the range's own first, since the SII granted it to
 * this very server just now. `sii`: others may have used some, so the SII is asked before the first is taken.
 */
export type Siguiente = number | 'primero' | 'sii'

export type LoadCaf = (
  bytes: Uint8Array,
  titular: Titular,
  origen: OrigenCaf,
  siguiente: Siguiente,
  /** The SII's state from the named `siguiente` on; null when it was not asked, or did not answer. */
  adelante?: Adelante | null,
) => RangoCargado

interface Nombrados {
  tipoDte: number
  desde: number
  hasta: number
}

const MOTIVO = 'Usado fuera de este sistema, según quien cargó el archivo'

/**
 * Loads a CAF file. Throws CAF_INVALID, CAF_WRONG_COMPANY, CAF_EXPIRED, DOCUMENT_TYPE_NOT_ALLOWED, VALIDATION_ERROR of a
 * `siguiente` that it lacks, and CONFLICT when some of its folios are loaded already, by this company or by another account. A range
 * that the company itself had before it was deleted and made anew goes on where it was.
 */
export function createLoadCaf({
  store,
  clock,
  newId,
  eventos,
  aroundGain,
  porConciliar,
  imported,
}: {
  store: Store
  clock: Clock
  newId: NewId
  eventos: Pick<Eventos, 'emit'>
  aroundGain: Alertas['aroundGain']
  porConciliar: Pick<PorConciliar, 'isOld' | 'markRange' | 'clearRange'>
  imported: Pick<Imported, 'begin'>
}): {
  load: LoadCaf
  /** The folios of a file from the one that a person names on, of which the SII can be asked; null where loading it is refused. */
  named(bytes: Uint8Array, titular: Titular, siguiente: number): Nombrados | null
} {
  const { client, db, secrets } = store
  const inherit = createInheritCaf(store)
  const setAside = createSetAside(db, clock)
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
      // Among several ranges, the company's own: only that one may be named.
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

  /** Throws VALIDATION_ERROR. */
  function checkSiguiente(first: number, hasta: number, wanted: Siguiente): void {
    if (typeof wanted !== 'number' || (first <= wanted && wanted <= hasta)) return
    const mensaje =
      first > hasta
        ? `No quedan folios en el rango: su último es el ${hasta}`
        : `siguiente es uno de los folios ${first} a ${hasta} del archivo`
    throw faultsError([{ campo: 'siguiente', regla: 'fuera_de_rango', mensaje }])
  }

  /** Those that the SII has though a person said that nobody used them; the first that it has not. */
  function passUsed(cafId: string, wanted: number, adelante: Adelante | null): number {
    if (!adelante?.vistos.length) return wanted
    const folios = sequence(wanted, wanted + adelante.vistos.length - 1)
    setAside.next(
      cafId,
      runsOf(folios, (folio) => segunSii(adelante.vistos[folio - wanted]!)),
    )
    return wanted + folios.length
  }

  /** Throws all that is wrong with the file itself. */
  function readFor(bytes: Uint8Array, { empresaId, ambiente }: Titular): { caf: Caf; rutEmisor: string } {
    const caf = readCaf(bytes)
    const rutEmisor = rutOf(empresaId)
    if (!rutEmisor) throw new AppError('NOT_FOUND', 'La empresa no existe')
    const faults = checkCaf(caf, { rutEmisor, ambiente, hoy: chileDate(clock()) })
    if (faults.length) throw faultsError(faults)
    return { caf, rutEmisor }
  }

  const load: LoadCaf = (bytes, titular, origen, wanted, adelante = null) => {
    const { caf, rutEmisor } = readFor(bytes, titular)
    const now = clock()
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
    const write = (): RangoCargado => {
      const inherited = inherit(caf, titular)
      if (inherited) return inherited
      refuseOverlap(caf, titular)
      db.insert(table)
        .values({ ...row, ...titular, rutEmisor, xmlCifrado, createdAt: now.toISOString() })
        .run()
      notifyReceived(eventos, titular, row)
      return { ...row, libres: 0, firstFree: null, porConciliar: false }
    }
    const insertAsked = (): RangoCargado => {
      const rango = write()
      const { id, siguiente: first } = rango
      checkSiguiente(first, hasta, wanted)
      const isAsked = wanted === 'sii' || (wanted === 'primero' && porConciliar.isOld(fechaAutorizacion))
      if (isAsked) porConciliar.markRange(id)
      if (typeof wanted !== 'number') return { ...rango, porConciliar: rango.porConciliar || isAsked }
      porConciliar.clearRange(id)
      // Those that its former row gave back lie in front as well.
      setAside.allFree(id, 'emitido_fuera', MOTIVO, 'persona')
      if (wanted > first)
        setAside.next(id, [
          {
            ...{ desde: first, hasta: wanted - 1 },
            ...{ estado: 'emitido_fuera', motivo: MOTIVO, dichoPor: 'persona' },
          },
        ])
      const next = passUsed(id, wanted, adelante)
      const isOpen = adelante?.completo === false
      if (isOpen) porConciliar.markRange(id)
      return { ...rango, siguiente: next, libres: 0, firstFree: null, porConciliar: isOpen }
    }
    const insert = (): RangoCargado => {
      const rango = insertAsked()
      imported.begin(titular, tipoDte)
      const { siguiente } = db
        .select({ siguiente: table.siguiente })
        .from(table)
        .where(eq(table.id, rango.id))
        .get()!
      return { ...rango, siguiente }
    }
    // Immediate: two loads of one file at once must not both find the range free.
    return client.transaction(() => aroundGain(titular, tipoDte, insert)).immediate()
  }

  return {
    load,
    named(bytes, titular, siguiente) {
      try {
        const { tipoDte, desde, hasta } = readFor(bytes, titular).caf
        return desde <= siguiente && siguiente <= hasta ? { tipoDte, desde: siguiente, hasta } : null
      } catch (fault) {
        if (fault instanceof AppError) return null
        throw fault
      }
    },
  }
}
