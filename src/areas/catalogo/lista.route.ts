// GET /v1/catalogo (areas/catalogo §2).

import { Type } from '@sinclair/typebox'
import { newArea } from '../../http/area'
import { BESIDE_FILE } from '../../http/cursor'
import { Exact, Lista, OneOf } from '../../http/envelope'
import { TABLA } from '../../http/openapi-responses'
import { pageQuery, paginate, readPage, refuseBeside } from '../../http/paging'
import { Legible } from '../../http/rule'
import { readText } from '../../http/searched-text'
import { csvCatalogo } from './csv-catalogo'
import { BASE, type CatalogoDeps, tags } from './deps'
import { ProductoJson } from './producto.schema'
import { productoToJson } from './producto-json'
import type { Orden } from './statements'

const ORDENES: Readonly<Record<Orden, string>> = {
  nombre: 'por nombre',
  '-nombre': 'por nombre, al revés',
  codigo: 'por código',
  '-codigo': 'por código, al revés',
  '-usado': 'primero lo último que se usó',
  usado: 'primero lo que hace más que no se usa',
}

export const listaRoute = ({ credential, lista }: Pick<CatalogoDeps, 'credential' | 'lista'>) =>
  newArea(credential).get(
    BASE,
    async ({ tenant: { empresaId }, query, request }) => {
      const buscado = { q: query.q, codigo: query.codigo, eliminados: query.eliminados === 'true' }
      if (query.formato === 'csv') {
        refuseBeside(query, BESIDE_FILE, 'formato=csv')
        // The router's types know of no promise of either an answer or data.
        return csvCatalogo(lista, empresaId, buscado) as never
      }
      const page = readPage(query)
      const { total, filas } = await lista.page(empresaId, buscado, query.orden ?? 'nombre', page)
      return {
        ok: true as const,
        data: filas.map(productoToJson),
        paginacion: paginate(page, total, request.url),
      }
    },
    {
      permission: 'catalogo:leer',
      query: Exact({
        ...pageQuery,
        q: Type.Optional(
          Legible(readText, {
            description: 'Parte del nombre, el código o la descripción; sin distinguir mayúsculas ni tildes.',
            examples: ['andamio'],
          }),
        ),
        codigo: Type.Optional(
          Type.String({ maxLength: 70, description: 'Un código entero, sin distinguir mayúsculas.' }),
        ),
        orden: Type.Optional(OneOf(ORDENES, { description: '`nombre` si se omite.' })),
        eliminados: Type.Optional(
          OneOf({ true: 'los eliminados', false: 'los que viven' }, { description: '`false` si se omite.' }),
        ),
        formato: Type.Optional(
          OneOf(
            { json: 'una página', csv: 'todos los hallados, por nombre, con punto y coma, en UTF-8' },
            { description: '`json` si se omite.' },
          ),
        ),
      }),
      response: Lista(ProductoJson),
      detail: { tags, summary: 'Buscar productos', 'x-contenido': ['text/csv'], responses: TABLA },
    },
  )
