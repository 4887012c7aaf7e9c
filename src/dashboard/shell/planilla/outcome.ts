// The answer about a document of a table: issued, or refused with its faults at its rows (http §1).

import type { DataOf } from '../../api/client'
import { wordsOf } from '../field-words'
import { placeOfPath } from './columns'
import type { BatchDocument, RowFault } from './documents'

type Answer = DataOf<'POST /v1/dte/emitir/lote'>['documentos'][number]

export interface Taken {
  tipo: number
  /** Null while it waits for its hour. */
  folio: number | null
}

export type Outcome = { taken: Taken; warnings: readonly string[] } | { faults: readonly RowFault[] }

/** An answer about a document, its faults at the rows of the table. */
export function outcomeOf(answer: Answer, { filas }: Pick<BatchDocument, 'filas'>): Outcome {
  if (answer.ok && answer.data)
    return {
      taken: { tipo: answer.data.tipo_dte, folio: answer.data.folio },
      warnings: (answer.data.advertencias ?? []).map(({ mensaje }) => mensaje),
    }
  const detalles = (answer.detalles ?? []) as { campo?: string; mensaje?: string }[]
  const faults = detalles.flatMap(({ campo = '', mensaje }): RowFault[] => {
    if (!mensaje) return []
    const { columna, linea } = placeOfPath(campo)
    // A field without a column keeps the API's name.
    const texto = columna ? wordsOf({ campo, mensaje }) : mensaje
    return [{ fila: filas[linea] ?? filas[0] ?? 0, columna, texto }]
  })
  return {
    faults: faults.length ? faults : [{ fila: filas[0] ?? 0, columna: null, texto: answer.error ?? '' }],
  }
}
