// Rates of the central bank's service, asked daily (areas/compras-internacionales §2). Its shape is the bank's own documentation of
// SieteRestWS: `GetSeries` answers `{Codigo: 0, Series: {Obs: [{indexDateString: "12-10-2021", value: "945.32", statusCode: "OK"}]}}`,
// a day without a value with the status ND. The series of the observed dollar is documented; those of other currencies follow the
// pattern of the euro's. All that is doubtful of it is in this file.

import type { Clock } from '../../base/clock'
import type { Log } from '../../base/log'
import { addDays, chileDate, isDate } from '../../domain/fecha'
import { type Tipo, type TiposCambio, tipoFaults } from './tipos-cambio'

export const BCENTRAL_URL = 'https://si3.bcentral.cl/SieteRestWS/SieteRestWS.ashx'

export interface AccesoBanco {
  url: string
  usuario: string
  clave: string
}

const SERIES: Readonly<Record<string, string>> = {
  USD: 'F073.TCO.PRE.Z.D',
  EUR: 'F072.CLP.EUR.N.O.D',
  GBP: 'F072.CLP.GBP.N.O.D',
  BRL: 'F072.CLP.BRL.N.O.D',
  CAD: 'F072.CLP.CAD.N.O.D',
  JPY: 'F072.CLP.JPY.N.O.D',
  CHF: 'F072.CLP.CHF.N.O.D',
  AUD: 'F072.CLP.AUD.N.O.D',
  CNY: 'F072.CLP.CNY.N.O.D',
  MXN: 'F072.CLP.MXN.N.O.D',
}
/** How far back the first question goes. */
const DIAS_PRIMERA = 120
const TIMEOUT_MS = 20_000
const OBSERVACIONES_MAX = 1000

interface Deps {
  clock: Clock
  log: Log
  fetch: (url: string, init: RequestInit) => Promise<Response>
  acceso: AccesoBanco | null
  tipos: Pick<TiposCambio, 'put' | 'lastOfBank'>
}

/** What an answer tells of a currency. Throws Error for one that is none; its words hold nothing of the access. */
function readSerie(text: string, moneda: string, hoy: string): Tipo[] {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    throw new Error('the answer is no JSON')
  }
  const { Codigo, Descripcion, Series } = (answer ?? {}) as Record<string, unknown>
  if (Codigo !== 0)
    throw new Error(`code ${String(Codigo).slice(0, 20)}: ${String(Descripcion).slice(0, 100)}`)
  const observed = (Series as { Obs?: unknown } | null)?.Obs
  if (!Array.isArray(observed)) return []
  return observed.slice(0, OBSERVACIONES_MAX).flatMap((one) => {
    const { indexDateString, value, statusCode } = (one ?? {}) as Record<string, unknown>
    const [, day, month, year] = /^(\d{2})-(\d{2})-(\d{4})$/.exec(String(indexDateString)) ?? []
    const tipo = { moneda, fecha: `${year}-${month}-${day}`, valor: String(value) }
    return statusCode === 'OK' && isDate(tipo.fecha) && !tipoFaults(tipo, '', hoy).length ? [tipo] : []
  })
}

/** Asks for each currency since the last day known of it. A currency that fails leaves the others be; the access is never logged. */
export function createBanco({ clock, log, fetch, acceso, tipos }: Deps) {
  return async (): Promise<void> => {
    if (!acceso) return
    const hoy = chileDate(clock())
    for (const [moneda, serie] of Object.entries(SERIES)) {
      const last = tipos.lastOfBank(moneda)
      const url = new URL(acceso.url)
      url.search = new URLSearchParams({
        user: acceso.usuario,
        pass: acceso.clave,
        function: 'GetSeries',
        timeseries: serie,
        firstdate: last ?? addDays(hoy, -DIAS_PRIMERA),
        lastdate: addDays(hoy, 1),
      }).toString()
      try {
        const response = await fetch(url.href, { signal: AbortSignal.timeout(TIMEOUT_MS) })
        if (!response.ok) throw new Error(`status ${response.status}`)
        tipos.put(null, 'bcentral', readSerie(await response.text(), moneda, hoy))
      } catch (fault) {
        // A fault of the network may name the address, and with it the access.
        const message = fault instanceof Error ? fault.message : ''
        const said = message.includes(acceso.clave) || message.includes('http') ? 'the network' : message
        log.warn('tipos_cambio.bcentral', { moneda, message: said })
      }
    }
  }
}
