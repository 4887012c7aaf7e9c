// The central bank of the simulator, in the manner of SieteRestWS: values that anybody can work out, known as far as its clock would
// have them known, with the gaps of weekends and holidays (areas/tipos-cambio §3). Any user and password will do.

import { addDays, chileDate, daysBetween, isDate } from '../domain/fecha'
import { isHabilBancario } from '../domain/feriados'
import { type ApiCall, type ApiDeps, badParameter, type Falta } from './api-pedido'

/** Cents of a peso on the first day, and how many more or less with each. */
interface Serie {
  centavos: number
  cada: 'dia' | 'mes' | 'habil'
}

const SERIES: Readonly<Record<string, Serie>> = {
  'F073.UFF.PRE.Z.D': { centavos: 3_920_000, cada: 'dia' },
  'F073.UTR.PRE.Z.M': { centavos: 6_900_000, cada: 'mes' },
  'F073.TCO.PRE.Z.D': { centavos: 94_000, cada: 'habil' },
  'F072.CLP.EUR.N.O.D': { centavos: 109_000, cada: 'habil' },
  'F072.CLP.GBP.N.O.D': { centavos: 124_000, cada: 'habil' },
  'F072.CLP.BRL.N.O.D': { centavos: 17_000, cada: 'habil' },
  'F072.CLP.CAD.N.O.D': { centavos: 68_000, cada: 'habil' },
  'F072.CLP.JPY.N.O.D': { centavos: 630, cada: 'habil' },
  'F072.CLP.CHF.N.O.D': { centavos: 116_000, cada: 'habil' },
  'F072.CLP.AUD.N.O.D': { centavos: 61_000, cada: 'habil' },
  'F072.CLP.CNY.N.O.D': { centavos: 13_000, cada: 'habil' },
  'F072.CLP.MXN.N.O.D': { centavos: 5_100, cada: 'habil' },
}

const ORIGEN = '2026-01-01'
/** Days of one answer. */
const DIAS_MAX = 1000

/** On the 9th of a month UF are told up to the next 9th, and the UTM of the next month. */
function lastKnown(cada: Serie['cada'], hoy: string): string {
  if (cada === 'habil') return hoy
  const month = hoy.slice(0, 8)
  const told = hoy >= `${month}09`
  if (cada === 'dia') return told ? `${addDays(`${month}28`, 5).slice(0, 8)}09` : `${month}09`
  return told ? `${addDays(`${month}28`, 5).slice(0, 8)}01` : `${month}01`
}

/** The value of a day, in cents; a UTM's by its month, in whole pesos. */
function centavosOf({ centavos, cada }: Serie, fecha: string): number {
  const days = daysBetween(ORIGEN, fecha)
  if (cada === 'dia') return centavos + days * 387
  if (cada === 'mes')
    return centavos + (Number(fecha.slice(0, 4)) * 12 + Number(fecha.slice(5, 7)) - 24_313) * 20_500
  return centavos + Math.trunc((centavos * (((days * 7919) % 401) - 200)) / 10_000)
}

const asPesos = (centavos: number): string =>
  centavos % 100
    ? `${Math.trunc(centavos / 100)}.${String(centavos % 100).padStart(2, '0')}`
    : `${centavos / 100}`

/** GET valores?timeseries=&firstdate=&lastdate=. */
export function getValores({ sim }: ApiDeps, { query }: ApiCall): Response {
  const hoy = chileDate(sim.now())
  const seriesId = query.get('timeseries') ?? ''
  const serie = SERIES[seriesId]
  const first = query.get('firstdate') ?? addDays(hoy, -30)
  const last = query.get('lastdate') ?? addDays(hoy, 45)
  const faltas: Falta[] = [
    ['firstdate', first],
    ['lastdate', last],
  ].flatMap(([campo, fecha]) =>
    isDate(fecha!) ? [] : [{ campo: campo!, regla: 'fecha', mensaje: `${campo} debe ser AAAA-MM-DD` }],
  )
  if (faltas.length) throw badParameter(...faltas)
  if (!serie) return Response.json({ Codigo: -50, Descripcion: 'Series not found', Series: { Obs: [] } })
  const end = [last, lastKnown(serie.cada, hoy), addDays(first, DIAS_MAX - 1)].sort()[0]!
  const Obs = []
  for (let fecha = first; fecha <= end; fecha = addDays(fecha, 1)) {
    if (serie.cada === 'mes' && !fecha.endsWith('-01')) continue
    const [year, month, day] = fecha.split('-')
    const known = serie.cada !== 'habil' || isHabilBancario(fecha)
    Obs.push({
      indexDateString: `${day}-${month}-${year}`,
      value: known ? asPesos(centavosOf(serie, fecha)) : 'NaN',
      statusCode: known ? 'OK' : 'ND',
    })
  }
  return Response.json({ Codigo: 0, Descripcion: 'Success', Series: { seriesId, Obs } })
}
