// The request that would issue a document again (http §10.2).

import { chileTimestamp } from '../../domain/fecha'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos } from '../../http/envelope'
import {
  type Documentos,
  documentoParams,
  findDocumento,
  type Guias,
  SolicitudEmitida,
  solicitudToJson,
} from '../dte'

export interface SolicitudDeps extends Pick<AreaDeps, 'credential' | 'clock'> {
  documentos: Documentos
  dte: { guias: Guias }
}

/** GET /v1/documentos/:tipo/:folio/solicitud. */
export const solicitudRoute = ({ credential, clock, documentos, dte: { guias } }: SolicitudDeps) =>
  newArea(credential).get(
    '/v1/documentos/:tipo/:folio/solicitud',
    ({ tenant, params }) => {
      const row = findDocumento(documentos, tenant, params)
      const aparte = {
        ambiente: row.ambiente,
        referenciaExterna: row.referencia_externa,
        forzarGuia: guias.forced(row.id),
      }
      const data = solicitudToJson(documentos.contenido(row), aparte, chileTimestamp(clock()))
      return { ok: true as const, data }
    },
    {
      permission: 'dte:leer',
      params: documentoParams,
      response: Datos(SolicitudEmitida),
      detail: {
        tags: ['Documentos'],
        summary: 'Ver la solicitud que emitiría otra vez un documento',
        description:
          'El cuerpo que, enviado a `POST /v1/dte/emitir` o `/v1/dte/validar`, da el mismo documento: para repetirlo, o para corregir el rechazado. Lo que es del momento de emitir queda fuera: `fecha_emision` siempre, y lo que ya pasó de `fecha_vencimiento` y de las fechas y la hora del viaje. Un decimal de más de 15 cifras va como texto. El documento se juzga de nuevo al emitirlo: una nota puede ya no caber en lo que modifica, y una guía seguir facturada.',
      },
    },
  )
