// A mailbox and its messages in JSON (areas/recibidos/buzon §1).

import { Type } from '@sinclair/typebox'
import { RESULTADOS_MENSAJE } from '../../../domain/buzon'
import { Codigo, Exact, Nullable, OneOf } from '../../../http/envelope'
import { showAs } from '../../../http/show-as'
import type { Buzon } from './buzones'
import type { DocumentoTraido, MensajeRow } from './statements'

export const TIPOS = {
  imap: 'en un servidor de correo, por IMAP',
  simulador: 'la casilla de la empresa en el correo del simulador; sólo en `simulacion`',
}
export const SEGURIDADES = {
  tls: 'cifrada desde el comienzo (puerto 993)',
  starttls: 'cifrada antes de decir la clave (puerto 143)',
}
export const DESPUES = {
  marcar: 'queda marcado como leído',
  mover: 'se mueve a `carpeta_procesados`',
  nada: 'queda como estaba',
}

const instante = (description: string) =>
  Nullable(Type.String({ description, examples: ['2026-11-20T14:02:11.000Z'] }))

export const BuzonJson = Exact(
  {
    tipo: Codigo(TIPOS, { examples: ['imap'] }),
    host: Nullable(Type.String({ examples: ['imap.example.cl'] })),
    puerto: Nullable(Type.Integer({ examples: [993] })),
    seguridad: Nullable(OneOf(SEGURIDADES)),
    usuario: Nullable(Type.String({ examples: ['dte@example.cl'] })),
    carpeta: Type.String({ examples: ['INBOX'] }),
    desde: Nullable(
      Type.String({
        description: 'Día desde el que se miran los mensajes; null, todos.',
        examples: ['2026-11-01'],
      }),
    ),
    despues: OneOf(DESPUES),
    carpeta_procesados: Nullable(Type.String()),
    guardado_en: Type.String({ examples: ['2026-11-20T14:02:11.000Z'] }),
    apagado: Nullable(
      Exact({
        desde: Type.String({ examples: ['2026-11-20T14:02:11.000Z'] }),
        motivo: Type.String({ description: 'Lo que dijo el servidor de correo, para una persona.' }),
      }),
    ),
    leido_en: instante('La última lectura.'),
    error: Nullable(Type.String({ description: 'En qué falló la última lectura; null si terminó bien.' })),
  },
  { 'x-nombre': 'Buzon' },
)

export const toBuzonJson = showAs(BuzonJson, ({ apagadoEn, apagadoPor }: Buzon) => ({
  apagado: apagadoEn === null ? null : { desde: apagadoEn, motivo: apagadoPor! },
}))

/** The result of a reading. */
export const LeidoJson = Exact({
  mensajes: Type.Integer({ description: 'Que se miraron.', examples: [14] }),
  documentos: Type.Integer({ description: 'Nuevos.', examples: [11] }),
  repetidos: Type.Integer({ description: 'Documentos que ya estaban.', examples: [2] }),
  ignorados: Type.Integer({ description: 'Mensajes de los que no se tomó nada.', examples: [1] }),
})

/** Documents that are shown of a message, which may have brought two thousand. */
export const DOCUMENTOS_MAX = 100

export const MensajeJson = Exact({
  id: Type.String({ examples: ['msj_01JD2Q3ABC4DEF5GHJ6KMN7PQR'] }),
  message_id: Nullable(Type.String()),
  de: Nullable(Type.String({ examples: ['dte@aceros.example.cl'] })),
  responder_a: Nullable(Type.String()),
  asunto: Type.String({ examples: ['Envío de DTE'] }),
  fecha: instante('La que dice quien lo escribió.'),
  recibido_en: Type.String({ examples: ['2026-11-20T14:02:11.000Z'] }),
  leido_en: Type.String({ examples: ['2026-11-20T14:10:00.000Z'] }),
  bytes: Type.Integer({ examples: [18_220] }),
  resultado: Codigo(RESULTADOS_MENSAJE, { 'x-nombre': 'ResultadoMensaje', examples: ['documentos'] }),
  documentos: Type.Array(
    Exact({
      id: Type.String(),
      tipo_dte: Type.Integer({ examples: [33] }),
      folio: Type.Integer(),
      rut_emisor: Type.String({ examples: ['90000012-K'] }),
      razon_social_emisor: Type.String(),
    }),
    { description: `Los que trajo, los primeros ${DOCUMENTOS_MAX}.` },
  ),
  repetidos: Type.Integer({ description: 'Documentos que ya estaban.' }),
  respuestas: Type.Integer({ description: 'Respuestas a documentos emitidos.' }),
  ajenos: Type.Integer({ description: 'Documentos de otro receptor, que no se guardan.' }),
  ignorados: Type.Array(
    Exact({
      nombre: Type.String({ description: 'Del adjunto; vacío, el mensaje entero.' }),
      motivo: Type.String(),
    }),
  ),
})

export const toMensajeJson = showAs(
  MensajeJson,
  ({ ignorados }: MensajeRow, traidos: readonly DocumentoTraido[]) => ({
    documentos: [...traidos],
    ignorados: JSON.parse(ignorados),
  }),
)
