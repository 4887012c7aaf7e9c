// Customs' data that the text of an export does not tell, as texts of a form and as the request has them (areas/certificacion §2).

import type { TablaAduana } from '../../domain/dte/aduana'
import { parseCount, parseNumber, parseRut } from '../ui/parse'

type Clase = TablaAduana | 'texto' | 'rut' | 'decimal' | 'entero'
export type CampoAduana = readonly [campo: string, nombre: string, clase: Clase]

/** In the order of the form; each group stands together. */
export const ADUANA: readonly (readonly CampoAduana[])[] = [
  [
    ['cod_mod_venta', 'Modalidad de venta', 'modalidad'],
    ['cod_clau_venta', 'Cláusula de venta', 'clausula'],
    ['tot_clau_venta', 'Total de la cláusula', 'decimal'],
    ['monto_flete', 'Flete', 'decimal'],
    ['monto_seguro', 'Seguro', 'decimal'],
  ],
  [
    ['cod_via_transp', 'Vía de transporte', 'via'],
    ['nombre_transp', 'Nave o vehículo', 'texto'],
    ['rut_cia_transp', 'RUT de la compañía de transporte', 'rut'],
    ['nom_cia_transp', 'Compañía de transporte', 'texto'],
    ['booking', 'Reserva (booking)', 'texto'],
    ['operador', 'Operador', 'texto'],
    ['cod_pto_embarque', 'Puerto de embarque', 'puerto'],
    ['cod_pto_desemb', 'Puerto de desembarque', 'puerto'],
    ['cod_pais_destin', 'País de destino', 'pais'],
  ],
  [
    ['peso_bruto', 'Peso bruto', 'decimal'],
    ['cod_unid_peso_bruto', 'Unidad del peso bruto', 'unidad'],
    ['peso_neto', 'Peso neto', 'decimal'],
    ['cod_unid_peso_neto', 'Unidad del peso neto', 'unidad'],
    ['tara', 'Tara', 'entero'],
    ['cod_unid_med_tara', 'Unidad de la tara', 'unidad'],
  ],
]

/** One kind of package; the text names no more. */
export const BULTO: readonly CampoAduana[] = [
  ['cod_tpo_bultos', 'Tipo de bulto', 'bulto'],
  ['cant_bultos', 'Cantidad de bultos', 'entero'],
  ['marcas', 'Marcas', 'texto'],
  ['id_container', 'Contenedor', 'texto'],
  ['sello', 'Sello', 'texto'],
  ['emisor_sello', 'Emisor del sello', 'texto'],
]

/** Texts by the name of the field; a field of the package has its own. */
export type TextosAduana = Readonly<Record<string, string>>
type Bloque = Readonly<Record<string, unknown>>

const CAMPOS = ADUANA.flat()
const bultosOf = ({ tipo_bultos }: Bloque): readonly Bloque[] => (tipo_bultos ?? []) as readonly Bloque[]
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

export function textosOf(aduana: Bloque): TextosAduana {
  const [bulto = {}] = bultosOf(aduana)
  return Object.fromEntries([
    ...CAMPOS.map(([campo]) => [campo, textOf(aduana[campo])]),
    ...BULTO.map(([campo]) => [campo, textOf(bulto[campo])]),
  ])
}

/** Why a text cannot be what its field wants; undefined where it can. */
export function faultOf(clase: Clase, text: string): string | undefined {
  if (!text.trim()) return undefined
  const read =
    clase === 'decimal'
      ? parseNumber(text)
      : clase === 'entero'
        ? parseCount(text)
        : clase === 'rut'
          ? parseRut(text)
          : null
  return read && !read.ok ? read.error : undefined
}

function readValue(clase: Clase, text: string): unknown {
  if (clase === 'texto') return text
  const read = clase === 'decimal' ? parseNumber(text) : clase === 'rut' ? parseRut(text) : null
  if (read) return read.ok ? read.value : text
  if (clase !== 'entero') return Number(text)
  const count = parseCount(text)
  return count.ok ? count.value : text
}

const blockOf = (campos: readonly CampoAduana[], textos: TextosAduana): Record<string, unknown> =>
  Object.fromEntries(
    campos.flatMap(([campo, , clase]) => {
      const text = textos[campo]?.trim()
      return text ? [[campo, readValue(clase, text)]] : []
    }),
  )

/** The block that is saved; what no field shows stays as it was. */
export function aduanaOf(textos: TextosAduana, before: Bloque = {}): Record<string, unknown> {
  const shown = CAMPOS.map(([campo]) => campo)
  const hidden = Object.entries(before).filter(([name]) => !shown.includes(name) && name !== 'tipo_bultos')
  const bulto = blockOf(BULTO, textos)
  const [, ...others] = bultosOf(before)
  const tipo_bultos = [...(Object.keys(bulto).length ? [bulto] : []), ...others]
  return {
    ...Object.fromEntries(hidden),
    ...blockOf(CAMPOS, textos),
    ...(tipo_bultos.length && { tipo_bultos }),
  }
}
