// The fields of a boleta as the form sends them, and why the SII takes them not, in words (simulator §15.2).

import { chileDate, isDate } from '../../domain/fecha'
import { parseRut, splitRut } from '../../domain/rut'
import type { Sim } from '../sim'
import type { BorradorBte } from './bte'
import { comunaOf } from './comunas'
import { integerOf } from './ventanilla'

const LINEAS_MAX = 4
/** From this number on a RUT is a company's. */
const EMPRESAS_DESDE = 50_000_000

export const CAMPOS_LINEA: readonly (readonly [presta: string, valor: string])[] = Array.from(
  { length: LINEAS_MAX },
  (_, i) => [`PRESTA${i + 1}`, `VALOR${i + 1}`],
)

type Formulario = Omit<BorradorBte, 'rut' | 'dueno' | 'persona' | 'retencion'>

/** The typed fields, or the first fault. */
export function readFormulario(sim: Sim, campos: Readonly<Record<string, string>>): Formulario | string {
  const of = (name: string): string => (campos[name] ?? '').trim()
  const fecha = `${of('ANO')}-${of('MES').padStart(2, '0')}-${of('DIA').padStart(2, '0')}`
  if (!isDate(fecha)) return 'la fecha de la boleta no es válida'
  if (fecha > chileDate(sim.now())) return 'la fecha de la boleta no puede ser posterior a la fecha actual'
  const beneficiario = parseRut(`${of('RUT_TERC')}-${of('DV_TERC')}`)
  if (!beneficiario) return 'el RUT del prestador de servicios no es válido'
  if (Number(splitRut(beneficiario).numero) >= EMPRESAS_DESDE)
    return 'el prestador de servicios debe ser una persona natural'
  const [nombre, direccion] = [of('NOMBRE_TERC'), of('DOMICILIO_TER')]
  if (!nombre) return 'debe ingresar el nombre del prestador de servicios'
  if (!direccion) return 'debe ingresar el domicilio del prestador de servicios'
  const comuna = of('cod_comuna') && comunaOf(of('cod_comuna'))
  if (!comuna || !of('DESC_COMUNA')) return 'debe ingresar la comuna del prestador de servicios'
  if (of(`PRESTA${LINEAS_MAX + 1}`) || of(`VALOR${LINEAS_MAX + 1}`))
    return `la boleta admite hasta ${LINEAS_MAX} prestaciones`
  const lineas: [string, number][] = []
  for (const [presta, valor] of CAMPOS_LINEA) {
    if (!of(presta) && !of(valor)) continue
    if (!of(presta)) return 'debe describir la prestación de cada valor'
    const monto = integerOf(of(valor))
    if (!monto) return 'el valor de cada prestación debe ser mayor que cero'
    lineas.push([of(presta), monto])
  }
  if (!lineas.length) return 'debe ingresar al menos una prestación'
  const bruto = lineas.reduce((sum, [, monto]) => sum + monto, 0)
  return { fecha, beneficiario, nombre, direccion, comuna, lineas, bruto }
}
