// Why a document that the SII has is still without a verdict, where the SII was asked and did not say (http §7.4).

import { isFinal } from '../../../domain/dte/estados'
import type { Explicacion } from '../../../sii'
import type { DocumentoRow } from '../documento/documento-store'
import type { Envios } from '../envio/envio-store'
import { groupOf } from './veredicto.job'

const ESPERE = 'Espere: Timbre vuelve a preguntar solo'
const REVISE = `${ESPERE}. Si dura, revise en sii.cl que quien firma pueda consultar por la empresa`

/** Null where the last look was answered, or there is nothing to look for. */
export type ExplainLook = (row: DocumentoRow) => Explicacion | null

export const createExplainLook =
  (envios: Envios): ExplainLook =>
  (row) => {
    const envio = row.envio_id === null || isFinal(row) ? undefined : envios.get(row.envio_id)
    const fault = envio && envios.lookError(groupOf(envio), envio)
    if (!fault) return null
    return {
      causa: `La última consulta de su estado no resultó. ${fault.error}`,
      solucion: fault.sii?.solucion ?? (fault.code === 'SII_ERROR' ? REVISE : ESPERE),
    }
  }
