// Invoices that are data already: UBL 2.1 and CII (ZUGFeRD, Factur-X). The reader refuses DOCTYPEs, expands no entity and bounds depth.

import { isPais } from '../domain/codigos-iso'
import { isDate } from '../domain/fecha'
import { decode } from '../xml/verify/decode'
import { type Elemento, en, texto, textoEn, todosEn } from '../xml/verify/nodo'
import { readXml, XmlFault } from '../xml/verify/xml-reader'
import { createDudas, type Dudas } from './candidatos'
import { FileFault } from './falla'
import { doubtImpuesto, IVA_CHILENO, isDe19 } from './impuesto'
import { oneBlankOfData } from './lineas'
import { compare, sum } from './numeros'
import type { CampoDudoso, Propuesta } from './tipos'
import { doubtMezcla, type Importes, importesOf, isOf, LARGO_MAX } from './xml-importes'

interface Leida {
  metodo: 'ubl' | 'cii'
  propuesta: Propuesta
  camposDudosos: CampoDudoso[]
}

/** Throws FileFault for what is no XML, or no invoice that is read here. */
export function readXmlFactura(bytes: Uint8Array): Leida {
  const root = rootOf(bytes)
  const dudas = createDudas()
  if ((root.local === 'Invoice' || root.local === 'CreditNote') && root.ns.includes(':ubl:')) {
    const propuesta = readUbl(root, dudas)
    return { metodo: 'ubl', propuesta, camposDudosos: dudas.list() }
  }
  if (root.local === 'CrossIndustryInvoice' || root.local === 'CrossIndustryDocument') {
    const propuesta = readCii(root, dudas)
    return { metodo: 'cii', propuesta, camposDudosos: dudas.list() }
  }
  if (/^(?:EnvioDTE|EnvioBOLETA|SetDTE|DTE|AEC|RespuestaDTE|EnvioRecibos)$/.test(root.local))
    throw new FileFault('Es un documento del SII: cárguelo en Documentos recibidos')
  throw new FileFault(`El XML no es una factura UBL ni CII: comienza con <${root.local.slice(0, 60)}>`)
}

function rootOf(bytes: Uint8Array): Elemento {
  try {
    return readXml(decode(bytes, true).texto.trimStart())
  } catch (fault) {
    if (fault instanceof XmlFault) throw new FileFault(`El XML no se puede leer: ${fault.message}`)
    throw fault
  }
}

/** The text at the first of these paths that has one. */
function textAt(from: Elemento | null, ...rutas: string[]): string | null {
  for (const ruta of rutas) {
    const found = oneBlankOfData(textoEn(from, ruta))
    if (found && found.length <= LARGO_MAX) return found
  }
  return null
}

const DECIMAL = /^[+-]?(?:\d{1,15}(?:\.\d{0,10})?|\.\d{1,10})$/

const isNegative = (printed: string | null): boolean =>
  printed !== null && DECIMAL.test(printed) && /^-.*[1-9]/.test(printed)

/** An amount as decimal text; null for what is none, and for a negative one: without its sign it is not printed. */
function amount(printed: string | null): string | null {
  if (printed === null || !DECIMAL.test(printed) || isNegative(printed)) return null
  const bare = printed
    .replace(/^[+-]/, '')
    .replace(/^\./, '0.')
    .replace(/(\.\d{2,6}?)0*$/, '$1')
    .replace(/\.$/, '')
  return (bare.split('.')[1]?.length ?? 0) > 6 ? null : bare.replace(/^0+(?=\d)/, '')
}

interface Partes extends Importes {
  proveedor: Propuesta['proveedor']
  numero: string | null
  fecha: string | null
  impuestos: (string | null)[]
  descripcion: string | null
  devuelve: boolean
}

function proposed(p: Partes, dudas: Dudas): Propuesta {
  const printed = [p.total, p.porPagar].filter((one) => !isNegative(one))
  const monto = amount(printed.find((one) => one !== null) ?? null)
  doubtMezcla(p, dudas)
  if (isNegative(p.total)) dudas.add('monto', `El total es negativo: ${p.total}`)
  if (isNegative(p.porPagar)) dudas.add('monto', `Lo que queda por pagar es negativo: ${p.porPagar}`)
  if (monto === null && !dudas.has('monto')) throw new FileFault('La factura XML no trae su total')
  const porPagar = amount(p.porPagar)
  if (porPagar !== null && monto !== null && compare(porPagar, monto) !== 0 && !/^0(?:\.0*)?$/.test(porPagar))
    dudas.add('monto', 'Lo que queda por pagar no es el total', [porPagar])
  if (p.devuelve) dudas.add('monto', 'Es una nota de crédito: el monto se devuelve, no se paga')
  const negative = p.impuestos.filter(isNegative)
  if (negative.length)
    dudas.add('impuesto_extranjero', `El archivo trae un impuesto negativo: ${negative.join(', ')}`)
  const taxes = p.impuestos.map(amount).filter((one) => one !== null)
  if (taxes.length > 1 && !negative.length)
    dudas.add('impuesto_extranjero', 'Es la suma de los impuestos del archivo', taxes)
  const impuesto = taxes.length && !negative.length ? sum(taxes) : null
  const [neto, total] = [amount(p.neto), amount(p.total)]
  if (neto !== null && total !== null && impuesto !== null && compare(sum([neto, impuesto]), total) !== 0)
    dudas.add('monto', `El neto de ${neto} y el impuesto de ${impuesto} no suman el total`)
  doubtImpuesto(monto, impuesto, dudas)
  if (impuesto !== null && isDe19(impuesto, monto)) dudas.add('impuesto_extranjero', IVA_CHILENO)
  const { pais } = p.proveedor
  if (pais !== null && !isPais(pais)) dudas.add('proveedor.pais', `${pais} no es el código de un país`)
  return {
    proveedor: { ...p.proveedor, pais: pais !== null && isPais(pais) ? pais : null },
    numero: p.numero,
    fecha: p.fecha !== null && isDate(p.fecha) ? p.fecha : null,
    moneda: p.moneda,
    monto,
    impuestoExtranjero: impuesto,
    descripcion: p.descripcion,
  }
}

const direccionOf = (from: Elemento | null, rutas: readonly string[]): string | null =>
  rutas.flatMap((ruta) => textAt(from, ruta) ?? []).join(', ') || null

/** The credit notes of UNTDID 1001, as EN 16931 admits them. */
const isNotaCredito = (tipo: string | null): boolean =>
  tipo !== null && /^(?:81|83|261|262|296|308|381|396|420|458|532)$/.test(tipo)

function readUbl(root: Elemento, dudas: Dudas): Propuesta {
  const party = en(root, 'AccountingSupplierParty/Party')
  const line = en(root, 'InvoiceLine') ?? en(root, 'CreditNoteLine')
  const importes = importesOf(
    en(root, 'LegalMonetaryTotal'),
    textAt(root, 'DocumentCurrencyCode'),
    ['TaxInclusiveAmount', 'TaxExclusiveAmount', 'PayableAmount'],
    dudas,
  )
  // A second one repeats it in the currency of the supplier's treasury.
  const taxes = todosEn(root, 'TaxTotal/TaxAmount').filter((one) => isOf(one, importes))
  return proposed(
    {
      proveedor: {
        nombre: textAt(party, 'PartyLegalEntity/RegistrationName', 'PartyName/Name'),
        pais: textAt(party, 'PostalAddress/Country/IdentificationCode'),
        taxId: textAt(party, 'PartyTaxScheme/CompanyID', 'PartyLegalEntity/CompanyID'),
        direccion: direccionOf(en(party, 'PostalAddress'), [
          'StreetName',
          'AdditionalStreetName',
          'PostalZone',
          'CityName',
          'CountrySubentity',
        ]),
      },
      numero: textAt(root, 'ID'),
      fecha: textAt(root, 'IssueDate')?.slice(0, 10) ?? null,
      ...importes,
      impuestos: taxes.map((one) => textAt(one.padre, 'TaxAmount')),
      descripcion: textAt(line, 'Item/Name', 'Item/Description'),
      devuelve: root.local === 'CreditNote' || isNotaCredito(textAt(root, 'InvoiceTypeCode')),
    },
    dudas,
  )
}

function readCii(root: Elemento, dudas: Dudas): Propuesta {
  const head = en(root, 'ExchangedDocument') ?? en(root, 'HeaderExchangedDocument')
  const trade = en(root, 'SupplyChainTradeTransaction') ?? en(root, 'SpecifiedSupplyChainTradeTransaction')
  const of = (name: string) =>
    en(trade, `ApplicableHeader${name}`) ?? en(trade, `ApplicableSupplyChain${name}`)
  const seller = en(of('TradeAgreement'), 'SellerTradeParty')
  const settlement = of('TradeSettlement')
  const totals =
    en(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation') ??
    en(settlement, 'SpecifiedTradeSettlementMonetarySummation')
  const importes = importesOf(
    totals,
    textAt(settlement, 'InvoiceCurrencyCode'),
    ['GrandTotalAmount', 'TaxBasisTotalAmount', 'DuePayableAmount'],
    dudas,
  )
  const taxes = todosEn(totals, 'TaxTotalAmount').filter((one) => isOf(one, importes))
  const day = textAt(head, 'IssueDateTime/DateTimeString') ?? ''
  return proposed(
    {
      proveedor: {
        nombre: textAt(seller, 'Name'),
        pais: textAt(seller, 'PostalTradeAddress/CountryID'),
        taxId: textAt(seller, 'SpecifiedTaxRegistration/ID', 'SpecifiedLegalOrganization/ID'),
        direccion: direccionOf(en(seller, 'PostalTradeAddress'), [
          'LineOne',
          'LineTwo',
          'PostcodeCode',
          'CityName',
        ]),
      },
      numero: textAt(head, 'ID'),
      fecha: /^\d{8}/.test(day) ? `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}` : null,
      ...importes,
      impuestos: taxes.map((one) => oneBlankOfData(texto(one))),
      descripcion: textAt(en(trade, 'IncludedSupplyChainTradeLineItem'), 'SpecifiedTradeProduct/Name'),
      devuelve: isNotaCredito(textAt(head, 'TypeCode')),
    },
    dudas,
  )
}
