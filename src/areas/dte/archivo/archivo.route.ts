// The document itself: its signed bytes and its printed representation (http §11).

import { Type } from '@sinclair/typebox'
import { AppError } from '../../../domain/errors'
import { newArea } from '../../../http/area'
import type { AreaDeps } from '../../../http/deps'
import { Exact, OneOf } from '../../../http/envelope'
import { DESCARGA } from '../../../http/openapi-responses'
import { queryInteger, readInteger } from '../../../http/paging'
import { FORMATOS, type Printer } from '../../../pdf'
import { LATIN1_DECLARATION } from '../../../xml/dte-xml'
import type { Plantillas } from '../../plantilla'
import type { Documentos } from '../documento/documento-store'
import { documentoParams, findDocumento } from '../documento/find-documento'
import type { Envios } from '../envio/envio-store'
import { nombreDocumento, nombreEnvio } from './file-names'
import { DISPOSICIONES, fileResponse } from './file-response'
import { choosePapel, toImpreso, unsigned } from './impresion'

interface Deps extends Pick<AreaDeps, 'credential'> {
  printer: Printer
  documentos: Documentos
  envios: Envios
  plantillas: Plantillas
}

const bool = (description: string) =>
  Type.Optional(Type.Union([Type.Literal('true'), Type.Literal('false')], { description }))

const disposicion = Type.Optional(OneOf(DISPOSICIONES, { description: '`attachment` si se omite.' }))

/** GET /v1/dte/xml/:tipo/:folio and /v1/dte/pdf/:tipo/:folio. */
export const archivoRoute = ({ credential, documentos, envios, plantillas, printer }: Deps) =>
  newArea(credential)
    .get(
      '/v1/dte/xml/:tipo/:folio',
      ({ tenant, params, query, request }) => {
        const row = findDocumento(documentos, tenant, params)
        const { disposicion } = query
        const type = 'application/xml; charset=ISO-8859-1'
        if (query.sobre === 'true') {
          const envio = row.envio_id ? envios.get(row.envio_id) : undefined
          if (!envio || envio.estado === 'armado')
            throw new AppError('INVALID_STATE', 'El documento aún no ha viajado en un sobre')
          return fileResponse(request, {
            bytes: envios.xml(envio),
            type,
            name: nombreEnvio(envio),
            disposicion,
          })
        }
        const xml = documentos.xml(row)
        if (xml === null) throw unsigned(row)
        const bytes = Buffer.from(LATIN1_DECLARATION + xml, 'latin1')
        const name = nombreDocumento(row.rut_emisor, row.tipo_dte, row.folio, 'xml')
        return fileResponse(request, { bytes, type, name, disposicion })
      },
      {
        permission: 'dte:leer',
        params: documentoParams,
        query: Exact({ sobre: bool('`true`: el sobre tal como se envió al SII.'), disposicion }),
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
      async ({ tenant, params, query, request }) => {
        const row = findDocumento(documentos, tenant, params)
        const copias = readInteger({ copias: query.copias }, 0, 10) ?? 1
        const cedible = query.cedible === 'true'
        const name = (ext: 'pdf' | 'bin') => nombreDocumento(row.rut_emisor, row.tipo_dte, row.folio, ext)
        const hojas = { cedible, copias }
        const { plantilla: id, disposicion } = query
        if (query.formato === 'escpos') {
          const papel = query.papel ?? '80mm'
          const { plantilla } = choosePapel(plantillas, row, { plantilla: id, formato: papel })
          const impreso = toImpreso(documentos, row, plantilla)
          const bytes = await printer.escPos(tenant.cuentaId, impreso, { papel, ...hojas })
          const type = 'application/octet-stream'
          return fileResponse(request, { bytes, type, name: name('bin'), disposicion })
        }
        const { formato, plantilla } = choosePapel(plantillas, row, { plantilla: id, formato: query.formato })
        const impreso = toImpreso(documentos, row, plantilla)
        const bytes = await printer.pdf(tenant.cuentaId, impreso, { formato, ...hojas })
        return fileResponse(request, { bytes, type: 'application/pdf', name: name('pdf'), disposicion })
      },
      {
        permission: 'dte:leer',
        params: documentoParams,
        query: Exact({
          formato: Type.Optional(
            OneOf([...FORMATOS, 'escpos'], {
              description:
                '`carta` si se omite. `80mm`: su timbre cumple las medidas del manual del SII en impresoras de 300 dpi o más. `57mm`: sólo boletas (39 y 41). `escpos`: bytes para una impresora térmica de 203 dpi; en 80 mm ningún timbre cumple a esa resolución el alto y el ancho del manual, así que se imprime centrado, de 6,8 × 4,4 cm. Para las muestras de la certificación use `carta`, u 80mm a 300 dpi.',
            }),
          ),
          papel: Type.Optional(
            OneOf(['80mm', '57mm'], {
              description: 'Sólo de `escpos`; 80mm si se omite; 57mm sólo para boletas.',
            }),
          ),
          cedible: bool('`true`: agrega la copia cedible si el tipo la tiene.'),
          plantilla: Type.Optional(
            Type.String({
              description: 'Una versión de plantilla; si se omite, la activa del tipo y formato.',
            }),
          ),
          copias: queryInteger(0, 10, 'Copias sin cedible; 0 con `cedible=true` deja sólo la cedible.'),
          disposicion,
        }),
        detail: {
          tags: ['DTE'],
          summary: 'Descargar la representación impresa',
          description:
            'Según las medidas del manual de muestras impresas del SII. Un documento rechazado, anulado o descartado lleva esa palabra cruzada en cada página y arriba por qué; por eso el archivo, y su `ETag`, cambian con el estado del documento.',
          'x-contenido': ['application/pdf', 'application/octet-stream'],
          'x-errores': ['INVALID_STATE', 'VALIDATION_ERROR'],
          responses: DESCARGA,
        },
      },
    )
