// The form as the body of `POST /v1/dte/emitir` (http §1), with what our own reading could not understand. The order of the rows that
// are sent is kept beside it: an empty line is skipped, and the faults of the others must still find their fields.

import { tipoDocumento } from '../../domain/dte/tipos'
import type { SolicitudDte } from '../api/routes.gen'
import { createReader, withoutUndefined } from '../ui/read'
import {
  type Form,
  isEmptyLine,
  type Line,
  type Note,
  productOf,
  type Receiver,
  type Reference,
} from './form'
import { blocksIn, saysPrices } from './types'

export interface Built {
  body: SolicitudDte
  /** Our own faults, by field (`faults.ts`). */
  faults: Readonly<Record<string, string>>
  /** Ids of the rows in the order in which they are sent, by the name of their list. */
  rows: Readonly<Record<string, readonly string[]>>
}

/** The id under which the reference to a note's document stands among the references. */
export const NOTE_ROW = 'nota'

const CODES = { anular: 1, texto: 2, montos: 3 } as const

type Reader = ReturnType<typeof createReader>
type BodyLine = SolicitudDte['detalle'][number]

export function buildBody(form: Form): Built {
  const reader = createReader()
  const lines = form.nota?.respuesta === 'texto' ? [] : form.lineas.filter((line) => !isEmptyLine(line))
  const detalle =
    form.nota?.respuesta === 'texto'
      ? [textLine(form.nota)]
      : lines.map(lineOf(reader, tipoDocumento(form.tipo).monedaExtranjera))
  const receptor = receiverOf(form.receptor, reader)
  const referencias = [
    ...(form.nota ? [noteReference(form.nota)] : []),
    ...form.referencias.map((reference) => referenceOf(reference, reader)),
  ]
  const parts = blocksIn(form.tipo, form.nota?.respuesta).map((block) =>
    block.toBody(form.bloques[block.id] ?? block.initial, form.tipo),
  )
  const body = Object.assign(
    { tipo_dte: form.tipo },
    form.resto,
    receptor && { receptor },
    withoutUndefined({ precio_incluye_iva: saysPrices(form.tipo) ? form.conIva : undefined }),
    ...parts.map((part) => part.body),
    { detalle },
    referencias.length > 0 && { referencias },
    reemplazoOf(form),
  ) as SolicitudDte
  return {
    body,
    faults: Object.assign({}, reader.faults, noteFaults(form.nota), ...parts.map((part) => part.faults)),
    rows: {
      detalle: lines.map(({ id }) => id),
      referencias: [...(form.nota ? [NOTE_ROW] : []), ...form.referencias.map(({ id }) => id)],
    },
  }
}

/** In whose place it is issued, as every route that issues takes it. */
export const reemplazoOf = ({
  reemplaza,
}: Form): { reemplaza?: { tipo_dte: number; folio: number }; forzar_reemplazo?: boolean } =>
  reemplaza
    ? {
        reemplaza: { tipo_dte: reemplaza.tipo, folio: reemplaza.folio },
        ...(reemplaza.forzar && { forzar_reemplazo: true }),
      }
    : {}

const lineOf =
  (reader: Reader, foreign: boolean) =>
  (line: Line): BodyLine => {
    const { text, decimal, pesos, portion } = reader
    const at = (field: string): string => `detalle.${line.id}.${field}`
    const descuento = portion(line.descuento, at('descuento'), foreign)
    const recargo = portion(line.recargo, at('recargo'), foreign)
    const codes = line.impuesto.split(',').filter(Boolean).map(Number)
    const producto = productOf(line)
    // By its code alone: the server takes the name with the rest. Under another name it goes by its id.
    const own = producto !== undefined && ['', producto.nombre].includes(line.nombre.trim())
    return Object.assign(
      {},
      line.resto,
      withoutUndefined({
        nombre: own ? undefined : text(line.nombre),
        producto_id: own ? undefined : producto?.id,
        descripcion: text(line.descripcion),
        codigo: text(line.codigo),
        cantidad: decimal(line.cantidad, at('cantidad')),
        unidad: text(line.unidad),
        precio: decimal(line.precio, at('precio')),
        moneda: line.moneda || undefined,
        descuento_pct: descuento.pct,
        descuento_monto: descuento.monto,
        recargo_pct: recargo.pct,
        recargo_monto: recargo.monto,
        exento: line.exento ? Number(line.exento) : undefined,
        impuesto_adicional: codes.length > 1 ? codes : codes[0],
        monto: foreign ? decimal(line.monto, at('monto')) : pesos(line.monto, at('monto')),
        tipo_doc_liq: text(line.tipo_doc_liq),
      }),
    ) as BodyLine
  }

/** The line of a text correction: domain/dte §7.1. */
const textLine = ({ dice, debeDecir }: Note): BodyLine => ({
  nombre: 'Corrección de texto',
  descripcion: `Donde dice «${dice.trim()}» debe decir «${debeDecir.trim()}»`,
})

/** Undefined when nobody is named: a boleta may. */
function receiverOf({ resto, rut, ...fields }: Receiver, reader: Reader): SolicitudDte['receptor'] {
  const typed = Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, reader.text(value)]))
  const receptor = { ...resto, ...withoutUndefined({ rut: reader.rut(rut, 'receptor.rut'), ...typed }) }
  return Object.keys(receptor).length ? receptor : undefined
}

const noteReference = ({ tipo, folio, fecha, respuesta, motivo }: Note) =>
  withoutUndefined({
    tipo_documento: tipo,
    folio,
    fecha: fecha || undefined,
    codigo: respuesta ? CODES[respuesta] : undefined,
    razon: motivo.trim() || undefined,
  })

const referenceOf = (
  { tipo_documento, folio, fecha, codigo, razon, resto }: Reference,
  { text }: Reader,
): NonNullable<SolicitudDte['referencias']>[number] => ({
  ...resto,
  ...withoutUndefined({
    tipo_documento: text(tipo_documento),
    folio: text(folio),
    fecha: fecha || undefined,
    codigo: /^[123]$/.test(codigo) ? (Number(codigo) as 1 | 2 | 3) : text(codigo),
    razon: text(razon),
  }),
})

/** The faults of the note's own fields, which the API would only see in their result. */
function noteFaults(nota: Note | null): Record<string, string> {
  if (!nota) return {}
  const missing = (key: string, text: string, said: string) => (text.trim() ? {} : { [`nota.${key}`]: said })
  return {
    ...missing('respuesta', nota.respuesta, 'Elija qué hace la nota'),
    ...(nota.respuesta === 'anular' && missing('motivo', nota.motivo, 'Escriba el motivo')),
    ...(nota.respuesta === 'texto' && {
      ...missing('dice', nota.dice, 'Escriba qué dice el documento'),
      ...missing('debeDecir', nota.debeDecir, 'Escriba qué debe decir'),
    }),
  }
}
