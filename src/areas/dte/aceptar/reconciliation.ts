// Before a type that is por conciliar issues again the SII is asked which of its folios it has (http §18): at most one
// such question a type at a time, and who wants to issue meanwhile waits for it, though not for ever.

import type { Clock } from '../../../base/clock'
import type { Log } from '../../../base/log'
import type { Timer } from '../../../base/timer'
import { type TipoDte, tipoDocumento } from '../../../domain/dte/tipos'
import { AppError } from '../../../domain/errors'
import { chileDate } from '../../../domain/fecha'
import { RUT_SII } from '../../../domain/rut'
import type { Titular } from '../../../domain/titular'
import { type Contexto, dichoOf, type Sii, SiiFault } from '../../../sii'
import {
  type Adelante,
  type AskFolio,
  FolioPorConciliar,
  type Folios,
  lookAhead,
  type Reconciled,
  type Visto,
} from '../../folios'
import { type Emisores, loadFirmante } from '../documento/emisor'
import { vistoDe } from '../envio/consulta-dte'

/** How long a request waits for the SII. */
const ESPERA_MS = 20_000

interface Deps {
  clock: Clock
  sii: Sii
  folios: Folios
  emisores: Emisores
  timer: Timer
  log: Log
}

export type Reconciliation = ReturnType<typeof createReconciliation>

/** Questions under way at once. */
const AT_ONCE = 10

const remedio = (tipoDte: number): string =>
  `diga con POST /v1/dte/folios/${tipoDte}/saltar, y un motivo, cuál es el último que otro programa usó`

const unavailable = (tipoDte: number, why: string, after: number, cause?: unknown): AppError =>
  new AppError(
    'SII_UNAVAILABLE',
    `Los folios del tipo ${tipoDte} están por conciliar y ${why}. No se tomó ninguno; repita después, o ${remedio(tipoDte)}`,
    { headers: { 'retry-after': String(after) }, cause },
  )

/** Why the SII did not say, for whoever wanted a folio: an answer that asking again changes, or one that it does not. */
function unsaid(tipoDte: number, cause: SiiFault): AppError {
  if (cause.retryable)
    return unavailable(
      tipoDte,
      `el SII, al que hay que preguntar cuáles tiene, no responde (${cause.message})`,
      30,
      cause,
    )
  return new AppError(
    'INVALID_STATE',
    `Los folios del tipo ${tipoDte} están por conciliar y el SII no deja preguntar cuáles tiene (${cause.message}). No se tomó ` +
      `ninguno; corrija esa causa, o ${remedio(tipoDte)}`,
    { detalles: [dichoOf(cause)], cause },
  )
}

const unsaidOfTaken = (cause: SiiFault): AppError =>
  new AppError(
    cause.retryable ? 'SII_UNAVAILABLE' : 'INVALID_STATE',
    `El SII no dice si recibió esos folios (${cause.message}): quedan como estaban; repita después`,
    { detalles: [dichoOf(cause)], cause },
  )

export function createReconciliation({ clock, sii, folios, emisores, timer, log }: Deps) {
  const underWay = new Map<string, Promise<Reconciled>>()

  /** Asks for a folio of which nothing else is known: any receiver, date and amount do, DNK is an answer. */
  function askingAbout({ empresaId, ambiente }: Titular, tipoDte: number): AskFolio {
    const { firmante } = loadFirmante(emisores, { empresaId, ambiente }, clock())
    const rutEmpresa = emisores.get({ empresaId, ambiente }).emisor.rut
    const contexto: Contexto = { ambiente, firmante, rutEmpresa }
    const { sobre } = tipoDocumento(tipoDte as TipoDte)
    const fechaEmision = chileDate(clock())
    return async (folio) =>
      vistoDe(
        await sii.queryDte(contexto, sobre, {
          tipoDte,
          folio,
          rutReceptor: RUT_SII,
          fechaEmision,
          montoTotal: '1',
        }),
      )
  }

  async function ask(titular: Titular, tipoDte: number): Promise<Reconciled> {
    const facts = { empresa_id: titular.empresaId, ambiente: titular.ambiente, tipo_dte: tipoDte }
    try {
      const found = await folios.reconcile(titular, tipoDte, askingAbout(titular, tipoDte))
      // Folios taken elsewhere are worth a look; an unused file is not.
      log[found.apartados ? 'warn' : 'info']('folios.conciliados', {
        ...facts,
        emitidos_fuera: found.emitidosFuera,
        apartados: found.apartados,
      })
      return found
    } catch (error) {
      // A company that has no certificate yet cannot ask: whoever issues first is told so.
      if (!(error instanceof AppError))
        log.warn('folios.sin_conciliar', { ...facts, error: (error as Error).message })
      throw error
    }
  }

  /** Joins the question that is under way, or begins one. */
  function reconcile(titular: Titular, tipoDte: number): Promise<Reconciled> {
    const key = `${titular.empresaId} ${titular.ambiente} ${tipoDte}`
    const known = underWay.get(key)
    if (known) return known
    const mine = ask(titular, tipoDte).finally(() => underWay.delete(key))
    // Whoever waited for it may have given up.
    mine.catch(() => {})
    underWay.set(key, mine)
    return mine
  }

  return {
    reconcile,

    /** Asks behind whoever calls. What comes of it is in the log, and who issues next asks again where it failed. */
    soon(titular: Titular, tipoDte: number): void {
      reconcile(titular, tipoDte).catch(() => {})
    },

    /**
     * The SII's state of each folio. Throws CERTIFICATE_*, and SII_UNAVAILABLE or INVALID_STATE where it
     * does not say.
     */
    async vistos(
      titular: Titular,
      tipoDte: number,
      folios: readonly number[],
      para: 'saltar' | 'retomar',
    ): Promise<Map<number, Visto>> {
      const ask = askingAbout(titular, tipoDte)
      const vistos = new Map<number, Visto>()
      try {
        for (let i = 0; i < folios.length; i += AT_ONCE)
          await Promise.all(
            folios.slice(i, i + AT_ONCE).map(async (folio) => vistos.set(folio, await ask(folio))),
          )
      } catch (cause) {
        if (!(cause instanceof SiiFault)) throw cause
        throw para === 'saltar' ? unsaid(tipoDte, cause) : unsaidOfTaken(cause)
      }
      return vistos
    },

    /**
     * The SII's state of a file from the folio that a person names as its next; null when the file is
     * refused anyway, the reason when the SII does not answer within 20 s.
     */
    async adelante(
      titular: Titular,
      bytes: Uint8Array,
      siguiente: number,
    ): Promise<Adelante | string | null> {
      const named = folios.named(bytes, titular, siguiente)
      if (!named) return null
      const late = Promise.withResolvers<string>()
      const forget = timer(ESPERA_MS, () => late.resolve('no terminó de responder'))
      try {
        const looked = lookAhead(named.desde, named.hasta, askingAbout(titular, named.tipoDte))
        looked.catch(() => {})
        return await Promise.race([looked, late.promise])
      } catch (cause) {
        if (cause instanceof SiiFault || cause instanceof AppError) return cause.message
        throw cause
      } finally {
        forget()
      }
    },

    /**
     * Runs `attempt`, and again each time that it found a type por conciliar, once the SII has told of it. Throws
     * SII_UNAVAILABLE when it has not within 20 s, though it goes on being asked, or when it does not answer; INVALID_STATE when
     * it does not let us ask; and what `attempt` throws else.
     */
    async around<T>(attempt: () => Promise<T> | T): Promise<T> {
      const over = Promise.withResolvers<'late'>()
      let forget: (() => void) | null = null
      try {
        for (;;) {
          try {
            return await attempt()
          } catch (fault) {
            if (!(fault instanceof FolioPorConciliar)) throw fault
            forget ??= timer(ESPERA_MS, () => over.resolve('late'))
            const { titular, tipoDte } = fault
            const asked = reconcile(titular, tipoDte).catch((cause: unknown) => {
              throw cause instanceof SiiFault ? unsaid(tipoDte, cause) : cause
            })
            if ((await Promise.race([asked, over.promise])) === 'late')
              throw unavailable(tipoDte, 'el SII aún responde cuáles tiene', 10)
          }
        }
      } finally {
        forget?.()
      }
    },
  }
}
