// The document itself: its signed bytes and its printed representation (contract §11).

import { createHash } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { unidadSii } from '../../domain/comunas'
import { AppError, invalidParameter } from '../../domain/errors'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Exact, OneOf } from '../../http/envelope'
import { DESCARGA } from '../../http/openapi-responses'
import { queryInteger, readInteger } from '../../http/paging'
import type { Tenant } from '../../http/tenant'
import { FORMATOS, type Formato, type Impreso, type Plantilla, renderEscPos, renderPdf } from '../../pdf'
import { LATIN1_DECLARATION } from '../../xml/dte-xml'
import type { Plantillas } from '../plantilla'
import type { DocumentoRow, Documentos } from './documento-store'
import type { Envios } from './envio-store'
import { nombreDocumento, nombreEnvio } from './nombre-archivo'

interface Deps extends Pick<AreaDeps, 'credential'> {
  documentos: Documentos
  envios: Envios
  plantillas: Plantillas
}

/** The document of a path. Throws INVALID_PARAMETER, NOT_FOUND. */
export function findDocumento(
  documentos: Documentos,
  tenant: Tenant,
  params: { tipo: string; folio: string },
): DocumentoRow {
  const tipo = readInteger({ tipo: params.tipo }, 1, 999)!
  const folio = readInteger({ folio: params.folio }, 1, 9_999_999_999)!
  const row = documentos.byFolio(tenant.empresaId, tenant.ambiente, tipo, folio)
  if (!row) throw new AppError('NOT_FOUND', `No existe el documento tipo ${tipo} folio ${folio}`)
  return row
}

const unsigned = (): AppError =>
  new AppError('INVALID_STATE', 'El documento aún no está firmado; espere a que su trabajo termine')

/** A file, or 304 to who has it already. */
export function fileResponse(bytes: Uint8Array, type: string, name: string, request: Request): Response {
  const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`
  const headers = {
    'content-type': type,
    'content-disposition': `attachment; filename="${name}"`,
    etag,
    'cache-control': 'private, no-cache',
  }
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  return new Response(bytes as Uint8Array<ArrayBuffer>, { headers })
}

/** What is printed of a signed document. */
function toImpreso(documentos: Documentos, row: DocumentoRow, plantilla: Plantilla): Impreso {
  const { dte, impresion, resolucion, sitioWeb } = documentos.contenido(row)
  const xml = documentos.xml(row)
  if (xml === null) throw unsigned()
  return {
    dte,
    ted: /<TED [\s\S]*<\/TED>/.exec(xml)![0],
    resolucion,
    unidadSii: dte.emisor.comuna ? unidadSii(dte.emisor.comuna) : null,
    emisor: { ...(sitioWeb && { sitioWeb }) },
    impresion,
    ambiente: row.ambiente,
    plantilla,
  }
}

/** One letter of a signed document, on the company's paper of that type. Throws INVALID_STATE before the signature. */
export function renderCarta(documentos: Documentos, plantillas: Plantillas, row: DocumentoRow): Uint8Array {
  const plantilla = plantillas.papel(row.empresa_id, 'carta', row.tipo_dte)
  return renderPdf(toImpreso(documentos, row, plantilla), { formato: 'carta', cedible: false, copias: 1 })
}

/**
 * The paper asked for: a version's, else the active one's of the type. Throws NOT_FOUND, and INVALID_PARAMETER for a version
 * made for another paper.
 */
function choosePapel(
  plantillas: Plantillas,
  { empresa_id, tipo_dte }: DocumentoRow,
  { plantilla: id, formato }: { plantilla?: string | undefined; formato?: Formato | undefined },
): { formato: Formato; plantilla: Plantilla } {
  if (id === undefined) {
    const papel = formato ?? 'carta'
    return { formato: papel, plantilla: plantillas.papel(empresa_id, papel, tipo_dte) }
  }
  const version = plantillas.get(empresa_id, id)
  if (formato && formato !== version.formato) {
    throw invalidParameter('plantilla', 'formato', `Es para ${version.formato} y se pide ${formato}`)
  }
  return { formato: version.formato, plantilla: plantillas.withLogo(empresa_id, version.config) }
}

const bool = (description: string) =>
  Type.Optional(Type.Union([Type.Literal('true'), Type.Literal('false')], { description }))

const params = Exact({ tipo: Type.String(), folio: Type.String() })

/** GET /v1/dte/xml/:tipo/:folio and /v1/dte/pdf/:tipo/:folio. */
export const archivoRoute = ({ credential, documentos, envios, plantillas }: Deps) =>
  newArea(credential)
    .get(
      '/v1/dte/xml/:tipo/:folio',
      ({ tenant, params, query, request }) => {
        const row = findDocumento(documentos, tenant, params)
        const type = 'application/xml; charset=ISO-8859-1'
        if (query.sobre === 'true') {
          const envio = row.envio_id ? envios.get(row.envio_id) : undefined
          if (!envio || envio.estado === 'armado')
            throw new AppError('INVALID_STATE', 'El documento aún no ha viajado en un sobre')
          return fileResponse(envios.xml(envio), type, nombreEnvio(envio), request)
        }
        const xml = documentos.xml(row)
        if (xml === null) throw unsigned()
        const bytes = Buffer.from(LATIN1_DECLARATION + xml, 'latin1')
        return fileResponse(
          bytes,
          type,
          nombreDocumento(row.rut_emisor, row.tipo_dte, row.folio, 'xml'),
          request,
        )
      },
      {
        permission: 'dte:leer',
        params,
        query: Exact({ sobre: bool('`true`: el sobre tal como se envió al SII.') }),
        detail: {
          tags: ['DTE'],
          summary: 'Descargar el XML firmado',
          description: 'Los bytes exactos que se firmaron, en ISO-8859-1. No los recodifique.',
          'x-contenido': 'application/xml',
          'x-errores': ['INVALID_STATE'],
          responses: DESCARGA,
        },
      },
    )
    .get(
      '/v1/dte/pdf/:tipo/:folio',
      ({ tenant, params, query, request }) => {
        const row = findDocumento(documentos, tenant, params)
        const copias = readInteger({ copias: query.copias }, 0, 10) ?? 1
        const cedible = query.cedible === 'true'
        const name = (ext: 'pdf' | 'bin') => nombreDocumento(row.rut_emisor, row.tipo_dte, row.folio, ext)
        const hojas = { cedible, copias: cedible ? copias : Math.max(copias, 1) }
        const { plantilla: id } = query
        if (query.formato === 'escpos') {
          const papel = query.papel ?? '80mm'
          const { plantilla } = choosePapel(plantillas, row, { plantilla: id, formato: papel })
          const bytes = renderEscPos(toImpreso(documentos, row, plantilla), { papel, ...hojas })
          return fileResponse(bytes, 'application/octet-stream', name('bin'), request)
        }
        const { formato, plantilla } = choosePapel(plantillas, row, { plantilla: id, formato: query.formato })
        const pdf = renderPdf(toImpreso(documentos, row, plantilla), { formato, ...hojas })
        return fileResponse(pdf, 'application/pdf', name('pdf'), request)
      },
      {
        permission: 'dte:leer',
        params,
        query: Exact({
          formato: Type.Optional(
            OneOf([...FORMATOS, 'escpos'], { description: '`escpos`: bytes para una impresora de boletas.' }),
          ),
          papel: Type.Optional(
            OneOf(['80mm', '57mm'], { description: 'Sólo de `escpos`; 80mm si se omite.' }),
          ),
          cedible: bool('`true`: agrega la copia cedible si el tipo la tiene.'),
          plantilla: Type.Optional(
            Type.String({
              description: 'Una versión de plantilla; si se omite, la activa del tipo y formato.',
            }),
          ),
          copias: queryInteger(0, 10, 'Copias sin cedible; 0 con `cedible=true` deja sólo la cedible.'),
        }),
        detail: {
          tags: ['DTE'],
          summary: 'Descargar la representación impresa',
          'x-contenido': ['application/pdf', 'application/octet-stream'],
          'x-errores': ['INVALID_STATE'],
          responses: DESCARGA,
        },
      },
    )
