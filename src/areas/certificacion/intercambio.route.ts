// POST /v1/certificacion/:id/intercambio: the SII's envelope of exchange answered (areas/certificacion §7).

import { type Static, Type } from '@sinclair/typebox'
import { newArea } from '../../http/area'
import { Datos, Exact } from '../../http/envelope'
import { Base64, Texto } from '../../http/formats'
import { idempotentRequest } from '../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { reply } from '../../http/reply'
import { ID } from './caminos.route'
import { BASE, type CertificacionDeps, tags } from './deps'
import { nameRespuesta } from './intercambio'

const Archivo = Exact(
  {
    nombre: Type.String({ examples: ['recepcion-1.xml'] }),
    xml_base64: Type.String({ description: 'Se sube al SII tal como viene.' }),
  },
  { 'x-nombre': 'RespuestaFirmada' },
)

const Respondido = Exact(
  {
    recepcion: Archivo,
    recibos: Archivo,
    resultado: Archivo,
    documentos: Type.Array(
      Exact({
        tipo_dte: Type.Integer(),
        folio: Type.Integer(),
        rut_receptor: Type.String(),
        recepcion: Type.Integer({
          description: '`EstadoRecepDTE`: 0 conforme, 1 firma mala, 3 de otro RUT.',
        }),
        resultado: Type.Integer({ description: '`EstadoDTE`: 0 aceptado, 2 rechazado.' }),
      }),
      { description: 'Lo que las respuestas dicen de cada documento del envío.' },
    ),
  },
  { 'x-nombre': 'IntercambioRespondido' },
)

const EJEMPLO = Buffer.from(
  '<EnvioDTE version="1.0"><SetDTE ID="SetDoc"><Caratula version="1.0"><RutEmisor>69507000-4</RutEmisor></Caratula></SetDTE></EnvioDTE>',
).toString('base64')

export const intercambioRoute = ({ credential, idempotency, certificacion }: CertificacionDeps) =>
  newArea(credential).post(
    `${BASE}/:id/intercambio`,
    async ({ tenant, params, body, request, set }) => {
      const answer = await idempotency.once(idempotentRequest(request, tenant, body), async () => {
        const camino = certificacion.certificaciones.get(tenant, params.id)
        const archivo = { nombre: body.nombre, bytes: body.archivo_base64 }
        const { numero, respuestas, documentos, nuevo } = await certificacion.answerIntercambio(
          tenant,
          camino,
          archivo,
        )
        const fileOf = (name: keyof typeof respuestas): Static<typeof Archivo> => ({
          nombre: nameRespuesta(name, numero),
          xml_base64: respuestas[name].toString('base64'),
        })
        const data: Static<typeof Respondido> = {
          ...{ recepcion: fileOf('recepcion'), recibos: fileOf('recibos'), resultado: fileOf('resultado') },
          documentos: documentos.map(({ tipoDte, folio, rutReceptor, recepcion, resultado }) => ({
            ...{ tipo_dte: tipoDte, folio, rut_receptor: rutReceptor, recepcion, resultado },
          })),
        }
        return { status: nuevo ? 201 : 200, body: { ok: true as const, data } }
      })
      return reply(set, answer)
    },
    {
      upload: { archivo: 'archivo_base64' },
      uploadName: 'nombre',
      permission: 'empresa:administrar',
      params: ID,
      body: Exact({
        archivo_base64: Base64({
          description: 'El ENVIO_DTE que entrega el SII; o como `archivo` en multipart/form-data.',
          examples: [EJEMPLO],
        }),
        nombre: Texto(200, {
          description: 'Como lo llama el SII: la primera respuesta lo repite.',
          examples: ['ENVIO_DTE_1001.xml'],
        }),
      }),
      response: { 200: Datos(Respondido), 201: Datos(Respondido) },
      detail: {
        tags,
        summary: 'Responder el envío de intercambio del SII',
        description:
          'Tres archivos firmados, que se suben en pfeInternet: el acuse del envío y de cada documento, los recibos de mercaderías de los que son de la empresa, y el resultado comercial. El documento de otro RUT se acusa con 3 y se rechaza. Sólo en la etapa `intercambio`. El mismo archivo otra vez: 200, con los mismos bytes.',
        'x-errores': [
          'CERT_ORDER',
          'CERT_CLOSED',
          'VALIDATION_ERROR',
          'CERTIFICATE_MISSING',
          'CERTIFICATE_EXPIRED',
          'CERTIFICATE_INVALID',
          'SERVER_BUSY',
        ],
        parameters: [IDEMPOTENCY_PARAMETER],
      },
    },
  )
