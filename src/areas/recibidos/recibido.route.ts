// GET and DELETE /v1/recibidos/:id, and the files of one.

import { Type } from '@sinclair/typebox'
import { AppError } from '../../domain/errors'
import { newArea } from '../../http/area'
import { Datos, Exact, OneOf } from '../../http/envelope'
import { DESCARGA } from '../../http/openapi-responses'
import { queryInteger } from '../../http/paging'
import type { Tenant } from '../../http/tenant'
import { fileResponse } from '../dte'
import { BASE, type RecibidosDeps } from './deps'
import { fileName } from './file-name'
import { toImpreso } from './impreso'
import type { Documento } from './lista'
import { RecibidoJson } from './recibido-json'

const params = Exact({ id: Type.String() })
const tags = ['Recibidos']
const disposicion = Type.Optional(
  OneOf(
    { attachment: 'el navegador lo guarda', inline: 'el navegador lo muestra' },
    { description: '`attachment` si se omite.' },
  ),
)

export const recibidoRoute = ({
  credential,
  audit,
  printer,
  recibidos: { lista, detalle },
}: RecibidosDeps) => {
  /** Throws NOT_FOUND. */
  function find(tenant: Tenant, id: string) {
    const found = lista.byId(tenant, id)
    if (found) return found
    throw new AppError('NOT_FOUND', `No hay un documento recibido ${id}`)
  }

  /** Throws INVALID_STATE for a type that has no paper, and for one so ill made that none comes of it. */
  async function draw(tenant: Tenant, found: Documento): Promise<Uint8Array> {
    const impreso = toImpreso(found, detalle.contenido(found))
    try {
      const hojas = { formato: 'carta', cedible: false, copias: 1 } as const
      return await printer.pdf(tenant.cuentaId, impreso, hojas)
    } catch (fault) {
      // A document that its schema refused may lack anything, even what every paper needs, such as the
      // total.
      if (fault instanceof AppError || found.montos !== 'sin_revisar') throw fault
      const mensaje =
        'El documento no sigue el formato del SII y no se puede dibujar; descargue su XML, cuyo informe dice qué le falta'
      throw new AppError('INVALID_STATE', mensaje)
    }
  }

  return newArea(credential)
    .get(
      `${BASE}/:id`,
      ({ tenant, params }) => ({ ok: true as const, data: detalle.toJson(find(tenant, params.id)) }),
      {
        permission: 'recibidos:leer',
        params,
        response: Datos(RecibidoJson),
        detail: { tags, summary: 'Un documento recibido, con su informe', 'x-errores': ['NOT_FOUND'] },
      },
    )
    .get(
      `${BASE}/:id/xml`,
      async ({ tenant, params, query, request }) => {
        const file = await detalle.archivo(find(tenant, params.id), Number(query.cesion ?? 0))
        if (!file) throw new AppError('NOT_FOUND', `No hay un archivo de cesión ${query.cesion}`)
        const { nombre, bytes } = file
        const name = fileName(nombre, 'xml')
        return fileResponse(request, { bytes, type: 'application/xml', name, disposicion: query.disposicion })
      },
      {
        permission: 'recibidos:leer',
        params,
        query: Exact({
          cesion: queryInteger(1, 1000, 'En vez de él, ese archivo de cesión (AEC), desde 1.'),
          disposicion,
        }),
        detail: {
          tags,
          summary: 'El archivo XML que lo trajo, byte por byte como vino',
          description: 'El sobre entero, si vino en uno. Dice su codificación él mismo, o ninguna.',
          'x-contenido': 'application/xml',
          'x-errores': ['NOT_FOUND'],
          responses: DESCARGA,
        },
      },
    )
    .get(
      `${BASE}/:id/pdf`,
      async ({ tenant, params, query, request }) => {
        const found = find(tenant, params.id)
        const type = 'application/pdf'
        const { disposicion } = query
        if (query.original === 'true') {
          const pdf = await detalle.pdf(found)
          if (!pdf) throw new AppError('NOT_FOUND', 'El correo no traía un PDF de este documento')
          return fileResponse(request, {
            bytes: pdf.bytes,
            type,
            name: fileName(pdf.nombre, 'pdf'),
            disposicion,
          })
        }
        const bytes = await draw(tenant, found)
        const name = `${found.rutEmisor}_${found.tipoDte}_${found.folio}.pdf`
        return fileResponse(request, { bytes, type, name, disposicion })
      },
      {
        permission: 'recibidos:leer',
        params,
        query: Exact({
          original: Type.Optional(
            OneOf(
              { true: 'el PDF que traía el correo', false: 'el que Timbre dibuja de su XML' },
              { description: '`false` si se omite.' },
            ),
          ),
          disposicion,
        }),
        detail: {
          tags,
          summary: 'Su representación impresa',
          description:
            'La dibuja Timbre con lo que dice el XML; si la firma no vale, lo dice sobre el papel. El PDF original lo hizo un tercero: puede decir otra cosa que el XML.',
          'x-contenido': 'application/pdf',
          'x-errores': ['NOT_FOUND', 'INVALID_STATE', 'SERVER_BUSY'],
          responses: DESCARGA,
        },
      },
    )
    .delete(
      `${BASE}/:id`,
      ({ tenant, params, set }) => {
        const found = find(tenant, params.id)
        const { id, rutEmisor, tipoDte, folio, huella } = found
        audit(
          tenant,
          () => detalle.remove(found),
          () => ({
            accion: 'recibido.borrado',
            objeto: id,
            detalle: { rut_emisor: rutEmisor, tipo_dte: tipoDte, folio, huella },
          }),
        )
        set.status = 204
      },
      {
        permission: 'recibidos:gestionar',
        params,
        response: { 204: Type.Void() },
        detail: {
          tags,
          summary: 'Borrar un documento recibido',
          description:
            'Nunca uno que se respondió, ni uno vinculado en el registro de compras: una nota de crédito que rebaja una factura, o una factura que una nota rebaja, mientras dure esa vinculación (`/v1/rcv/vinculaciones`). Que otro documento lo nombre en sus referencias, sin más, no lo vincula.',
          'x-errores': ['NOT_FOUND', 'INVALID_STATE'],
        },
      },
    )
}
