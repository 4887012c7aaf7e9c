// Values of the central bank's service, asked daily (areas/tipos-cambio §1). Its shape is the bank's own documentation of
// SieteRestWS: `GetSeries` answers `{Codigo: 0, Series: {Obs: [{indexDateString: "12-10-2021", value: "945.32", statusCode: "OK"}]}}`,
// a day without a value with the status ND. The series of the observed dollar is documented; those of other currencies follow the
// pattern of the euro's. Of UF and UTM the series are as others use them. All that is doubtful of it is in this file.

import type { Clock } from '../../base/clock'
import type { Log } from '../../base/log'
import { addDays, chileDate, isDate } from '../../domain/fecha'
import { isUnidad, type Tipo, type TiposCambio, tipoFaults, ultimoDia } from './tipos-cambio'

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
  UF: 'F073.UFF.PRE.Z.D',
  UTM: 'F073.UTR.PRE.Z.M',
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

/** The bank's last answer about a currency; `motivo`, Spanish, is the reason for none. */
interface EstadoBanco {
  /** Null until it is asked: a server that was started anew has not asked yet. */
  consultadoEn: string | null
  monedas: { moneda: string; motivo: string | null }[]
}

/** Why a question had no answer, in words for a person: they hold nothing of the access. */
class BancoFault extends Error {
  constructor(
    motivo: string,
    /** The others would be refused the same way, and a password is not tried ten times. */
    readonly deAcceso = false,
  ) {
    super(motivo)
  }
}

/** Doubtful: the bank documents no table of codes. Taken wrongly for one of a series, each currency would be asked for and refused. */
const isAcceso = (codigo: unknown, descripcion: string): boolean =>
  codigo === -5 || /\b(?:user|usuario|password|contrase|clave|credencial|login)/i.test(descripcion)

/** The rates of a currency in an answer. Throws BancoFault for one that is none. */
function readSerie(text: string, moneda: string, hoy: string): Tipo[] {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    throw new BancoFault('respondió algo que no se entiende')
  }
  const { Codigo, Descripcion = '', Series } = (answer ?? {}) as Record<string, unknown>
  if (Codigo !== 0) {
    const said = String(Descripcion).slice(0, 100)
    if (isAcceso(Codigo, said))
      throw new BancoFault(
        'rehusó el usuario o la clave de TIMBRE_TIPOS_CAMBIO: el operador debe corregirlos',
        true,
      )
    throw new BancoFault(`respondió ${String(Codigo).slice(0, 20)} a la serie ${SERIES[moneda]}: ${said}`)
  }
  const observed = (Series as { Obs?: unknown } | null)?.Obs
  if (!Array.isArray(observed)) return []
  return observed.slice(0, OBSERVACIONES_MAX).flatMap((one) => {
    const { indexDateString, value, statusCode } = (one ?? {}) as Record<string, unknown>
    const [, day, month, year] = /^(\d{2})-(\d{2})-(\d{4})$/.exec(String(indexDateString)) ?? []
    const tipo = { moneda, fecha: `${year}-${month}-${day}`, valor: String(value) }
    return statusCode === 'OK' && isDate(tipo.fecha) && !tipoFaults(tipo, '', hoy).length ? [tipo] : []
  })
}

export function createBanco({ clock, log, fetch, acceso, tipos }: Deps) {
  let estado: EstadoBanco = { consultadoEn: null, monedas: [] }

  async function askFor(
    moneda: string,
    { url: at, usuario, clave }: AccesoBanco,
    hoy: string,
  ): Promise<void> {
    const url = new URL(at)
    url.search = new URLSearchParams({
      user: usuario,
      pass: clave,
      function: 'GetSeries',
      timeseries: SERIES[moneda]!,
      firstdate: tipos.lastOfBank(moneda) ?? addDays(hoy, -DIAS_PRIMERA),
      // A currency's of the day after is the last that there is.
      lastdate: isUnidad(moneda) ? ultimoDia(moneda, hoy) : addDays(hoy, 1),
    }).toString()
    // A fault of the network may name the address, and with it the access: none of its words are kept.
    const response = await fetch(url.href, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null)
    if (response === null) throw new BancoFault('no responde')
    if (!response.ok) throw new BancoFault(`respondió con el error ${response.status}`)
    const text = await response.text().catch(() => null)
    if (text === null) throw new BancoFault('cortó su respuesta')
    tipos.put(null, 'bcentral', readSerie(text, moneda, hoy))
  }

  return {
    /** Null where the operator has no access. */
    estado: (): EstadoBanco | null => acceso && estado,

    /** Asks for each currency since the last day known of it. One that fails leaves the others be, unless the access was refused. */
    async ask(): Promise<void> {
      if (!acceso) return
      const hoy = chileDate(clock())
      const monedas: EstadoBanco['monedas'] = []
      let refused: string | null = null
      for (const moneda of Object.keys(SERIES)) {
        let motivo: string | null = refused
        try {
          if (!refused) await askFor(moneda, acceso, hoy)
        } catch (fault) {
          if (!(fault instanceof BancoFault)) throw fault
          motivo = `El Banco Central ${fault.message}`
          if (fault.deAcceso) refused = motivo
          log.warn('tipos_cambio.bcentral', { moneda, message: fault.message })
        }
        monedas.push({ moneda, motivo })
      }
      estado = { consultadoEn: clock().toISOString(), monedas }
    },
  }
}
