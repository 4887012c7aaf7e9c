// POST /v1/dte/pdf/lote: the paper of chosen documents as one file (http §10.2).

import { Type } from '@sinclair/typebox'
import { pauses } from '../../../base/turn'
import { type Fault, faultsError } from '../../../domain/errors'
import { newArea } from '../../../http/area'
import type { AreaDeps } from '../../../http/deps'
import { DocumentoRef, Exact, OneOf } from '../../../http/envelope'
import { ARCHIVO } from '../../../http/openapi-responses'
import type { Tenant } from '../../../http/tenant'
import { FORMATOS, type Formato, papelFaults } from '../../../pdf'
import type { Documentos } from '../documento/documento-store'
import { noFileOf } from './impresion'
import { type Impresores, JOINED_MAX, joinedResponse } from './joined-pdf'

const Lote = Exact({
  documentos: Type.Array(DocumentoRef, {
    minItems: 1,
    maxItems: JOINED_MAX,
    description: 'Los documentos, en el orden en que quedan. Uno puede venir más de una vez.',
    examples: [[{ tipo_dte: 33, folio: 1 }]],
  }),
  papel: Type.Optional(
    OneOf(FORMATOS, { description: '`carta` si se omite; `57mm` sólo para boletas (39 y 41).' }),
  ),
  cedible: Type.Optional(
    Type.Boolean({
      description: '`true`: tras cada documento cuyo tipo la tiene, su copia cedible. `false` si se omite.',
    }),
  ),
  copias: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 10,
      description:
        'Copias sin cedible de cada documento, juntas; 1 si se omite. 0 con `cedible` deja sólo la cedible.',
    }),
  ),
})

const DESCRIPCION =
  'Hasta 500 documentos en un solo PDF, cada uno como en `GET /v1/dte/pdf/:tipo/:folio`, en el orden pedido y con un marcador ' +
  'que lleva a él. Se hace mientras se descarga.\n\n' +
  'Antes se revisan todos: los que no existen, los que aún no están firmados y los que no admiten el papel vienen juntos en ' +
  '`detalles`, cada uno con su ruta (`documentos[3]`). Responde 404 si todas las faltas son de documentos que no existen, 409 si ' +
  'todas son de documentos sin firmar, y si no 422. Lo que ya empezada la descarga no se pudo imprimir queda dicho en la última página.\n\n' +
  'Cuesta del límite de solicitudes una por cada 10 documentos. Para los que cumplen un filtro, `GET /v1/documentos?formato=pdf`.'

/** The fault of one requested document. */
function faultOf(
  documentos: Documentos,
  { empresaId, ambiente }: Tenant,
  { tipo_dte, folio }: { tipo_dte: number; folio: number },
  formato: Formato,
  campo: string,
): { id: string } | Fault[] {
  const row = documentos.byFolio({ empresaId, ambiente }, tipo_dte, folio)
  const named = `el documento tipo ${tipo_dte} folio ${folio}`
  if (!row) return [{ campo, regla: 'existe', mensaje: `${campo}: no existe ${named}`, code: 'NOT_FOUND' }]
  if (row.firmado_at === null) {
    const mensaje = `${campo}: ${named} ${noFileOf(row)}`
    return [{ campo, regla: 'sin_firmar', mensaje, code: 'INVALID_STATE' }]
  }
  const faults = papelFaults(formato, row.tipo_dte, `${campo}.tipo_dte`)
  return faults.length ? faults : { id: row.id }
}

export const pdfLoteRoute = ({
  credential,
  clock,
  ...impresores
}: Pick<AreaDeps, 'credential' | 'clock'> & Impresores) =>
  newArea(credential).post(
    '/v1/dte/pdf/lote',
    async ({ body, tenant }) => {
      const { papel: formato = 'carta', cedible = false, copias = 1 } = body
      const pause = pauses()
      const ids: string[] = []
      const faults: Fault[] = []
      for (const [i, documento] of body.documentos.entries()) {
        await pause()
        const found = faultOf(impresores.documentos, tenant, documento, formato, `documentos[${i}]`)
        if ('id' in found) ids.push(found.id)
        else faults.push(...found)
      }
      // One of a document at the most: all are told.
      if (faults.length) throw faultsError(faults, undefined, JOINED_MAX)
      return joinedResponse(impresores, tenant.cuentaId, ids, { formato, cedible, copias }, clock())
    },
    {
      permission: 'dte:leer',
      body: Lote,
      detail: {
        tags: ['DTE'],
        summary: 'Descargar varios documentos en un PDF',
        description: DESCRIPCION,
        'x-contenido': 'application/pdf',
        'x-errores': ['NOT_FOUND', 'INVALID_STATE'],
        responses: ARCHIVO,
      },
    },
  )
