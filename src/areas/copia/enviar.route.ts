// POST /v1/documentos/:tipo/:folio/enviar: a copy by mail, because a person asks for it.

import { Type } from '@sinclair/typebox'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact, Nullable, OneOf } from '../../http/envelope'
import { Correo } from '../../http/formats'
import { idempotentRequest } from '../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { reply } from '../../http/reply'
import { type Documentos, documentoParams, findDocumento } from '../dte'
import type { Copias } from './copias'

export interface CopiaDeps extends Pick<AreaDeps, 'credential' | 'idempotency' | 'audit'> {
  documentos: Documentos
  copias: Copias
  queue: { wake(): void }
}

const Copia = Exact({
  id: Type.String(),
  destinatario: Type.String(),
  estado: OneOf(['pendiente', 'enviada', 'fallida']),
  created_at: Type.String(),
})

export const enviarRoute = ({ credential, idempotency, audit, documentos, copias, queue }: CopiaDeps) =>
  newArea(credential).post(
    '/v1/documentos/:tipo/:folio/enviar',
    async ({ tenant, params, body, request, set }) => {
      const answer = await idempotency.once(idempotentRequest(request, tenant, body), async () => {
        const row = findDocumento(documentos, tenant, params)
        const copia = audit(
          tenant,
          () => copias.request(row, body?.email),
          (made) => ({
            accion: 'documento.copia_pedida',
            objeto: row.id,
            detalle: { tipo_dte: row.tipo_dte, folio: row.folio, destinatario: made.destinatario },
          }),
        )
        queue.wake()
        const { id, destinatario, estado, createdAt: created_at } = copia
        return { status: 202, body: { ok: true as const, data: { id, destinatario, estado, created_at } } }
      })
      return reply(set, answer)
    },
    {
      permission: 'dte:emitir',
      params: documentoParams,
      body: Nullable(
        Exact({
          email: Type.Optional(
            Correo({
              description:
                'A quién; si se omite, `receptor.email` del documento o, sin él, la casilla de intercambio de su cliente.',
            }),
          ),
        }),
      ),
      response: { 202: Datos(Copia) },
      detail: {
        tags: ['Documentos'],
        summary: 'Enviar una copia por correo',
        'x-errores': ['INVALID_STATE'],
        description:
          'Con el documento firmado y su representación impresa. Queda en cola: el resultado está en el `historial` del documento como `copia_enviada` o `copia_fallida`. Para que las copias salgan solas use `envio_receptor` de la empresa. El cuerpo puede omitirse.',
        parameters: [IDEMPOTENCY_PARAMETER],
      },
    },
  )
