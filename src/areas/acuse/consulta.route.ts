// GET /v1/dte/acuse/:tipo/:folio and /v1/dte/acuse/recibidos/:rut/:tipo/:folio (http §27.3).

import { Type } from '@sinclair/typebox'
import { AppError, invalidParameter } from '../../domain/errors'
import { parseRut } from '../../domain/rut'
import { RESPUESTA_CACHE } from '../../http/answer-cache'
import { newArea } from '../../http/area'
import { Datos, Exact, OneOf } from '../../http/envelope'
import { readInteger } from '../../http/paging'
import { readAll } from '../../http/read-all'
import { Legible } from '../../http/rule'
import { documentoParams } from '../dte'
import { checkTipo, EstadoJson } from './acuse-json'
import { type AcuseDeps, BASE } from './deps'

const query = Exact({
  fuente: Type.Optional(
    OneOf(
      { sii: 'pregunta al SII', local: 'lo que se guarda, sin preguntar ni gastar cuota' },
      { description: '`sii` si se omite; lo que ya no puede cambiar se responde siempre de lo guardado.' },
    ),
  ),
})

const detail = {
  tags: ['Acuse'],
  responses: RESPUESTA_CACHE,
  'x-errores': [
    'DOCUMENT_TYPE_NOT_ALLOWED',
    'CERTIFICATE_MISSING',
    'CERTIFICATE_EXPIRED',
    'CERTIFICATE_INVALID',
    'SII_REFUSED',
    'SII_ERROR',
    'SII_UNAVAILABLE',
    'SII_TIMEOUT',
  ] as const,
}

export const consultaAcuseRoute = ({ credential, documentos, emisores, acuse }: AcuseDeps) => {
  /** Throws NOT_FOUND where nobody asks the SII and nothing is known. */
  function checkKnown(local: boolean, clave: Parameters<typeof acuse.isKnown>[0]): void {
    if (!local || acuse.isKnown(clave)) return
    throw new AppError('NOT_FOUND', 'Nada se sabe aquí de ese documento: pregunte al SII sin `fuente=local`')
  }
  return newArea(credential)
    .get(
      `${BASE}/:tipo/:folio`,
      async ({ tenant, params, query, set }) => {
        const [tipo_dte, folio] = [readTipo(params.tipo), readFolio(params.folio)]
        const { empresaId: empresa_id, ambiente } = tenant
        // One that was issued elsewhere is asked for by the company's own RUT.
        const own = documentos.byFolio({ empresaId: empresa_id, ambiente }, tipo_dte, folio) ?? null
        const rut_emisor = own?.rut_emisor ?? emisores.get({ empresaId: empresa_id, ambiente }).emisor.rut
        const clave = { empresa_id, ambiente, rut_emisor, tipo_dte, folio }
        checkTipo(clave)
        const local = query.fuente === 'local'
        if (!own) checkKnown(local, clave)
        const data = await acuse.consultar(tenant, set, clave, { own, acts: false, local })
        return { ok: true as const, data }
      },
      {
        permission: 'consultas:ejecutar',
        consume: 'consulta_acuse',
        params: documentoParams,
        query,
        response: Datos(EstadoJson),
        detail: {
          ...detail,
          'x-errores': ['NOT_FOUND', ...detail['x-errores']],
          summary: 'Qué dijo el receptor de un documento emitido',
          description: 'También de uno que la empresa emitió en otra parte: se pregunta al SII por él.',
        },
      },
    )
    .get(
      `${BASE}/recibidos/:rut/:tipo/:folio`,
      async ({ tenant, params, query, set }) => {
        const [rut_emisor, tipo_dte, folio] = readAll(
          () => readRut(params.rut),
          () => readTipo(params.tipo),
          () => readFolio(params.folio),
        )
        const { empresaId: empresa_id, ambiente } = tenant
        const clave = { empresa_id, ambiente, rut_emisor, tipo_dte, folio }
        checkTipo(clave)
        const local = query.fuente === 'local'
        checkKnown(local, clave)
        const data = await acuse.consultar(tenant, set, clave, { own: null, acts: true, local })
        return { ok: true as const, data }
      },
      {
        permission: 'consultas:ejecutar',
        consume: 'consulta_acuse',
        params: Exact({ rut: Legible(readRut), tipo: Legible(readTipo), folio: Legible(readFolio) }),
        query,
        response: Datos(EstadoJson),
        detail: {
          ...detail,
          'x-errores': ['NOT_FOUND', ...detail['x-errores']],
          summary: 'Qué se registró de un documento recibido, y qué se puede registrar aún',
        },
      },
    )
}

const readTipo = (tipo: string): number => readInteger({ tipo }, 1, 999)!
const readFolio = (folio: string): number => readInteger({ folio }, 1, 9_999_999_999)!

/** Throws INVALID_PARAMETER. */
function readRut(text: string): string {
  const rut = parseRut(text)
  if (rut) return rut
  throw invalidParameter('rut', 'rut', 'No es un RUT válido')
}
