// A table of the company's own documents as those of a simulación, and the faults of them at its rows (areas/certificacion §3).

import type { BodyOf } from '../api/client'
import type { Fault } from '../api/fault'
import type { BatchDocument } from '../shell/planilla/documents'
import { type Outcome, outcomeOf } from '../shell/planilla/outcome'

export type PedidoSimulacion = BodyOf<'POST /v1/certificacion/:id/simulacion'>

/**
 * The requests, in the order of the table. All are issued today, so the days of issue and expiry of the table are left out; a reference to
 * a document that stands before it, by its name in the column `documento`, is to that one.
 */
export function requestsOf(documentos: readonly BatchDocument[]): Record<string, unknown>[] {
  const known = new Map<string, { caso: number; tipo: number }>()
  return documentos.map(({ nombre, body }, index) => {
    const { fecha_emision: _, fecha_vencimiento: __, referencias, ...rest } = body
    const resolved = referencias?.map(({ tipo_documento, folio, codigo, razon, ...more }) => {
      const own = known.get(String(folio))
      return own && (tipo_documento === undefined || Number(tipo_documento) === own.tipo)
        ? { caso: own.caso, codigo, razon }
        : { tipo_documento, folio, codigo, razon, ...more }
    })
    if (nombre !== null) known.set(nombre, { caso: index + 1, tipo: body.tipo_dte })
    return { ...rest, ...(resolved && { referencias: resolved }) }
  })
}

/** Types of the sets that none of the documents has. */
export const typesLacking = (
  sets: readonly { folios: readonly { tipo_dte: number }[] }[],
  documentos: readonly BatchDocument[],
): number[] => {
  const own = new Set<number>(documentos.map(({ body }) => body.tipo_dte))
  const asked = sets.flatMap(({ folios }) => folios.map(({ tipo_dte }) => tipo_dte))
  return [...new Set(asked)].filter((tipo) => !own.has(tipo))
}

/** A refusal by the document that it is about, and the places of what is told so. */
export function refusedOf(fault: Fault | null, documentos: readonly BatchDocument[]) {
  const placed = (fault?.detalles ?? []).flatMap((detalle) => {
    const [at = '', index] = /^documentos\[(\d+)\]/.exec(detalle.campo ?? '') ?? []
    const documento = documentos[Number(index)]
    if (index === undefined || !documento) return []
    const campo = detalle.campo.slice(at.length).replace(/^\./, '')
    return [
      {
        index: Number(index),
        documento,
        at: detalle.campo,
        campo,
        detalle,
        mensaje: detalle.mensaje.replace(`${at}: `, ''),
      },
    ]
  })
  const outcomes = new Map<number, Outcome>()
  for (const [index, own] of Map.groupBy(placed, (one) => one.index)) {
    const detalles = own.map(({ detalle, campo, mensaje }) => ({ ...detalle, campo, mensaje }))
    outcomes.set(
      index,
      outcomeOf({ indice: index, ok: false, error: fault!.message, detalles }, own[0]!.documento),
    )
  }
  return { outcomes, fields: placed.map(({ at }) => at) }
}
