// Values by day: rates of exchange, UF and UTM, loaded and looked for on the day that they are used for (areas/tipos-cambio §1).

import type { Clock } from '../../base/clock'
import { isMoneda } from '../../domain/codigos-iso'
import { decimal, micro, multiply, parseDecimal } from '../../domain/decimal'
import type { Decimal } from '../../domain/dte/dte'
import type { Fault } from '../../domain/errors'
import { addDays, chileDate, isDate } from '../../domain/fecha'
import { isHabilBancario } from '../../domain/feriados'
import type { Store } from '../../store/store'
import { type FiltroTipos, ORDEN_FUENTES, prepareTipos, type TipoCambioRow } from './statements'

/** ISO 4217. */
export const PESO = 'CLP'
/** How far back a rate may be from the day that it is used for. */
const DIAS_MAX = 7
/** How far ahead UF and UTM are told: on the 9th, up to the next 9th. */
const DIAS_ADELANTE = 45
const DECIMALES = 6

/** The units that are no currency: their names, and the codes that they are kept by, which of the UF is ISO's. */
const UNIDADES = { UF: 'CLF', UTM: 'UTM' } as const
const codigoOf = (moneda: string): string => (moneda === 'UF' ? UNIDADES.UF : moneda)
/** A currency or unit as it is called. */
export const nombreOf = (codigo: string): string => (codigo === UNIDADES.UF ? 'UF' : codigo)
/** Whether a code or name is the UF's or the UTM's. */
export const isUnidad = (moneda: string): boolean =>
  codigoOf(moneda) === UNIDADES.UF || moneda === UNIDADES.UTM

/** A UTM is of its month, whichever day of it was written. */
const diaOf = (codigo: string, fecha: string): string =>
  codigo === UNIDADES.UTM ? `${fecha.slice(0, 8)}01` : fecha

/** The first day whose value serves one: a UF is of that very day, a UTM of its month, a currency of the last seven. */
const primerDia = (codigo: string, fecha: string): string =>
  isUnidad(codigo) ? diaOf(codigo, fecha) : addDays(fecha, -DIAS_MAX)

/** The last day of which a currency or unit may be known: the bank tells on one afternoon the dollar of the next banking day. */
export const ultimoDia = (moneda: string, hoy: string): string =>
  addDays(hoy, isUnidad(moneda) ? DIAS_ADELANTE : DIAS_MAX)

/**
 * The first working day after a rate's, up to the day that it is used for: there should be one of that day. Null where only Sundays and
 * the like lie between.
 */
export function habilSinTipo({ fechaTc }: Pick<Conversion, 'fechaTc'>, fecha: string): string | null {
  for (let day = addDays(fechaTc, 1); day <= fecha; day = addDays(day, 1))
    if (isHabilBancario(day)) return day
  return null
}

/** Pesos for one unit of a currency on a day. */
export interface Tipo {
  moneda: string
  fecha: string
  valor: Decimal
}

/** An amount in pesos, and its rate. */
export interface Conversion {
  moneda: string
  tipoCambio: Decimal
  fechaTc: string
  fuente: TipoCambioRow['fuente'] | 'manual' | 'estado_cuenta' | 'pesos'
  montoClp: number
}

/** A decimal of at most six places, as exact arithmetic takes it; null for any other text. */
export function exactDecimal(text: string): Decimal | null {
  const value = parseDecimal(text)
  return value === null || (value.split('.')[1]?.length ?? 0) > DECIMALES ? null : value
}

/** Unrounded amount times unrounded rate, half up to the peso. */
export const enPesosEnteros = (monto: Decimal, valor: Decimal): number =>
  Number(decimal(multiply(micro(monto), micro(valor))))

type Falta = Omit<Fault, 'campo'>

/** As much of what came as a message repeats. */
const dicho = (text: string): string => `«${text.slice(0, 40)}»`

const noExiste = (fecha: string): Falta => ({
  regla: 'futura',
  mensaje: `El valor del ${fecha} aún no existe`,
})

/** The faults of each part of a rate. */
export const PARTES = {
  moneda(moneda: string): Falta[] {
    if (!isMoneda(moneda) && !Object.hasOwn(UNIDADES, moneda))
      return [
        { regla: 'moneda', mensaje: `${dicho(moneda)} no es UF, UTM ni el código de una moneda, como USD` },
      ]
    if (moneda === PESO) return [{ regla: 'moneda', mensaje: 'El peso chileno no lleva tipo de cambio' }]
    return []
  },
  fecha(fecha: string, hoy: string): Falta[] {
    if (!isDate(fecha)) return [{ regla: 'fecha', mensaje: `${dicho(fecha)} no es una fecha AAAA-MM-DD` }]
    return fecha > addDays(hoy, DIAS_ADELANTE) ? [noExiste(fecha)] : []
  },
  valor(valor: string): Falta[] {
    const exact = exactDecimal(valor)
    if (exact !== null && /[1-9]/.test(exact) && exact[0] !== '-' && exact.split('.')[0]!.length <= 7)
      return []
    const mensaje = `${dicho(valor)} no es un valor en pesos mayor que cero, con a lo más ${DECIMALES} decimales y punto`
    return [{ regla: 'numero', mensaje }]
  },
} as const

/** The fault of a day that only a UF or a UTM may have, at `campo`. */
export const futuraFaults = ({ moneda, fecha }: Tipo, campo: string, hoy: string): Fault[] =>
  isDate(fecha) && fecha > ultimoDia(moneda, hoy) && !PARTES.fecha(fecha, hoy).length
    ? [{ campo, ...noExiste(fecha) }]
    : []

/** All that is wrong with a rate, told at `campo` and its parts. */
export const tipoFaults = (tipo: Tipo, campo: string, hoy: string): Fault[] => [
  ...(['moneda', 'fecha', 'valor'] as const).flatMap((parte) =>
    PARTES[parte](tipo[parte], hoy).map((one) => ({ ...one, campo: `${campo}${parte}` })),
  ),
  ...futuraFaults(tipo, `${campo}fecha`, hoy),
]

/** Two rates of one currency and day: nobody but who wrote them knows which is meant. Twice the same is no fault. */
export function repetidoFaults(
  tipos: readonly Tipo[],
  campoOf: (i: number) => string,
  placeOf: (i: number) => string,
): Fault[] {
  const first = new Map<string, number>()
  return tipos.flatMap(({ moneda, fecha, valor }, i) => {
    const codigo = codigoOf(moneda)
    const key = `${codigo} ${diaOf(codigo, fecha)}`
    const before = first.get(key)
    if (before === undefined) {
      first.set(key, i)
      return []
    }
    const other = tipos[before]!.valor
    if (exactDecimal(other) === exactDecimal(valor)) return []
    const mensaje = `El ${moneda} del ${fecha} es ${other} en ${placeOf(before)} y ${valor} en ${placeOf(i)}: deje uno`
    return [{ campo: campoOf(i), regla: 'contradiccion', mensaje }]
  })
}

const codigoIn = ({ moneda, ...rest }: FiltroTipos): FiltroTipos => ({
  ...rest,
  moneda: moneda && codigoOf(moneda),
})

export type TiposCambio = ReturnType<typeof createTiposCambio>

export function createTiposCambio({
  store: { client },
  clock,
}: {
  store: Pick<Store, 'client'>
  clock: Clock
}) {
  const sql = prepareTipos(client)
  return {
    /**
     * The rate of a day, else the last before within seven, but of a UF that very day's and of a UTM its month's; null when there is
     * none. The account's own counts before the server's.
     */
    find(cuentaId: string, moneda: string, fecha: string): Omit<Conversion, 'montoClp'> | null {
      if (moneda === PESO) return { moneda, tipoCambio: '1', fechaTc: fecha, fuente: 'pesos' }
      const codigo = codigoOf(moneda)
      const found = sql.find.get({ cuentaId, moneda: codigo, desde: primerDia(codigo, fecha), hasta: fecha })
      return found ? { moneda, tipoCambio: found.valor, fechaTc: found.fecha, fuente: found.fuente } : null
    },

    /** The last value of up to a day, however old; null when there is none. */
    lastBefore(cuentaId: string, moneda: string, fecha: string): Omit<Conversion, 'montoClp'> | null {
      const found = sql.find.get({ cuentaId, moneda: codigoOf(moneda), desde: '', hasta: fecha })
      return found ? { moneda, tipoCambio: found.valor, fechaTc: found.fecha, fuente: found.fuente } : null
    },

    /** Keeps rates, those of a day that has one in its place. Faultless ones; how many are new, and how many changed. */
    put: client.transaction(
      (cuentaId: string | null, fuente: TipoCambioRow['fuente'], tipos: readonly Tipo[]) => {
        const counts = { nuevos: 0, cambiados: 0, iguales: 0 }
        const created_at = clock().toISOString()
        for (const { moneda, fecha, valor } of tipos) {
          const row: TipoCambioRow = {
            cuenta_id: cuentaId,
            moneda: codigoOf(moneda),
            fecha: diaOf(codigoOf(moneda), fecha),
            valor: exactDecimal(valor)!,
            fuente,
            created_at,
          }
          const before = sql.valueOf.get(row)
          if (before === row.valor) counts.iguales++
          else if (before === undefined) {
            sql.insert.run(row)
            counts.nuevos++
          } else {
            sql.change.run(row)
            counts.cambiados++
          }
        }
        return counts
      },
    ).immediate,

    list: (filtro: FiltroTipos, limit: number, offset: number, last: TipoCambioRow | null): TipoCambioRow[] =>
      sql.list.all({
        ...codigoIn(filtro),
        ...{ tras: last?.fecha ?? '9999', trasMoneda: last?.moneda ?? '' },
        trasFuente: last ? ORDEN_FUENTES.indexOf(last.fuente) : 0,
        ...{ limit, offset },
      }),
    count: (filtro: FiltroTipos): number => sql.count.get(codigoIn(filtro))!,
    lastOfBank: (moneda: string): string | null => sql.last.get(codigoOf(moneda)) ?? null,
    hoy: (): string => chileDate(clock()),
  }
}
