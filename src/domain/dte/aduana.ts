// The code tables of Chilean customs that an export declares with (datos/aduana-*.json, one record a line).

import clausulas from './datos/aduana-clausulas-venta.json'
import formasPago from './datos/aduana-formas-pago-exportacion.json'
import modalidades from './datos/aduana-modalidades-venta.json'
import paises from './datos/aduana-paises.json'
import puertos from './datos/aduana-puertos.json'
import bultos from './datos/aduana-tipos-bulto.json'
import unidades from './datos/aduana-unidades.json'
import vias from './datos/aduana-vias-transporte.json'

interface Codigo {
  codigo: number
  glosa: string | null
  sigla?: string
}

interface Tabla {
  /** The name of a code, as users read it: `el código de puerto`. */
  nombre: string
  codigos: ReadonlyMap<number, Codigo>
}

const tabla = (nombre: string, filas: readonly Codigo[]): Tabla => ({
  nombre,
  codigos: new Map(filas.map((fila) => [fila.codigo, fila])),
})

export const TABLAS = {
  pais: tabla('país', paises),
  puerto: tabla('puerto', puertos),
  modalidad: tabla('modalidad de venta', modalidades),
  clausula: tabla('cláusula de venta', clausulas),
  via: tabla('vía de transporte', vias),
  bulto: tabla('tipo de bulto', bultos),
  unidad: tabla('unidad de medida', unidades),
  formaPago: tabla('forma de pago de exportación', formasPago),
} as const

export type TablaAduana = keyof typeof TABLAS

/** The table that holds the codes of a field, by the SII's tag of the field. */
export const TABLA_DE_TAG: Readonly<Record<string, TablaAduana>> = {
  Nacionalidad: 'pais',
  FmaPagExp: 'formaPago',
  CodModVenta: 'modalidad',
  CodClauVenta: 'clausula',
  CodViaTransp: 'via',
  CodPtoEmbarque: 'puerto',
  CodPtoDesemb: 'puerto',
  CodUnidMedTara: 'unidad',
  CodUnidPesoBruto: 'unidad',
  CodUnidPesoNeto: 'unidad',
  CodTpoBultos: 'bulto',
  CodPaisRecep: 'pais',
  CodPaisDestin: 'pais',
}

/** Whether packages of a code are containers, which customs names so. */
export const isContenedor = (codTpoBultos: number | undefined): boolean =>
  /^CONT|^REEFER/.test((codTpoBultos !== undefined && TABLAS.bulto.codigos.get(codTpoBultos)?.glosa) || '')

/**
 * The meaning of a code, undefined when customs has none such. The words are customs' own, spelt as in its
 * tables.
 */
export const glosaAduana = (tabla: TablaAduana, codigo: number): string | undefined => {
  const found = TABLAS[tabla].codigos.get(codigo)
  return found && (found.glosa ?? found.sigla ?? String(codigo))
}
