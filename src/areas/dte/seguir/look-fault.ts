// Why a document that the SII has is still without a verdict, where the SII was asked and did not say (http §7.4).

import { isFinal } from '../../../domain/dte/estados'
import type { Explicacion } from '../../../sii'
import type { DocumentoRow } from '../documento/documento-store'
import type { Envios } from '../envio/envio-store'
import { groupOf } from './insert-veredicto'

const ESPERE = 'Espere: Timbre vuelve a preguntar solo'
const REVISE = `${ESPERE}. Si dura, revise en sii.cl que quien firma pueda consultar por la empresa`
const PIDA =
  'Timbre ya no pregunta. Pida a quien opera el servidor que ejecute «timbre cola listar» y «timbre cola reintentar» con su trabajo dte.veredicto'

/** `correo`: what a mail that says to be the SII's told of it meanwhile. Null where the last look was answered, or nothing is looked for. */
export type ExplainLook = (row: DocumentoRow, correo: string | null) => Explicacion | null

export const createExplainLook =
  (envios: Envios): ExplainLook =>
  (row, correo) => {
    const envio = row.envio_id === null || isFinal(row) ? undefined : envios.get(row.envio_id)
    const last = envio && envios.lookError(groupOf(envio), envio)
    if (!last) return null
    const { fault, again } = last
    return {
      causa: [correo, 'La última consulta de su estado no resultó', fault.error].filter(Boolean).join('. '),
      solucion: again ? (fault.sii?.solucion ?? (fault.code === 'SII_ERROR' ? REVISE : ESPERE)) : PIDA,
    }
  }
