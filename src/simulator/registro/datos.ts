// The register's data of a document: amounts in pesos, references, other taxes (simulator §12.1). Read from
// its XML at the verdict, because its bytes are given up later.

import { impuesto } from '../../domain/dte/impuestos'
import { filaDe } from '../../domain/dte/tipos'
import { type Elemento, en, hijos, textoEn } from '../../xml/verify/nodo'
import type { DteLeido } from '../../xml/verify/parse-sobre'

/** The rate of VAT, in percent, by no table that Timbre computes with. */
export const TASA_IVA = 19

export interface OtroImpuesto {
  codigo: number
  monto: number
  /** As the document has it, '' without. */
  tasa: string
}

/** The columns of a row beside its amounts; missing data are absent. */
export interface DatosRegistro {
  otros?: OtroImpuesto[]
  /** The first type that the document refers to, and its folios of that type. */
  referencia?: { tipo: number; folios: string }
  notaSobreCompra?: true
  ivaRetTotal?: number
  ivaRetParcial?: number
  ivaNoRetenido?: number
  ivaPropio?: number
  ivaTerceros?: number
  comision?: { neto: number; exento: number; iva: number }
  tasaIva?: string
  expNumId?: string
  expNacionalidad?: string
  credEc?: number
  depEnvase?: number
  indServicio?: number
  montoNoFact?: number
  montoPeriodo?: number
  sucursal?: number
}

export interface Leido {
  formaPago: string
  emisor: string
  receptor: string
  tipoCompra: number
  tipoVenta: number
  exento: number
  neto: number
  iva: number
  total: number
  datos: DatosRegistro
}

const pesos = (text: string): number => (/^-?\d{1,15}$/.test(text.trim()) ? Number(text) : 0)
const kind = (text: string): number => (/^[1-7]$/.test(text.trim()) ? Number(text) : 1)

/** Totals in pesos: an export in another currency has them beside its own. */
function totalsOf(encabezado: Elemento | null): { nodo: Elemento | null; sufijo: '' | 'OtrMnda' } {
  const totales = en(encabezado, 'Totales')
  const otra = hijos(encabezado, 'OtraMoneda').find((nodo) => textoEn(nodo, 'TpoMoneda') === 'PESO CL')
  const moneda = textoEn(totales, 'TpoMoneda')
  if (moneda === '' || moneda === 'PESO CL') return { nodo: totales, sufijo: '' }
  return { nodo: otra ?? null, sufijo: 'OtrMnda' }
}

export function readRegistro({ documento }: DteLeido): Leido {
  const encabezado = en(documento, 'Encabezado')
  const idDoc = en(encabezado, 'IdDoc')
  const { nodo, sufijo } = totalsOf(encabezado)
  const amount = (name: string): number => pesos(textoEn(nodo, name + sufijo))
  const emisor = textoEn(encabezado, 'Emisor/RznSoc') || textoEn(encabezado, 'Emisor/RznSocEmisor')
  return {
    formaPago: textoEn(idDoc, 'FmaPago').trim(),
    emisor,
    receptor: textoEn(encabezado, 'Receptor/RznSocRecep'),
    tipoCompra: kind(textoEn(idDoc, 'TpoTranCompra')),
    tipoVenta: Math.min(3, kind(textoEn(idDoc, 'TpoTranVenta'))),
    exento: amount('MntExe'),
    neto: amount('MntNeto'),
    iva: amount('IVA'),
    total: sufijo ? amount('MntTot') : amount('MntTotal'),
    datos: readDatos(documento, encabezado, nodo),
  }
}

function readDatos(
  documento: Elemento | null,
  encabezado: Elemento | null,
  totales: Elemento | null,
): DatosRegistro {
  const taxes = hijos(totales, 'ImptoReten').map((tax) => ({
    codigo: Number(textoEn(tax, 'TipoImp')),
    monto: pesos(textoEn(tax, 'MontoImp')),
    tasa: textoEn(tax, 'TasaImp'),
  }))
  const withheld = taxes.filter(({ codigo }) => impuesto(String(codigo))?.tipo === 'R')
  const sum = (list: OtroImpuesto[]): number => list.reduce((so, { monto }) => so + monto, 0)
  const otros = taxes.filter((tax) => !withheld.includes(tax))
  const comision = en(totales, 'Comisiones')
  const own = {
    ivaRetTotal: sum(withheld.filter(({ codigo }) => codigo === 15)),
    ivaRetParcial: sum(withheld.filter(({ codigo }) => codigo !== 15)),
    ivaNoRetenido: pesos(textoEn(totales, 'IVANoRet')),
    ivaPropio: pesos(textoEn(totales, 'IVAProp')),
    ivaTerceros: pesos(textoEn(totales, 'IVATerc')),
    credEc: pesos(textoEn(totales, 'CredEC')),
    depEnvase: pesos(textoEn(totales, 'GrntDep')),
    indServicio: pesos(textoEn(encabezado, 'IdDoc/IndServicio')),
    montoNoFact: pesos(textoEn(totales, 'MontoNF')),
    montoPeriodo: pesos(textoEn(totales, 'MontoPeriodo')),
    sucursal: pesos(textoEn(encabezado, 'Emisor/CdgSIISucur')),
    tasaIva: textoEn(totales, 'TasaIVA'),
    expNumId: textoEn(encabezado, 'Receptor/Extranjero/NumId'),
    expNacionalidad: textoEn(encabezado, 'Receptor/Extranjero/Nacionalidad'),
  }
  const referencia = readReferencia(documento)
  return {
    ...(Object.fromEntries(Object.entries(own).filter(([, value]) => value)) as DatosRegistro),
    ...(otros.length && { otros }),
    ...(comision && {
      comision: {
        neto: pesos(textoEn(comision, 'ValComNeto')),
        exento: pesos(textoEn(comision, 'ValComExe')),
        iva: pesos(textoEn(comision, 'ValComIVA')),
      },
    }),
    ...(referencia && {
      referencia: referencia.uno,
      ...(referencia.sobreCompra && { notaSobreCompra: true }),
    }),
  }
}

/** Only types with a number have a place in the register. */
function readReferencia(documento: Elemento | null) {
  const all = hijos(documento, 'Referencia')
    .map((nodo) => ({ tipo: textoEn(nodo, 'TpoDocRef').trim(), folio: textoEn(nodo, 'FolioRef').trim() }))
    .filter(({ tipo, folio }) => /^\d{1,3}$/.test(tipo) && folio !== '')
  const [first] = all
  if (!first) return null
  const folios = all.filter(({ tipo }) => tipo === first.tipo).map(({ folio }) => folio)
  return {
    uno: { tipo: Number(first.tipo), folios: folios.join('-') },
    sobreCompra: all.some(({ tipo }) => filaDe(tipo)?.delComprador),
  }
}
