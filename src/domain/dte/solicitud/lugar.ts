// `georeferencia` and `madera`: where a document is issued, and where primary timber comes from and goes to (http §1;
// domain/dte §2.2, §8.2 k). Written only when given.

import type { Georeferencia, Madera } from '../dte'
import { codigoObligacion, nodo } from '../esquema'
import type { TipoDocumento } from '../tipos'
import { camposDe } from './campos'
import { textoOEntero } from './lectores'
import type { Lector } from './lectura'
import { objeto } from './objeto'

/** Decimal degrees of WGS84, the one system that the format names. */
const WGS84 = 1

/** As the client wrote it; a JSON number is taken for its text. */
const coordenada: Lector<string> = (valor, campo, l) =>
  textoOEntero(30)(typeof valor === 'number' && Number.isFinite(valor) ? String(valor) : valor, campo, l)

const LIMITES = [
  ['latitud', 90],
  ['longitud', 180],
] as const

/** Whether a text is decimal degrees of at most that many. */
function isGrados(text: string, max: number): boolean {
  const match = /^-?(\d{1,3})(?:\.(\d+))?$/.exec(text)
  if (!match) return false
  const whole = BigInt(match[1]!)
  return whole < BigInt(max) || (whole === BigInt(max) && /^0*$/.test(match[2] ?? ''))
}

/** The reader of a group: what the format or the schema wants always is required, but for the system, which is WGS84. */
function lectorDeGrupo<T extends object>(ruta: string, sistema: string) {
  return ({ raiz, codigo }: TipoDocumento): Lector<T> => {
    const grupo = nodo(raiz, ruta)!
    const medidas = grupo.hijos.map(({ key }) => key).filter((key) => /^(latitud|longitud)/.test(key))
    const debidos = grupo.hijos
      .filter((n) => n.key !== sistema && (n.min > 0 || codigoObligacion(n, codigo) === 1))
      .map(({ key }) => key)
    const campos = camposDe(
      grupo,
      codigo,
      Object.fromEntries(medidas.map((key) => [key, coordenada])),
      debidos,
    )
    const read = objeto<Record<string, unknown>>(campos)
    return (valor, at, l) => {
      const value = read(valor, at, l)
      if (!value) return undefined
      const full = { ...value, [sistema]: value[sistema] ?? WGS84 }
      for (const [medida, max] of full[sistema] === WGS84 ? LIMITES : []) {
        for (const { key, nombre } of campos) {
          const text = value[key]
          if (!key.startsWith(medida) || typeof text !== 'string') continue
          if (isGrados(text, max)) continue
          l.fault(
            `${at}.${nombre}`,
            'grados',
            `${at}.${nombre} va en grados decimales entre -${max} y ${max}`,
          )
        }
      }
      return full as T
    }
  }
}

export const lectorGeoreferencia = lectorDeGrupo<Georeferencia>('GeoRefEmision', 'sistemaReferencia')
export const lectorMadera = lectorDeGrupo<Madera>('ManejoMadera', 'sistemareferenciaMadera')
