// The request that would issue a document again (http §10.2).

import { and, eq, isNull } from 'drizzle-orm'
import { chileTimestamp } from '../../domain/fecha'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos } from '../../http/envelope'
import type { Db } from '../../store/store'
import { cliente } from '../../store/tables/cliente'
import {
  type Documentos,
  documentoParams,
  findDocumento,
  type Guias,
  SolicitudEmitida,
  solicitudToJson,
} from '../dte'

export interface SolicitudDeps extends Pick<AreaDeps, 'credential' | 'clock' | 'store'> {
  documentos: Documentos
  dte: { guias: Guias }
}

/** The living customer of a document that carries no number of a foreigner, and is of one all the same (areas/clientes §3). */
const extranjeroOf = (
  db: Db,
  { empresa_id, rut_receptor, num_id_receptor }: ReturnType<typeof findDocumento>,
): string | undefined =>
  num_id_receptor === null
    ? undefined
    : db
        .select({ id: cliente.id })
        .from(cliente)
        .where(
          and(
            eq(cliente.empresaId, empresa_id),
            eq(cliente.rut, rut_receptor),
            eq(cliente.numId, num_id_receptor),
            isNull(cliente.eliminadoEn),
          ),
        )
        .get()?.id

/** GET /v1/documentos/:tipo/:folio/solicitud. */
export const solicitudRoute = ({ credential, clock, store, documentos, dte: { guias } }: SolicitudDeps) =>
  newArea(credential).get(
    '/v1/documentos/:tipo/:folio/solicitud',
    ({ tenant, params }) => {
      const row = findDocumento(documentos, tenant, params)
      const contenido = documentos.contenido(row)
      const said = contenido.dte.receptor.extranjero?.numId !== undefined
      const aparte = {
        clienteId: said ? undefined : extranjeroOf(store.db, row),
        ambiente: row.ambiente,
        referenciaExterna: row.referencia_externa,
        forzarGuia: guias.forced(row.id),
        rechazado: row.estado_sii === 'rechazado',
      }
      const data = solicitudToJson(contenido, aparte, chileTimestamp(clock()))
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
          'El cuerpo que, enviado a `POST /v1/dte/emitir` o `/v1/dte/validar`, da el mismo documento: para repetirlo, o para corregir el rechazado. Lo que es del momento de emitir queda fuera: `fecha_emision` siempre, y lo que ya pasó de `fecha_vencimiento` y de las fechas y la hora del viaje. Un decimal de más de 15 cifras va como texto. La del rechazado trae `reemplaza`. El documento se juzga de nuevo al emitirlo: una nota puede ya no caber en lo que modifica, y una guía seguir facturada.',
      },
    },
  )
