// A form that begins from a document: the same again, or a note on it. Read from the request that would issue it again (http §10.2).

import { isTipoDte, type TipoDte, tipoDocumento } from '../../domain/dte/tipos'
import { parseRut, RUT_CONSUMIDOR_FINAL } from '../../domain/rut'
import type { SolicitudEmitida } from '../api/routes.gen'
import { formatNumber, formatRut } from '../ui/format'
import { shortName } from '../ui/tipo'
import {
  type Answer,
  emptyForm,
  emptyLine,
  emptyReceiver,
  emptyReference,
  type Form,
  type Line,
  type LineField,
  type Note,
  RECEIVER_FIELDS,
  REFERENCE_FIELDS,
  type Receiver,
  type ReceiverField,
  type Reference,
} from './form'
import type { Registrado } from './issued-search'
import { blocksOf } from './types'

type Solicited<K extends keyof SolicitudEmitida> = NonNullable<SolicitudEmitida[K]>
type SolicitedLine = Solicited<'detalle'>[number]

const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value))
/** A text that is no number stays as it was written. */
const number = (value: unknown): string =>
  /^-?\d+(\.\d+)?$/.test(text(value)) ? formatNumber(text(value)) : text(value)

/** The rest of an object beside the keys that fields show; undefined when nothing is left. */
function restOf(object: object, shown: readonly string[]): Readonly<Record<string, unknown>> | undefined {
  const left = Object.entries(object).filter(([key, value]) => !shown.includes(key) && value !== undefined)
  return left.length ? Object.fromEntries(left) : undefined
}

const portion = (pct: unknown, monto: unknown): string =>
  pct === undefined ? number(monto) : `${number(pct)}%`

const LINE_KEYS = [
  ...['nombre', 'descripcion', 'cantidad', 'unidad', 'precio', 'monto', 'exento', 'impuesto_adicional'],
  ...['descuento_pct', 'descuento_monto', 'recargo_pct', 'recargo_monto', 'tipo_doc_liq', 'moneda'],
]

function lineFrom(line: SolicitedLine, exento: boolean): Line {
  const [code, ...more] = line.codigo ?? []
  const plain = code && more.length === 0 && code.tipo === 'INT1'
  const resto = restOf(line, plain ? [...LINE_KEYS, 'codigo'] : LINE_KEYS)
  const fields: Record<LineField, string> = {
    nombre: text(line.nombre),
    descripcion: text(line.descripcion),
    codigo: plain ? text(code.valor) : '',
    cantidad: number(line.cantidad),
    unidad: text(line.unidad),
    precio: number(line.precio),
    descuento: portion(line.descuento_pct, line.descuento_monto),
    recargo: portion(line.recargo_pct, line.recargo_monto),
    // Where every line is exempt, none has to say so.
    exento: exento && line.exento === 1 ? '' : text(line.exento),
    impuesto: (line.impuesto_adicional ?? []).join(','),
    monto: number(line.monto),
    tipo_doc_liq: text(line.tipo_doc_liq),
    // Only a draft says it: an issued document has its prices in pesos.
    moneda: text((line as { moneda?: string }).moneda),
  }
  return { ...emptyLine(), ...fields, ...(resto && { resto }) }
}

/** One that cannot be read stays as it was written. */
const shownRut = (rut: string): string => (parseRut(rut) ? formatRut(rut) : rut)

/** The receiver of a request, or of the document itself, which says it with the same names. */
export function receiverFrom(receptor: Solicited<'receptor'>): Receiver {
  const resto = restOf(receptor, RECEIVER_FIELDS)
  const fields = Object.fromEntries(
    RECEIVER_FIELDS.map((key): [ReceiverField, string] => [
      key,
      key === 'rut' ? shownRut(text(receptor.rut)) : text(receptor[key]),
    ]),
  )
  return { ...emptyReceiver(), ...fields, ...(resto && { resto }) }
}

function referenceFrom(reference: Solicited<'referencias'>[number]): Reference {
  const resto = restOf(reference, REFERENCE_FIELDS)
  const fields = Object.fromEntries(REFERENCE_FIELDS.map((key) => [key, text(reference[key])]))
  return { ...emptyReference(), ...fields, ...(resto && { resto }) }
}

/** Fields of the moment or of this very document: the next one does not inherit them. */
const NOT_REPEATED = ['ambiente', 'referencia_externa', 'forzar_guia', 'reemplaza']

/** A default of the server: repeated, it says nothing. */
export const isDefault = ({ tipo_dte }: SolicitudEmitida, key: string, value: unknown): boolean =>
  value === 1 &&
  (key === 'tipo_transaccion_venta' || (key === 'forma_pago' && tipoDocumento(tipo_dte).raiz === 'Boleta'))

const isNobody = (receptor: object): boolean =>
  Object.keys(receptor).length === 1 && (receptor as { rut?: string }).rut === RUT_CONSUMIDOR_FINAL

const isGross = ({ tipo_dte, precio_incluye_iva }: SolicitudEmitida): boolean =>
  precio_incluye_iva ?? tipoDocumento(tipo_dte).preciosBrutos

/** A request of what the SII rejected says so. */
function reemplazaFrom({ reemplaza }: SolicitudEmitida): Pick<Form, 'reemplaza'> {
  if (!reemplaza || !isTipoDte(reemplaza.tipo_dte)) return {}
  return { reemplaza: { tipo: reemplaza.tipo_dte, folio: reemplaza.folio, forzar: false } }
}

/** The same document again; of another type, what both have: whom it is for and the lines. */
export function repeat(request: SolicitudEmitida, tipo: TipoDte): Form {
  const form = emptyForm(tipo, isGross(request))
  const common: Form = {
    ...form,
    ...(request.receptor && !isNobody(request.receptor) && { receptor: receiverFrom(request.receptor) }),
    lineas: request.detalle.map((line) => lineFrom(line, tipoDocumento(tipo).exento)),
    ...reemplazaFrom(request),
  }
  if (request.tipo_dte !== tipo) return common
  const blocks = blocksOf(tipo)
  const shown = [
    ...['tipo_dte', 'receptor', 'detalle', 'referencias', 'precio_incluye_iva'],
    ...blocks.flatMap(({ keys }) => keys),
    ...NOT_REPEATED,
    ...Object.entries(request).flatMap(([key, value]) => (isDefault(request, key, value) ? [key] : [])),
  ]
  return {
    ...common,
    referencias: (request.referencias ?? []).map(referenceFrom),
    bloques: Object.fromEntries(blocks.map((block) => [block.id, block.fromRequest(request)])),
    resto: restOf(request, shown) ?? {},
  }
}

/** A note on a document. Its lines are the document's, to be changed or left out when amounts are corrected. */
export function noteOn(
  request: SolicitudEmitida,
  document: { folio: number; fecha_emision: string },
  tipo: TipoDte,
  respuesta: Answer | '' = '',
  reemplaza?: Form['reemplaza'],
): Form {
  const { receptor, lineas, conIva } = repeat(request, tipo)
  const form = emptyForm(tipo, conIva)
  const taken = blocksOf(tipo).flatMap(({ id, forNote }) =>
    forNote ? [[id, forNote(request)] as const] : [],
  )
  return {
    ...form,
    // An anonymous boleta has no name, and its note must have one.
    receptor:
      receptor.rut || tipoDocumento(tipo).monedaExtranjera
        ? receptor
        : { ...receptor, rut: formatRut(RUT_CONSUMIDOR_FINAL), razon_social: 'Consumidor final' },
    lineas,
    bloques: { ...form.bloques, ...Object.fromEntries(taken) },
    nota: noteOf(request.tipo_dte, document.folio, document.fecha_emision, respuesta),
    ...(reemplaza && { reemplaza }),
  }
}

/** A note on a document that was issued elsewhere: all but its name is to be typed. */
export const noteOnForeign = (tipo: TipoDte, referido: TipoDte, folio: number, fecha: string): Form => ({
  ...emptyForm(tipo, tipoDocumento(referido).preciosBrutos),
  nota: { ...noteOf(referido, folio, fecha, ''), ajena: true },
})

/** A note on what the register alone has: its parties and amounts are known, its lines are not, so they are one for what bears VAT and one for the rest. */
export function noteOnRegistered(
  tipo: TipoDte,
  referido: TipoDte,
  registrado: Registrado,
  receptor: Receiver | null,
): Form {
  const { folio, fecha_emision, rut_contraparte, razon_social, monto_neto, monto_exento, monto_total } =
    registrado
  const form = noteOnForeign(tipo, referido, folio, fecha_emision)
  const abroad = tipoDocumento(tipo).monedaExtranjera
  const nombre = `Según ${shortName(referido).toLowerCase()} N° ${folio}`
  const line = (precio: number, exento: boolean): Line[] =>
    precio > 0 ? [{ ...emptyLine(), nombre, precio: number(precio), exento: exento ? '1' : '' }] : []
  // The register has pesos; an export is issued in its own currency.
  const lineas = abroad ? [] : [...line(monto_neto, false), ...line(monto_exento, true)]
  const known: Receiver = {
    ...emptyReceiver(),
    razon_social: razon_social ?? '',
    rut: abroad ? '' : formatRut(rut_contraparte),
  }
  return {
    ...form,
    conIva: false,
    receptor: receptor ?? known,
    ...(lineas.length && { lineas }),
    nota: {
      ...noteOf(referido, folio, fecha_emision, ''),
      ajena: true,
      registro: { total: monto_total, otrosImpuestos: registrado.otros_impuestos.some(({ valor }) => valor) },
    },
  }
}

const noteOf = (tipo: TipoDte, folio: number, fecha: string, respuesta: Answer | ''): Note => ({
  ...{ tipo, folio, fecha, respuesta, ajena: false },
  ...{ motivo: '', dice: '', debeDecir: '' },
})
