// The book of guides: the documents of the approved set, and what its text says became of each
// (domain/certificacion §3.3; LibroGuia_v10.xsd).

import { tasaIva } from '../dte/impuestos'
import { foldText } from '../texto'
import type { DudaSet, SeccionSet } from './set'

/** A guide that the SII accepted, by the case that it came from. Whole pesos. */
export interface DocumentoGuia {
  caso: number
  folio: number
  /** `YYYY-MM-DD` */
  fecha: string
  rutReceptor: string
  razonSocial: string
  indTraslado: number
  neto: number
  iva: number
  total: number
  /** The invoice made of it, where one was really issued: the review does without. */
  factura?: { tipoDte: number; folio: number; fecha: string }
}

export interface DetalleGuia {
  folio: number
  anulada: boolean
  /** 1 a sale … 7 a return; null of what the schema has no number for. */
  tipoOperacion: number | null
  fecha: string
  rut: string
  razonSocial: string
  neto: number
  tasa: string | null
  iva: number
  total: number
  referencia: { tipoDoc: number; folio: number; fecha: string } | null
}

export interface LibroGuias {
  anuladas: number
  ventas: number
  montoVentas: number
  /** Those that are no sale, by the kind of transfer. */
  traslados: { tipo: number; guias: number; monto: number }[]
  detalle: DetalleGuia[]
}

/** The `ind_traslado` of a sale. */
const VENTA = 1
const TIPO_OPERACION_MAX = 7

const SUERTES = { facturada: /\bfactur/, anulada: /\banula/ } as const
type Suerte = keyof typeof SUERTES
const isSuerte = (text: string): text is Suerte => Object.hasOwn(SUERTES, text)

/** The sentences of the text, each with the case that it is about; it may go over several lines. */
function sentencesOf({ notas, observaciones, texto }: SeccionSet): { caso: number; dice: string }[] {
  const said = notas.length + observaciones.length ? [...notas, ...observaciones].join('\n') : texto
  return [...foldText(said).matchAll(/\bcaso (?:\d+-)?(\d+)\b(.*?)(?=\bcaso \d|$)/g)].map((match) => ({
    caso: Number(match[1]),
    dice: match[2]!,
  }))
}

/** The fate of each case that the text names. */
function readSuertes(
  seccion: SeccionSet,
  respuestas: Readonly<Record<string, string>>,
): { suertes: Map<number, Suerte>; dudas: DudaSet[] } {
  const suertes = new Map<number, Suerte>()
  const dudas: DudaSet[] = []
  for (const { caso, dice } of sentencesOf(seccion)) {
    const found = (Object.keys(SUERTES) as Suerte[]).filter((una) => SUERTES[una].test(dice))
    const clave = `guia:${caso}`
    const answer = respuestas[clave]?.trim() ?? ''
    if (found.length === 1) suertes.set(caso, found[0]!)
    else if (isSuerte(answer)) suertes.set(caso, answer)
    else
      dudas.push({
        clave,
        clase: seccion.clase,
        caso,
        linea: seccion.linea,
        mensaje: `No se sabe qué pasó con la guía del caso ${caso}. Responda facturada o anulada`,
        propuesta: null,
      })
  }
  return { suertes, dudas }
}

function detalleOf(guia: DocumentoGuia, suerte: Suerte | undefined): DetalleGuia {
  const { factura, indTraslado, neto } = guia
  return {
    folio: guia.folio,
    anulada: suerte === 'anulada',
    tipoOperacion: indTraslado <= TIPO_OPERACION_MAX ? indTraslado : null,
    fecha: guia.fecha,
    rut: guia.rutReceptor,
    razonSocial: guia.razonSocial,
    neto,
    tasa: neto === 0 ? null : tasaIva(guia.fecha),
    iva: guia.iva,
    total: guia.total,
    referencia:
      suerte === 'facturada' && factura
        ? { tipoDoc: factura.tipoDte, folio: factura.folio, fecha: factura.fecha }
        : null,
  }
}

/** The book of a set's guides; null while the fate of one is in doubt. An annulled one is in no sum. */
export function computeLibroGuias(
  documentos: readonly DocumentoGuia[],
  seccion: SeccionSet,
  respuestas: Readonly<Record<string, string>> = {},
): { libro: LibroGuias | null; dudas: DudaSet[] } {
  const { suertes, dudas } = readSuertes(seccion, respuestas)
  if (dudas.length) return { libro: null, dudas }
  const counted = documentos.filter(({ caso }) => suertes.get(caso) !== 'anulada')
  const sum = (guias: readonly DocumentoGuia[]) => guias.reduce((pesos, { total }) => pesos + total, 0)
  const ventas = counted.filter(({ indTraslado }) => indTraslado === VENTA)
  const otros = counted.filter(({ indTraslado }) => indTraslado !== VENTA)
  const tipos = [...new Set(otros.map(({ indTraslado }) => indTraslado))].sort()
  const libro = {
    anuladas: documentos.length - counted.length,
    ventas: ventas.length,
    montoVentas: sum(ventas),
    traslados: tipos.map((tipo) => {
      const own = otros.filter(({ indTraslado }) => indTraslado === tipo)
      return { tipo, guias: own.length, monto: sum(own) }
    }),
    detalle: documentos.map((guia) => detalleOf(guia, suertes.get(guia.caso))),
  }
  return { libro, dudas: [] }
}
