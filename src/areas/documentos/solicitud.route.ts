// GET /v1/documentos/:tipo/:folio/solicitud.

import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos } from '../../http/envelope'
import { type Documentos, documentoParams, findDocumento, SolicitudEmitida } from '../dte'
import type { SolicitudOf } from './solicitud-of'

export interface SolicitudDeps extends Pick<AreaDeps, 'credential'> {
  documentos: Documentos
  solicitudOf: SolicitudOf
}

export const solicitudRoute = ({ credential, documentos, solicitudOf }: SolicitudDeps) =>
  newArea(credential).get(
    '/v1/documentos/:tipo/:folio/solicitud',
    ({ tenant, params }) => ({
      ok: true as const,
      data: solicitudOf(findDocumento(documentos, tenant, params)),
    }),
    {
      permission: 'dte:leer',
      params: documentoParams,
      response: Datos(SolicitudEmitida),
      detail: {
        tags: ['Documentos'],
        summary: 'Ver la solicitud que emitiría otra vez un documento',
        'x-errores': ['INVALID_STATE'],
        description:
          'El cuerpo que, enviado a `POST /v1/dte/emitir` o `/v1/dte/validar`, da el mismo documento: para repetirlo, o para corregir el rechazado. Lo que es del momento de emitir queda fuera: `fecha_emision` siempre, y lo que ya pasó de `fecha_vencimiento` y de las fechas y la hora del viaje. Un decimal de más de 15 cifras va como texto. La del rechazado trae `reemplaza`. El documento se juzga de nuevo al emitirlo: una nota puede ya no caber en lo que modifica, y una guía seguir facturada.',
      },
    },
  )
