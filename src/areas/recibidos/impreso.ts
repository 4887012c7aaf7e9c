// The paper of a received document, drawn by us: what another company issued, on our plain letter, without its logo (pdf §1).

import { unidadSii } from '../../domain/comunas'
import type { Dte } from '../../domain/dte/dte'
import { isTipoDte } from '../../domain/dte/tipos'
import { AppError } from '../../domain/errors'
import { normalizeTexto } from '../../domain/texto'
import type { Impreso } from '../../pdf'
import type { Contenido } from '../../xml/recibido'
import type { Documento } from './lista'

const MARCAS: Readonly<Record<string, Impreso['marca']>> = {
  invalida: {
    palabra: 'FIRMA INVÁLIDA',
    texto: 'La firma electrónica de este documento no corresponde a su contenido',
  },
  ausente: { palabra: 'SIN FIRMA', texto: 'Este documento no viene firmado' },
}

/** The part of a stranger's text that our fonts can print. */
function printable<T>(value: T): T {
  if (typeof value === 'string') return normalizeTexto(value).texto as T
  if (Array.isArray(value)) return value.map(printable) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, printable(one)])) as T
}

/** The printed form of a received document. Throws INVALID_STATE for a type that we have no paper for. */
export function toImpreso(d: Documento, { dte, ted, resolucion }: Contenido): Impreso {
  if (!isTipoDte(d.tipoDte))
    throw new AppError(
      'INVALID_STATE',
      `No hay representación impresa del tipo ${d.tipoDte}; descargue su XML`,
    )
  const whole: Dte = {
    ...dte,
    idDoc: { ...dte.idDoc, tipoDte: d.tipoDte, folio: d.folio, fechaEmision: d.fechaEmision },
  }
  return {
    dte: printable(whole),
    ted,
    resolucion: resolucion ?? { numero: 0, fecha: d.fechaEmision },
    unidadSii: dte.emisor.comuna ? unidadSii(dte.emisor.comuna) : null,
    ambiente: d.ambiente,
    marca: MARCAS[d.firma] ?? null,
  }
}
