// A row of the register as its application tells it, as a document of ours (sii §13.2).

import type { CampoDatos, Datos, DocumentoRcv } from '../../domain/rcv/columnas'
import { Malo, READERS } from '../../domain/rcv/valores'
import { parseRut } from '../../domain/rut'
import { strangeError } from '../portal/faults'

type Fila = Readonly<Record<string, unknown>>

/** The fault of a row without a sense of its own: the page would be no better for a guess. */
const bad = (property: string) => strangeError('detalle del registro', `una fila con ${property} legible`)

function number(fila: Fila, property: string): number | null {
  const value = fila[property]
  if (value === null || value === undefined || value === '') return null
  const read = typeof value === 'number' ? value : Number(value)
  if (!Number.isSafeInteger(read)) throw bad(property)
  return read
}

function text(fila: Fila, property: string): string | null {
  const value = fila[property]
  if (value === null || value === undefined) return null
  const read = READERS.texto(String(value))
  if (read instanceof Malo) throw bad(property)
  return read === '' ? null : String(read)
}

function read(fila: Fila, property: string, clase: 'fecha' | 'instante'): string | null {
  const value = text(fila, property)
  if (value === null || value === 'null') return null
  const date = READERS[clase](value)
  if (date instanceof Malo) throw bad(property)
  return String(date)
}

function required<T>(value: T | null, property: string): T {
  if (value === null) throw bad(property)
  return value
}

/** Amounts and counts by the property that has them. */
const NUMEROS: Partial<Record<CampoDatos, string>> = {
  codigoIvaNoRec: 'detMntCodNoRec',
  activoFijoNeto: 'detMntActFijo',
  activoFijoIva: 'detMntIVAActFijo',
  impuestoSinCredito: 'detMntSinCredito',
  ivaNoRetenido: 'detIVANoRetenido',
  tabacosPuros: 'detTabPuros',
  tabacosCigarrillos: 'detTabCigarrillos',
  tabacosElaborados: 'detTabElaborado',
  ivaRetenidoTotal: 'detIVARetTotal',
  ivaRetenidoParcial: 'detIVARetParcial',
  ivaPropio: 'detIVAPropio',
  ivaTerceros: 'detIVATerceros',
  liquidacionNeto: 'detLiqValComNeto',
  liquidacionExento: 'detLiqValComExe',
  liquidacionIva: 'detLiqValComIVA',
  ivaFueraPlazo: 'detIVAFueraPlazo',
  creditoEmpresaConstructora: 'detCredEc',
  impuestoZonaFranca: 'detLey18211',
  garantiaEnvases: 'detDepEnvase',
  montoNoFacturable: 'detMntNoFact',
  montoPeriodo: 'detMntPeriodo',
  pasajesNacional: 'detPsjNac',
  pasajesInternacional: 'detPsjInt',
}
/** The fields that the files have as text. */
const TEXTOS: Partial<Record<CampoDatos, string>> = {
  notaSobreFacturaCompra: 'detEmisorNota',
  extranjeroNumId: 'detExpNumId',
  extranjeroNacionalidad: 'detExpNacionalidad',
  indSinCosto: 'detIndSinCosto',
  indServicio: 'detIndServicio',
  numeroInterno: 'detNumInt',
  codigoSucursal: 'detCdgSIISucur',
}

function datosOf(fila: Fila): Datos {
  const datos: Datos = {}
  for (const [campo, property] of Object.entries(NUMEROS) as [CampoDatos, string][]) {
    const value = number(fila, property)
    if (value !== null) datos[campo] = value
  }
  for (const [campo, property] of Object.entries(TEXTOS) as [CampoDatos, string][]) {
    const value = text(fila, property)
    if (value !== null) datos[campo] = value
  }
  // Zero or null: it refers to nothing.
  const tipo = text(fila, 'detTipoDocRef')
  const folio = text(fila, 'detFolioDocRef')
  if (tipo !== null && tipo !== '0' && folio !== null && folio !== '0')
    Object.assign(datos, { referenciaTipo: tipo, referenciaFolio: folio })
  const liquidacion = number(fila, 'detLiqRutEmisor')
  const issuer = liquidacion && parseRut(`${liquidacion}-${fila.detLiqDvEmisor}`)
  if (issuer) datos.liquidacionRut = issuer
  // Which taxes they are only the files tell.
  const otros = number(fila, 'totalDtoiMontoImp')
  if (otros) datos.otrosImpuestos = [{ codigo: null, valor: otros, tasa: null }]
  return datos
}

/** The document of a row; `tipoDte` is what was asked for, since rows of purchases say none. Throws SII_ERROR. */
export function documentOf(fila: Fila, tipoDte: number): DocumentoRcv {
  const rut = parseRut(`${fila.detRutDoc}-${fila.detDvDoc}`)
  return {
    tipoDte,
    tipoTransaccion: text(fila, 'descTipoTransaccion'),
    rut: required(rut, 'detRutDoc'),
    razonSocial: text(fila, 'detRznSoc'),
    folio: required(number(fila, 'detNroDoc'), 'detNroDoc'),
    fechaEmision: required(read(fila, 'detFchDoc', 'fecha'), 'detFchDoc'),
    fechaRecepcion: read(fila, 'detFecRecepcion', 'instante'),
    fechaAcuse: read(fila, 'detFecAcuse', 'instante'),
    fechaReclamo: read(fila, 'detFecReclamado', 'instante'),
    montoExento: number(fila, 'detMntExe'),
    montoNeto: number(fila, 'detMntNeto'),
    montoIva: number(fila, 'detMntIVA'),
    ivaNoRecuperable: number(fila, 'detMntIVANoRec'),
    ivaUsoComun: number(fila, 'detIVAUsoComun'),
    montoTotal: required(number(fila, 'detMntTotal'), 'detMntTotal'),
    datos: datosOf(fila),
    crudo: null,
  }
}
