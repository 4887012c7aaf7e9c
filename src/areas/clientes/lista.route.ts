// GET /v1/clientes (areas/clientes §2).

import { Type } from '@sinclair/typebox'
import { AppError } from '../../domain/errors'
import { newArea } from '../../http/area'
import { BESIDE_FILE } from '../../http/cursor'
import { Exact, Lista, OneOf } from '../../http/envelope'
import { TABLA } from '../../http/openapi-responses'
import { pageQuery, paginate, readPage, refuseBeside } from '../../http/paging'
import { readAll } from '../../http/read-all'
import { Legible } from '../../http/rule'
import { readEnd, spanQuery } from '../../http/span'
import { readQ, readRut } from './buscado'
import { ClienteJson } from './cliente.schema'
import { clienteToJson } from './cliente-json'
import { csvClientes } from './csv-clientes'
import { BASE, type ClientesDeps, tags } from './deps'
import { isDeMetricas, ORDENES, type Orden } from './walk'

export const listaRoute = ({ credential, clientes: { lista, vista } }: ClientesDeps) =>
  newArea(credential).get(
    BASE,
    async ({ tenant, query, request }) => {
      const orden = (query.orden ?? 'razon_social') as Orden
      const al = vista.at(tenant)
      if (!al && isDeMetricas(orden)) {
        const mensaje = `El plan no incluye métricas de clientes, y ${orden.replace('-', '')} es una; cambie al plan Profesional u ordene por razon_social`
        throw new AppError('PLAN_FEATURE', mensaje, {
          detalles: [{ campo: 'orden', regla: 'plan', mensaje }],
        })
      }
      const [desde, hasta] = readAll(
        () => readEnd(query, 'desde')?.toISOString(),
        () => readEnd(query, 'hasta')?.toISOString(),
      )
      const filtros = { q: query.q, rut: query.rut, eliminados: query.eliminados === 'true', desde, hasta }
      if (query.formato === 'csv') {
        refuseBeside(query, BESIDE_FILE, 'formato=csv')
        // The router's types know of no promise of either an answer or data.
        return csvClientes(lista, tenant, filtros, al) as never
      }
      const [page] = readAll(() => readPage(query))
      const { total, filas } = await lista.page(tenant, filtros, orden, page, request.signal)
      return {
        ok: true as const,
        data: filas.map((fila) => clienteToJson(fila, al)),
        paginacion: paginate(page, total, request.url),
      }
    },
    {
      permission: 'clientes:leer',
      query: Exact({
        ...pageQuery,
        q: Type.Optional(
          Legible(readQ, {
            description:
              'Parte del RUT, de la razón social, del giro o del correo; sin distinguir mayúsculas ni tildes.',
            examples: ['rio claro'],
          }),
        ),
        rut: Type.Optional(Legible(readRut, { description: 'El RUT, entero.', examples: ['77123456-9'] })),
        ...spanQuery('Anotados'),
        orden: Type.Optional(
          OneOf(ORDENES, {
            description: '`razon_social` si se omite. Por métricas exige un plan que las incluya.',
          }),
        ),
        eliminados: Type.Optional(
          OneOf({ true: 'los eliminados', false: 'los que viven' }, { description: '`false` si se omite.' }),
        ),
        formato: Type.Optional(
          OneOf(
            {
              json: 'una página',
              csv: 'todos los hallados, por nombre, separados por punto y coma, en UTF-8; `POST /v1/clientes/importar` lee el mismo archivo',
            },
            { description: '`json` si se omite.' },
          ),
        ),
      }),
      response: Lista(ClienteJson),
      detail: {
        tags,
        summary: 'Buscar clientes',
        'x-contenido': ['text/csv'],
        'x-errores': ['PLAN_FEATURE'],
        responses: TABLA,
      },
    },
  )
