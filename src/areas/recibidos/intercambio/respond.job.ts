// intercambio.responder: signs an answer, freezes it, and mails it (areas/recibidos/intercambio §2). A mail cannot be taken back and its arrival cannot
// be asked for, so one whose end was not seen is sent again: the same bytes under the same Message-ID.

import type { Clock } from '../../../base/clock'
import { AppError } from '../../../domain/errors'
import type { JobKind } from '../../../jobs/kind'
import { type CorreoDe, isDireccion } from '../../../mail/correo'
import type { Sign } from '../../../xml/firma'
import { type Emisores, loadFirmante } from '../../dte'
import type { Trabajos } from '../../trabajos'
import { buildRespuesta } from './build'
import type { Contactos } from './contactos'
import { buildMensaje } from './mensaje'
import { toJson } from './respuesta-json'
import type { RespuestaRow, Respuestas } from './respuestas'

export const TIPO = 'intercambio.responder'

interface Deps {
  clock: Clock
  sign: Sign
  emisores: Emisores
  trabajos: Pick<Trabajos, 'define'>
  respuestas: Respuestas
  contactos: Contactos
  correoDe: CorreoDe
}

export function respondJob({
  clock,
  sign,
  emisores,
  trabajos,
  respuestas,
  contactos,
  correoDe,
}: Deps): JobKind<object> {
  const resultOf = (row: RespuestaRow) => ({ result: toJson(row, respuestas) })

  /** With the address that the SII's registry has, else the sender's, written down, where nobody knew one. */
  async function addressed(row: RespuestaRow): Promise<RespuestaRow> {
    if (row.sin_salida !== 'sin_direccion') return row
    const { de } = respuestas.archivo(row.archivo_id)
    const asked = await contactos.preguntar(
      { empresaId: row.empresa_id, ambiente: row.ambiente },
      row.rut_emisor,
    )
    const destinatario = asked ?? (de !== null && isDireccion(de) ? de : null)
    if (destinatario === null) return row
    const correo = correoDe({ empresaId: row.empresa_id, ambiente: row.ambiente }, destinatario)
    const sin_salida = correo ? null : 'sin_correo'
    respuestas.again(row.id, row.job_id, destinatario, sin_salida)
    return { ...row, destinatario, sin_salida }
  }

  /** The bytes as they were frozen, and now if they were not. */
  async function frozen(row: RespuestaRow): Promise<Buffer> {
    const kept = respuestas.xml(row.id)
    if (kept) return kept
    const { empresa_id, ambiente } = row
    const firmante = loadFirmante(emisores, { empresaId: empresa_id, ambiente }, clock())
    const { rut } = emisores.get({ empresaId: empresa_id, ambiente }).emisor
    const at = clock()
    const xml = await buildRespuesta(
      row,
      {
        documentos: respuestas.documentos(row),
        archivo: respuestas.archivo(row.archivo_id),
        rut,
        contacto: contactos.propio(empresa_id),
      },
      firmante,
      sign,
      at,
    )
    respuestas.freeze.immediate(row.id, xml, at.toISOString())
    return xml
  }

  return trabajos.define<object>({
    tipo: TIPO,
    operacion: null,
    async run({ id, empresaId, ambiente }, ctx) {
      const found = respuestas.byJob(id)
      if (!found) throw new AppError('INVALID_STATE', 'Otro trabajo se hizo cargo de la respuesta')
      if (found.estado === 'enviada') return resultOf(found)
      const row = await addressed(found)
      const xml = await frozen(row)
      const correo = row.sin_salida === null ? correoDe({ empresaId, ambiente }, row.destinatario!) : null
      const signed = { ...row, firmada_en: row.firmada_en ?? clock().toISOString() }
      if (!correo) return resultOf(signed)
      const { rut, razonSocial } = emisores.get({ empresaId, ambiente }).emisor
      const empresa = { rut, razonSocial, responderA: contactos.propio(empresaId).email }
      await correo.send(buildMensaje(row, respuestas.documentos(row), xml, empresa), ctx.signal)
      const enviada_en = clock().toISOString()
      const sent: RespuestaRow = { ...signed, estado: 'enviada', error: null, enviada_en }
      return { ...resultOf(sent), write: () => respuestas.markSent(row.id, enviada_en) }
    },
    stopped: ({ id }, error) => respuestas.markFailed(id, error?.error ?? 'Se detuvo'),
    retried: ({ id }) => respuestas.reopen(id),
  })
}
