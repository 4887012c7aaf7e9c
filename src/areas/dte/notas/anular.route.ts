// POST /v1/dte/:tipo/:folio/anular: the note that voids a document, built and issued (http §1).

import { Type } from '@sinclair/typebox'
import { newArea } from '../../../http/area'
import type { AreaDeps } from '../../../http/deps'
import { Datos, DocumentoRef, Exact } from '../../../http/envelope'
import { ErrorBody } from '../../../http/errors'
import { Texto } from '../../../http/formats'
import { IDEMPOTENCY_PARAMETER } from '../../../http/openapi'
import type { AcceptOnce } from '../aceptar/accept-once'
import { EmisionEnCola, ERRORES_EMISION, respuestasEnCola } from '../aceptar/accepted-reply'
import type { Accepted } from '../aceptar/emision'
import { documentoParams, readDocumentoParams } from '../documento/find-documento'
import { type Anular, MOTIVO_MAX, type PedidoAnulacion } from './anular'

const CONFLICTOS =
  'INVALID_STATE: el documento ya está anulado, fue rechazado o descartado, o faltan datos de la empresa'

interface Body {
  motivo: string
  reemplaza?: { tipo_dte: number; folio: number } | undefined
  forzar_reemplazo?: boolean | undefined
}

const toPedido = ({ motivo, reemplaza, forzar_reemplazo }: Body): PedidoAnulacion => ({
  motivo,
  ...(reemplaza && { reemplaza: { tipoDte: reemplaza.tipo_dte, folio: reemplaza.folio } }),
  ...(forzar_reemplazo && { forzarReemplazo: true }),
})

interface Deps extends Pick<AreaDeps, 'credential' | 'audit'> {
  acceptOnce: AcceptOnce
  anular: Anular
}

export const anularRoute = ({ credential, audit, acceptOnce, anular }: Deps) =>
  newArea(credential).post(
    '/v1/dte/:tipo/:folio/anular',
    async ({ body, tenant, params, request, set, status }) => {
      const { tipo, folio } = readDocumentoParams(params)
      const emitido = anular.findEmitido(tenant, tipo, folio)
      const record = (objeto: string, nota: Accepted): Accepted => {
        const con = { tipo_dte: nota.tipoDte, folio: nota.folio }
        const detalle = { tipo_dte: tipo, folio, nota: con, motivo: body.motivo }
        return audit(
          tenant,
          () => nota,
          () => ({ accion: 'documento.anulacion_pedida', objeto, detalle }),
        )
      }
      const exchange = { request, set, body, whose: tenant, tenant }
      const pedido = toPedido(body)
      const answer = await (emitido
        ? acceptOnce(exchange, () => anular.documento(emitido, pedido, tenant, record))
        : acceptOnce(exchange, () => anular.registrado({ tipo, folio }, pedido, tenant, record)))
      return status(202, answer)
    },
    {
      permission: 'dte:anular',
      params: documentoParams,
      body: Exact({
        motivo: Texto(MOTIVO_MAX, { examples: ['Datos del cliente equivocados'] }),
        reemplaza: Type.Optional(
          Exact(DocumentoRef.properties, {
            description: 'La nota rechazada en cuyo lugar se emite ésta, como en `POST /v1/dte/emitir`.',
          }),
        ),
        forzar_reemplazo: Type.Optional(Type.Boolean()),
      }),
      response: {
        202: Datos(EmisionEnCola),
        404: ErrorBody,
        409: ErrorBody,
        422: ErrorBody,
        503: ErrorBody,
      },
      detail: {
        tags: ['DTE'],
        summary: 'Anular un documento con su nota',
        'x-errores': [...ERRORES_EMISION, 'REFERENCE_NOT_VERIFIED'],
        description:
          'Emite la nota que deja el documento sin efecto, igual a él en todos sus montos: 61 para 33, 34, 39, 41, 46 y 56; 56 para 61; 112 para 110 y 111; 111 para 112. Necesita folios del tipo de la nota, que viaja cuando el SII aceptó el documento. 422 `BALANCE_EXCEEDED` si otra nota ya cambió su saldo; `DOCUMENT_TYPE_NOT_ALLOWED` en 43 y 52, con lo que corresponde hacer. De uno que se emitió en otra parte y está en el registro traído (33, 34, 56 y 61) la nota sale de sus montos, con la advertencia `REFERENCE_NOT_VERIFIED`; lo que falte del receptor se toma del cliente de su RUT. Con el mismo código, 422, si el registro no basta; si no se conoce, 404. En ambos `detalles` trae la referencia con que se emite a mano.',
        parameters: [IDEMPOTENCY_PARAMETER],
        responses: respuestasEnCola(CONFLICTOS),
      },
    },
  )
