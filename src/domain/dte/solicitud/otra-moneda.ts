// The totals again in another currency: an export's in pesos, to the peso; a national document's in the currency it asks for,
// with 4 decimals (domain/dte §6.11, §2.4).

import { decimal, divideRounded, micro, ONE } from '../../decimal'
import type { Decimal, OtraMoneda, Totales } from '../dte'
import { enPesos, PESO_CHILENO } from '../moneda'
import type { TipoDocumento } from '../tipos'
import { EQUIVALENTE_MAX } from './lectores'
import type { Lectura } from './lectura'
import type { Solicitud } from './solicitud'

/** `OtraMoneda` of a document, undefined for one that has none. */
export function buildOtraMoneda(
  { exportacion, otraMoneda }: Solicitud,
  { monedaExtranjera }: TipoDocumento,
  totales: Totales,
  l: Lectura,
): OtraMoneda | undefined {
  if (monedaExtranjera) {
    const tipoCambio = exportacion!.tipoCambio!
    return {
      moneda: PESO_CHILENO,
      tipoCambio,
      montoExento: enPesos(totales.montoExento!, tipoCambio),
      montoTotal: enPesos(totales.montoTotal, tipoCambio),
    }
  }
  if (!otraMoneda) return undefined
  const { moneda, tipoCambio } = otraMoneda
  const montoTotal = equivalente(totales.montoTotal, tipoCambio)
  if (montoTotal === undefined) {
    l.warn('NO_EFFECT', 'otra_moneda', `El documento no tiene un total que expresar en ${moneda}`)
    return undefined
  }
  if (micro(montoTotal) > BigInt(EQUIVALENTE_MAX) * ONE) {
    return l.fault('otra_moneda.tipo_cambio', 'maximo', `El equivalente en ${moneda} es demasiado grande`)
  }
  const impuestos = (totales.impuestos ?? []).flatMap(({ monto, ...rest }) => {
    const otro = equivalente(monto, tipoCambio)
    return otro === undefined ? [] : [{ ...rest, monto: otro }]
  })
  const equivalentes = Object.fromEntries(
    EQUIVALENTES.flatMap((key) => {
      const monto = equivalente(totales[key], tipoCambio)
      return monto === undefined ? [] : [[key, monto]]
    }),
  )
  return { moneda, tipoCambio, ...equivalentes, ...(impuestos.length && { impuestos }), montoTotal }
}

const EQUIVALENTES = [
  'montoNeto',
  'montoExento',
  'baseFaena',
  'margenComercial',
  'montoIva',
  'ivaNoRetenido',
] as const

/** Pesos in another currency, half up to 4 decimals; undefined for what comes to nothing, which the schema cannot say. */
function equivalente(monto: Decimal | undefined, tipoCambio: Decimal): Decimal | undefined {
  const otro = divideRounded(micro(monto) * 10_000n, micro(tipoCambio)) * 100n
  return otro === 0n ? undefined : decimal(otro)
}
