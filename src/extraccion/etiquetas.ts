// The words that invoices name their fields by, in English, Spanish and Portuguese, against folded text; the heavier a label, the surer.

export interface Etiqueta {
  peso: number
  palabras: RegExp
}

const NO = String.raw`(?:numbers?|num(?:ero)?\b\.?|n(?:\.? ?o|r|ro|br)?\b\.?|id\b|#|code\b|reference\b|ref\b\.?)`
const FACTURA = `(?:invoice|factura(?: (?:electronica|comercial|de (?:venta|exportacion)))?(?: electronica)?|fatura|nota fiscal(?: de servicos?)?(?: eletronica)?|nfs?-?e|credit (?:note|memo)|nota de credito|rechnung|facture)`

export const NUMERO: readonly Etiqueta[] = [
  { peso: 10, palabras: new RegExp(String.raw`\b${FACTURA} ?(?:${NO})`) },
  {
    peso: 10,
    palabras: new RegExp(
      String.raw`\b(?:numero|num\.?|nro\.?|n\.?o?\.?) (?:de |da |del |do )?(?:la )?(?:${FACTURA}|documento|nota)\b`,
    ),
  },
  {
    peso: 7,
    palabras: new RegExp(
      String.raw`\b(?:bill|document|documento|folio|statement|recibo|receipt|boleto) ?(?:${NO})`,
    ),
  },
  { peso: 7, palabras: /^(?:serie y )?folio\b/ },
  {
    peso: 5,
    palabras:
      /^(?:tax |vat |commercial |sales )?(?:invoice|factura(?: (?:electronica|comercial|de (?:venta|exportacion)))?(?: de exportacion)?|fatura|credit note)\b/,
  },
  { peso: 3, palabras: /^(?:number|numero|no\.?|nro\.?)(?=[ :#]|$)/ },
  {
    peso: 2,
    palabras: /\b(?:transaction (?:id|number)|identificador de la transaccion|order (?:id|number|no\b\.?))/,
  },
]

/**
 * The words that may begin a day. Behind a bare "date" any other word makes another label of it: `Date
 * d'échéance`, `Data di scadenza`.
 */
const DIA_O_MES =
  '(?:(?:jan|ene|feb|fev|mar[cz]|abr|maio|jun|jul|aug|ago|sep|oct|nov|dic|dez|mon|tue|wed|thu|fri|sat|sun)[a-z]*|mar|apr(?:il)?|mayo?|set(?:embro)?|out(?:ubro)?|dec(?:ember)?)\\b'

export const FECHA: readonly Etiqueta[] = [
  {
    peso: 10,
    palabras:
      /\b(?:(?:invoice|bill|billing|receipt|document|credit note)(?: ?\/ ?payment)? date|date (?:of (?:the )?)?(?:issue|invoice|issued)|issue date|issued(?: on)?|invoiced on|date issued|billed on)\b/,
  },
  {
    peso: 10,
    palabras:
      /\bfecha (?:de )?(?:la )?(?:factura|emision|expedicion|documento|facturacion)\b|\bemitid[ao] (?:el|em)\b|\bfecha y hora de emision\b/,
  },
  {
    peso: 10,
    palabras:
      /\bdata (?:(?:e hora )?d[ae] )?(?:emissao|fatura|nota|geracao)\b|\bdata e hora d[ae] emissao\b|\bemissao\b/,
  },
  {
    peso: 6,
    palabras: new RegExp(
      `^(?:date|fecha|data)(?: ?(?:and|&|y|e|/) ?(?:time|hora))?(?= *(?:$|[^a-z ]|${DIA_O_MES}))`,
    ),
  },
  {
    peso: 3,
    palabras: /^(?:date paid|paid on|payment date|date of payment|fecha de pago|statement date|order date)\b/,
  },
]
/** The headings of a column of days. */
export const FECHA_SOLA = /^(?:date|fecha|data)$/
/** Labels that name no day. */
export const FECHA_NO =
  /\b(?:next|proxim|due|echeance|limite|scadenza|venc|venci|period|periodo|delivery|entrega|expir|valid|servic|competencia|until|hasta|shipping|order)/

const ADMITIDAS = String.raw`(?:amount|price|cost|charges?|due|payable|general|geral|invoice|factura|fatura|documento|da nota(?: fiscal)?|da nfs?-?e|do servico|de la factura|de la operacion|gross|bruto|final|incl(?:\.|uding|uido|uida|uidos)?|with|con|com|inc\.?|including|vat|tax(?:es)?|iva|impuestos?|impostos?|all|in|en|em|of|this|for|ttc|usd|eur|gbp|brl|us|dollars?|dolares|euros?|reais|currency|order|servicos)`
/** Only such words may stand between the label and its amount. */
export const TOTAL_RESTO = new RegExp(String.raw`^(?:[\s:()\[\]/.,*+&=-]|${ADMITIDAS}\b)*$`)
export const TOTAL_NO =
  /\b(?:sub ?-?total|excl|excluding|before|antes|ht\b|hors taxes?|sin (?:iva|impuesto)|sem|net\b|neto|liquido|tax(?:es)? total|total (?:tax|vat|gst|iva|discount|desc|impuestos?|dos? (?:impostos|tributos)|hours|horas|qty|quantity|items|savings|units))/

export const TOTAL: readonly Etiqueta[] = [
  {
    peso: 9,
    palabras:
      /\b(?:grand total|invoice (?:total|amount)|(?:importe|monto) de la factura|valor da fatura|valor total(?: d[aeo]s? (?:nota|nfs?-?e|servicos?|fatura))?(?: fiscal)?|total (?:da|de la|do|de) (?:nota|factura|fatura|documento|nfs?-?e|servicos?)|total (?:invoice|factura|fatura|general|geral|final|gross|incl|including|con iva|com impostos)|importe total|monto total|total (?:invoice )?amount|total (?:in |en |em )?\(?(?:usd|eur|gbp|brl|us ?\$|cad|aud|mxn)\)?)/,
  },
  { peso: 8, palabras: /^total\b/ },
  {
    peso: 5,
    palabras:
      /\b(?:amount due|balance due|total due|amount payable|total payable|total to pay|total a pagar|importe a pagar|valor a pagar|neto a pagar|net to pay|liquido a percibir|valor liquido|saldo(?: a pagar)?|amount to pay)\b/,
  },
  {
    peso: 3,
    palabras:
      /\b(?:amount paid|total paid|amount charged|you paid|total pagado|valor pago|importe pagado|amount billed|charged to)\b|^(?:paid|pagado|pago)$/,
  },
]

/** The former debt, which belongs to another invoice. */
export const SALDO_ANTERIOR =
  /^(?:previous|prior|opening|past[- ]due|unpaid|last|amount of last)\b.{0,30}\b(?:balance|amount|charges|invoices?|bill|statement)\b|\bbalance (?:brought )?forward\b|^saldos? (?:anterior(?:es)?|inicial)\b/

/** The present charge, beside the former debt. */
export const DE_AHORA =
  /^(?:total )?(?:current|new|this (?:month|period)) (?:charges|activity|invoice|amount)\b|^(?:total )?(?:this invoice|cargos del (?:mes|periodo))\b/

/** A line that tells what an amount is worth in another currency. */
export const EQUIVALENTE =
  /\bequivalen|\bexchange\b|\bconver(?:sion|ted|tido)|\b(?:tipo|taxa) de cambio\b|\b(?:local|home|card) currency\b|\bmoneda local\b|\bapprox|\baprox/

export const IMPUESTO =
  /^(?:(?:total|amount of|importe|cuota|valor d[oe]|sales|estimated|other|\d+(?:[.,]\d+)? ?%|\+|plus|less)\s+)*(?:tax(?:es)?|vat|gst|hst|pst|qst|iva|i\.v\.a\.|impuestos?|iss(?:qn)?|icms|igv|itbis|impostos?|mwst|ust|umsatzsteuer|tva|btw|moms)\b/
export const IMPUESTO_TOTAL =
  /^(?:total|importe|valor|amount)\b(?: (?:total|amount|importe|sales|estimated|foreign|of|the|de|del|los|do|dos|da))* (?:tax(?:es)?|vat|iva|i\.v\.a\.|impuestos?|impostos?|gst)\b/
/** Words after it that make it a taxpayer's number, or a text. */
export const IMPUESTO_NO =
  /\b(?:id|no|number|reg|registration|nr|num|numero|nif|identification|invoice|exempt|excl|base|taxable|rate|point|withh|retenid|period|code|included|incluid[oa]s?)\b/

export const MONEDA = /^(?:currency|moneda|moeda|divisa)\b/

export const INVERSION =
  /\breverse[- ]charge\b|\binversion del sujeto pasivo\b|\bautoliquidacion\b|\bvat exempt\b|\bexempt from (?:vat|tax)\b|\bno vat\b|\bexenta? de iva\b|\boperacion no sujeta\b/

/** Titles of a paper that nobody pays. */
export const NO_FACTURA =
  /^(?:pro[- ]?forma(?: invoice)?\b|factura pro[- ]?forma\b|(?:(?:draft|void|cancell?ed)(?: invoice)?|(?:factura |fatura )?(?:anulada|cancelada)|borrador|quot(?:e|ation)|estimate|presupuesto|cotizacion|orcamento|order confirmation|statement(?: of account)?)$)/

/** Words of money given back. */
export const REEMBOLSO =
  /\b(?:credit (?:note|memo|invoice)|nota de (?:credito|abono)|factura rectificativa|gutschrift|stornorechnung|refund (?:receipt|invoice|note|number)|(?:total|amount) refunded|total (?:reembolsado|devuelto))\b/

/** Words beside an amount that was given back. */
export const DEVUELTO = /\brefund(?:ed)?\b|\breembols(?:o|ado)\b|\bdevuelto\b/

/** A line with an amount to pay contains one of these, and one of those for paid. */
export const PAGADO = /\b(?:paid|pagad[oa]|pago)\b/
export const PAGO =
  /\b(?:pay(?:able|ment)?|due|ow(?:e|ed|ing)|balance|outstanding|remaining|charged|saldo|pagar|restante)\b/

export const CLIENTE =
  /^(?:bill(?:ed)?[ -]?(?:to)\b|billing (?:address|details|information|info|contact)\b|(?:datos de )?facturacion a?\b|organi[sz]ation\b|(?:purchaser|subscriber|licensee|addressee|end[ -]user|payer)\b|invoiced? to\b|sold to\b|ship(?:ped)? to\b|customer\b|client\b|cliente\b|clientes?:|facturar a\b|vender a\b|vendido a\b|enviar a\b|facturado a\b|cobrar a\b|destinatario\b|tomador\b|receptor\b|datos del (?:cliente|receptor|adquir)|dados d[oe] (?:cliente|tomador)|buyer\b|recipient\b|prepared for\b|comprador\b|adquirente\b|sacado\b|senor(?:es)?\b|attn\b|attention\b|to:|to$|for:|for$|para:|account (?:name|holder)|bill to)/

export const PROVEEDOR =
  /^(?:(?:invoice |receipt )?from\b(?!.* to )|(?:seller|vendor|supplier)\b(?! ?(?:id|no|number|code|ref|#))|issued by\b|billed by\b|bill from\b|sold by\b|service provider\b|emisor\b|proveedor\b|prestador(?: (?:de|dos) servicos?)?\b|emitente\b|expedidor\b|vendedor\b|datos del emisor\b|dados do (?:prestador|emitente)\b|remit(?:tance)? to\b|pay(?:able)? to\b|make (?:all )?(?:checks|cheques) payable to\b|beneficiary\b|beneficiario\b|de:|company name\b)/
/** Before a name in a block. */
export const NOMBRE =
  /^(?:nome ?\/ ?razao social|nombre o razon social|razao social|razon social|name|company|nombre|nome|legal name|business name|beneficiary name)\b[\s:.]*/

export const TAX_ID =
  /\b(?:(?:vat|tax|gst|hst|iva)[ /]*(?:reg(?:istration)?\.?)? ?(?:id(?:entification)?|no\b\.?|number|nr\.?|reg\b\.?)(?: (?:no|number)\.?)?|vat reg(?:istered)?(?: no\.?)?|vat:|ein\b|tin\b|fein\b|abn\b|acn\b|gstin\b|cnpj(?: ?\/ ?cpf)?\b|cpf\b|nif(?: ?\/ ?cif)?\b|cif\b|c\.i\.f\.|n\.i\.f\.|ruc\b|rfc\b|cuit\b|nit\b|rut\b|ust-?id(?:nr)?\.?|ust-?idnr\.?|id\.? de iva\b|siret\b|uen\b|kvk\b|trn\b)(?: (?:no|number|nr)\.?)?/

export const DESCRIPCION =
  /^(?:description(?: of (?:services?|work|goods))?|item(?: description)?|product(?: ?\/ ?service| or service)?|services?|details|particulars|descripcion(?: del? (?:servicio|producto)s?)?|concepto|detalle|servicios?|producto|descricao(?: d[oe]s? servicos?)?|discriminacao d[oe]s? servicos?|item|servicos?)\b/
/** The descriptions that head a single column. */
export const DESCRIPCION_SOLA = /^(?:description|descripcion|descricao|discriminacao|concepto|detalle)/
/** Words that a table's heading has more of. */
export const ENCABEZADO =
  /^(?:qty|quantity|cantidad|cant\.?|quantidade|qtd\.?|hours|hrs|units?|unit price|price|precio|preco|rate|tarifa|amount|importe|valor|total|monto|valor unitario|precio unitario|subtotal|vat|tax|iva|usage|period|date|fecha)\b/
