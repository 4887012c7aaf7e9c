// The common fields of events: the owner, and the document (http §12.5).

import { Type } from '@sinclair/typebox'
import { AmbienteJson, Nullable } from '../../http/envelope'

export const Instante = (example: string) => Type.String({ format: 'date-time', examples: [example] })
export const Dia = (description?: string) =>
  Type.String({ format: 'date', ...(description && { description }) })
export const empresa = { empresa_id: Type.String() }
export const deAmbiente = { ...empresa, ambiente: AmbienteJson() }

export const documento = {
  job_id: Type.String(),
  tipo_dte: Type.Integer(),
  folio: Type.Integer(),
  track_id: Nullable(Type.String({ description: 'Null hasta que el SII da uno.' })),
  rut_emisor: Type.String(),
  rut_receptor: Type.String(),
  monto_total: Type.Number(),
  fecha_emision: Dia(),
}
