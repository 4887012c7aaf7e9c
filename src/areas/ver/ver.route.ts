// GET /ver/:clave, its PDF and its XML: public, since whoever holds a document may see what it is and what the SII said of it.

import { Type } from '@sinclair/typebox'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Exact } from '../../http/envelope'
import { DESCARGA, HTML, PAGINA_404 } from '../../http/openapi-responses'
import { AJENA } from '../../http/query'
import type { Printer } from '../../pdf'
import { LATIN1_DECLARATION } from '../../xml/dte-xml'
import {
  type DocumentoRow,
  type Documentos,
  fileResponse,
  nombreDocumento,
  renderCarta,
  sinEfecto,
} from '../dte'
import type { Plantillas } from '../plantilla'
import { estadoPublico } from './estado'
import { PAGINA_HEADERS, paginaDocumento, paginaInexistente, RESERVADO } from './pagina'
import type { Publico } from './publico'

export interface VerDeps extends Pick<AreaDeps, 'credential'> {
  documentos: Documentos
  plantillas: Plantillas
  publico: Publico
  printer: Printer
}

const page = (text: string, status = 200): Response => new Response(text, { status, headers: PAGINA_HEADERS })

const tags = ['Consulta pública']
const params = Exact({
  clave: Type.String({ description: 'Lo que sigue a `/ver/` en `links.publico` del documento.' }),
})
const description =
  'Sin credencial: basta la dirección, que nadie puede adivinar. Responde 404 si no existe o si la empresa no tiene `consulta_publica`.'
const responses = { 200: { description: 'La página', content: HTML }, ...PAGINA_404 }

export const verRoutes = ({ credential, documentos, plantillas, publico, printer }: VerDeps) => {
  /** The page of an address, or the one page for none. */
  const withDocumento = (
    clave: string,
    show: (row: DocumentoRow) => Response | Promise<Response>,
  ): Response | Promise<Response> => {
    const row = publico.find(clave)
    return row ? show(row) : page(paginaInexistente(), 404)
  }
  const file = (bytes: Uint8Array, type: string, row: DocumentoRow, ext: 'pdf' | 'xml', request: Request) => {
    const name = nombreDocumento(row.rut_emisor, row.tipo_dte, row.folio, ext)
    const disposicion = ext === 'pdf' ? 'inline' : 'attachment'
    const response = fileResponse(request, { bytes, type, name, disposicion })
    for (const [header, value] of Object.entries(RESERVADO)) response.headers.set(header, value)
    return response
  }
  return newArea(credential)
    .get(
      '/ver/:clave',
      ({ params: { clave } }) =>
        withDocumento(clave, (row) => {
          const { dte } = documentos.contenido(row)
          return page(
            paginaDocumento(row, dte, estadoPublico(row, sinEfecto(documentos, row)), publico.linkOf(row)!),
          )
        }),
      {
        publico: true,
        query: AJENA,
        params,
        detail: { tags, summary: 'Ver un documento', description, responses },
      },
    )
    .get(
      '/ver/:clave/pdf',
      ({ params: { clave }, request }) =>
        withDocumento(clave, async (row) => {
          const pdf = await renderCarta({ documentos, plantillas, printer }, row)
          return file(pdf, 'application/pdf', row, 'pdf', request)
        }),
      {
        publico: true,
        query: AJENA,
        params,
        detail: {
          tags,
          summary: 'Su representación impresa',
          description,
          'x-contenido': 'application/pdf',
          responses: { ...DESCARGA, ...PAGINA_404 },
        },
      },
    )
    .get(
      '/ver/:clave/xml',
      ({ params: { clave }, request }) =>
        withDocumento(clave, (row) => {
          const bytes = Buffer.from(LATIN1_DECLARATION + documentos.xml(row)!, 'latin1')
          return file(bytes, 'application/xml; charset=ISO-8859-1', row, 'xml', request)
        }),
      {
        publico: true,
        query: AJENA,
        params,
        detail: {
          tags,
          summary: 'Su XML firmado',
          description,
          'x-contenido': 'application/xml',
          responses: { ...DESCARGA, ...PAGINA_404 },
        },
      },
    )
}
