// Settings and the chart of accounts (areas/contabilidad §1).

import { type Static, Type } from '@sinclair/typebox'
import { AGRUPACIONES, COMPONENTES, NOMBRES_LIBRO } from '../../domain/contabilidad/libros'
import { DETALLES_LIBRO } from '../../domain/contabilidad/plantilla'
import { newArea } from '../../http/area'
import { csvResponse } from '../../http/csv'
import { BESIDE_FILE } from '../../http/cursor'
import { Datos, Exact, Lista, OneOf } from '../../http/envelope'
import { Base64, Texto } from '../../http/formats'
import { answerList, listQuery, sourceOf } from '../../http/listing'
import { TABLA } from '../../http/openapi-responses'
import { refuseBeside } from '../../http/paging'
import type { Contabilidad } from './ajustes'
import { BASE, type RouteDeps, tags } from './deps'
import { COLUMNAS_CUENTA, cuentaToCsv, readCuentas } from './read-cuentas'
import { Glosa } from './regla.schema'
import type { CuentaRow } from './statements'

const Agrupacion = OneOf(AGRUPACIONES)
const comprobante = Texto(20, { examples: ['T'] })

/** The parts of all books, without codes. */
const PARTES = [
  ...new Set(
    NOMBRES_LIBRO.flatMap((libro) => Object.keys(COMPONENTES[libro]).map((name) => name.replace(':', ''))),
  ),
]
const LibroDetalle = Exact(
  Object.fromEntries(
    PARTES.map((name) => [name, Type.Optional(Type.Integer({ minimum: 1, maximum: DETALLES_LIBRO }))]),
  ),
  {
    description: `En qué monto del detalle de libro va cada parte, de 1 a ${DETALLES_LIBRO}: en Softland, las columnas 27 a 35.`,
    examples: [{ neto: 1, iva: 3 }],
  },
)

const o = Type.Optional
const Cambios = Exact(
  {
    agrupacion: o(Exact({ ventas: o(Agrupacion), compras: o(Agrupacion), honorarios: o(Agrupacion) })),
    redondeo_max: o(
      Type.Integer({
        minimum: 0,
        maximum: 10,
        description: 'Pesos que las partes de un documento pueden diferir de su total; van en `redondeo`.',
      }),
    ),
    glosas: o(Exact({ ventas: o(Glosa), compras: o(Glosa), honorarios: o(Glosa) })),
    comprobantes: o(Exact({ ventas: o(comprobante), compras: o(comprobante), honorarios: o(comprobante) })),
    libro_detalle: o(LibroDetalle),
  },
  { minProperties: 1, examples: [{ agrupacion: { ventas: 'dia' }, redondeo_max: 1 }] },
)

const cada = <T extends Parameters<typeof Datos>[0]>(schema: T) =>
  Exact({ ventas: schema, compras: schema, honorarios: schema })
const texto = Type.String()
const AjustesJson = Exact({
  agrupacion: cada(Agrupacion),
  redondeo_max: Type.Integer(),
  glosas: cada(texto),
  comprobantes: cada(texto),
  libro_detalle: LibroDetalle,
})

const si = Type.Boolean()
export const CuentaJson = Exact({
  codigo: Type.String({ examples: ['1-1-03-001'] }),
  nombre: Type.String({ examples: ['Clientes'] }),
  pide_auxiliar: si,
  pide_centro: si,
  pide_documento: si,
})
const cuentaToJson = (row: CuentaRow): Static<typeof CuentaJson> => ({
  ...{ codigo: row.codigo, nombre: row.nombre, pide_auxiliar: row.pide_auxiliar === 1 },
  ...{ pide_centro: row.pide_centro === 1, pide_documento: row.pide_documento === 1 },
})

const CUENTAS = { words: ({ codigo, nombre }: CuentaRow) => [codigo, nombre], orden: 'codigo' }
const EJEMPLO = 'codigo;nombre;pide_auxiliar;pide_centro;pide_documento\r\n1-1-03-001;Clientes;si;no;si\r\n'

interface Deps extends RouteDeps {
  contabilidad: Contabilidad
}

export const ajustesRoute = ({ credential, audit, contabilidad }: Deps) =>
  newArea(credential)
    .get(BASE, ({ tenant }) => ({ ok: true as const, data: contabilidad.get(tenant.empresaId) }), {
      permission: 'contabilidad:leer',
      response: Datos(AjustesJson),
      detail: { tags, summary: 'Ver los ajustes de los asientos' },
    })
    .put(
      BASE,
      ({ tenant, body }) => ({
        ok: true as const,
        data: audit(
          tenant,
          () => contabilidad.put(tenant.empresaId, body as never),
          () => ({ accion: 'contabilidad.ajustada', detalle: body }),
        ),
      }),
      {
        permission: 'contabilidad:administrar',
        body: Cambios,
        response: Datos(AjustesJson),
        detail: {
          tags,
          summary: 'Cambiar los ajustes de los asientos',
          description:
            'Lo que no se envía queda como estaba; `libro_detalle` va entero. `comprobantes`: cómo llama el sistema contable a la clase de los asientos de cada libro.',
        },
      },
    )
    .get(
      `${BASE}/cuentas`,
      ({ tenant: { empresaId }, query, request }) => {
        const all = contabilidad.cuentas(empresaId)
        if (query.formato === 'csv') {
          refuseBeside(query, BESIDE_FILE, 'formato=csv')
          let rest = all.map(cuentaToCsv)
          // The router's types know of no promise of either an answer or data.
          return csvResponse('plan-de-cuentas.csv', COLUMNAS_CUENTA, () => {
            const rows = rest
            rest = []
            return rows
          }) as never
        }
        return answerList({ query, request }, CUENTAS, sourceOf(all), cuentaToJson)
      },
      {
        permission: 'contabilidad:leer',
        query: Exact({
          ...listQuery('el código o el nombre', CUENTAS.orden),
          formato: o(
            OneOf(
              { json: 'una página', csv: 'todas, con punto y coma, en UTF-8' },
              { description: '`json` si se omite.' },
            ),
          ),
        }),
        response: Lista(CuentaJson),
        detail: { tags, summary: 'Ver el plan de cuentas', 'x-contenido': ['text/csv'], responses: TABLA },
      },
    )
    .put(
      `${BASE}/cuentas`,
      ({ tenant, body }) => {
        const { cuentas, errores } = readCuentas(body.archivo_base64)
        audit(
          tenant,
          () => contabilidad.putCuentas(tenant.empresaId, cuentas),
          () => ({ accion: 'contabilidad.cuentas_cargadas', detalle: { cuentas: cuentas.length } }),
        )
        return { ok: true as const, data: { cuentas: cuentas.length, errores } }
      },
      {
        upload: { archivo: 'archivo_base64' },
        permission: 'contabilidad:administrar',
        body: Exact(
          {
            archivo_base64: Base64({
              description:
                'Un CSV en base64, o como `archivo` en multipart/form-data: `codigo;nombre;pide_auxiliar;pide_centro;pide_documento`, las tres últimas optativas y con si o no.',
            }),
          },
          { examples: [{ archivo_base64: Buffer.from(EJEMPLO).toString('base64') }] },
        ),
        response: Datos(
          Exact({
            cuentas: Type.Integer({ description: 'Las que quedaron.' }),
            errores: Type.Array(Exact({ linea: Type.Integer(), mensaje: Type.String() }), {
              description: 'Las líneas que no se pudieron leer, hasta 1.000.',
            }),
          }),
        ),
        detail: {
          tags,
          summary: 'Cargar el plan de cuentas',
          'x-errores': ['VALIDATION_ERROR'],
          description:
            'Reemplaza el que haya. Con plan, una regla sólo puede dar cuentas de él, y los asientos se detienen si una línea no trae lo que su cuenta pide. Sin plan no se revisa nada.',
        },
      },
    )
