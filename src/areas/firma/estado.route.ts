// GET /v1/firma/estado: what needs a person today, across all companies (areas/firma §1).

import { Type } from '@sinclair/typebox'
import type { Celda } from '../../base/csv'
import { SIGNIFICADO_AMBIENTE } from '../../domain/ambiente'
import { invalidParameter } from '../../domain/errors'
import {
  FACETAS,
  type Faceta,
  SEVERIDADES,
  type Severidad,
  SIGNIFICADO_FACETA,
} from '../../domain/firma/facetas'
import { newArea } from '../../http/area'
import { csvResponse } from '../../http/csv'
import type { AreaDeps } from '../../http/deps'
import { Exact, Nullable, OneOf, Paginacion } from '../../http/envelope'
import { type Listing, listed, readAsked, sourceOf } from '../../http/listing'
import { Periodo } from '../../http/periodo'
import { TABLE_DETAIL, tableQuery } from '../../http/table'
import { type Fila, FilaJson } from './fila-json'
import { periodosGuardados } from './read-facetas'
import { type Orden, sortFilas, type Tablero } from './tablero'

const DEFECTO = '-severidad'
const ORDEN = {
  '-severidad': 'lo peor primero, y entre iguales lo que vence antes',
  severidad: 'lo mejor primero',
  vence: 'lo que vence antes primero',
  '-vence': 'lo que vence después primero',
  razon_social: 'por su nombre',
  '-razon_social': 'por su nombre, al revés',
} as const satisfies Record<Orden, string>
const LISTING: Listing<Fila> = {
  words: ({ empresa: { rut, razon_social, etiquetas, responsable } }) => [
    rut,
    razon_social,
    responsable,
    ...etiquetas,
  ],
  orden: DEFECTO,
}

const n = Type.Integer()
const Totales = Exact({
  empresas: n,
  severidades: Exact({ mal: n, aviso: n, bien: n, nada: n }),
  facetas: Exact(Object.fromEntries(FACETAS.map((faceta) => [faceta, Exact({ mal: n, aviso: n })])), {
    description: 'Empresas que esperan a alguien, por faceta.',
  }),
})

/** Counts what was found before it was narrowed to a severity and a facet: a count leads to its rows. */
function totalesOf(filas: readonly Fila[]) {
  const severidades = { mal: 0, aviso: 0, bien: 0, nada: 0 }
  const facetas = Object.fromEntries(FACETAS.map((faceta) => [faceta, { mal: 0, aviso: 0 }]))
  for (const fila of filas) {
    if (fila.severidad) severidades[fila.severidad]++
    for (const faceta of FACETAS) {
      const found = fila.facetas[faceta]?.severidad
      if (found === 'mal' || found === 'aviso') facetas[faceta]![found]++
    }
  }
  return { empresas: filas.length, severidades, facetas }
}

const COLUMNAS = [
  ...['rut', 'razon_social', 'ambiente', 'responsable', 'etiquetas', 'severidad', 'vence'],
  ...FACETAS,
  ...['acuses_pendientes', 'acuses_monto', 'f29_vence', 'f29_declarado_el', 'f29_diferencia'],
]
const celdasOf = ({ empresa, severidad, vence, facetas }: Fila): Celda[] => [
  ...[empresa.rut, empresa.razon_social, empresa.ambiente, empresa.responsable, empresa.etiquetas.join(', ')],
  ...[severidad, vence],
  ...FACETAS.map((faceta) => facetas[faceta]?.severidad ?? null),
  ...[facetas.acuses?.pendientes ?? null, facetas.acuses?.monto ?? null],
  ...[facetas.f29?.vence ?? null, facetas.f29?.declarado_el ?? null, facetas.f29?.diferencia ?? null],
]

interface Deps extends Pick<AreaDeps, 'credential' | 'clock'> {
  tablero: Tablero
}

export const estadoFirmaRoute = ({ credential, clock, tablero }: Deps) =>
  newArea(credential).get(
    '/v1/firma/estado',
    async ({ tenant, query, request }) => {
      const periodo = query.periodo ?? tablero.periodo()
      const months = periodosGuardados(clock())
      if (!months.includes(periodo))
        throw invalidParameter('periodo', 'valor', `Debe ser uno de: ${months.join(', ')}`)
      const { severidad, faceta, responsable, etiqueta, ambiente, orden = DEFECTO } = query
      const isAsked = readAsked(query, LISTING) ?? (() => true)
      const found = (await tablero.filas(tenant, periodo)).filter(
        (fila) =>
          isAsked(fila) &&
          fila.empresa.ambiente === (ambiente ?? fila.empresa.ambiente) &&
          fila.empresa.responsable_id === (responsable ?? fila.empresa.responsable_id) &&
          (etiqueta === undefined || fila.empresa.etiquetas.includes(etiqueta)),
      )
      const severidadOf = (fila: Fila): Severidad | null | undefined =>
        faceta ? fila.facetas[faceta as Faceta]?.severidad : fila.severidad
      const shown = sortFilas(
        found.filter((fila) =>
          severidad
            ? severidadOf(fila) === severidad
            : !faceta || severidadOf(fila) === 'mal' || severidadOf(fila) === 'aviso',
        ),
        orden,
      )
      if (query.formato === 'csv') {
        const rows = [shown.map(celdasOf), []]
        return csvResponse(`firma-${periodo}.csv`, COLUMNAS, () => rows.shift()!) as never
      }
      const { pagina, limite, page, limit, per_page } = query
      const { rows, paginate } = await listed(
        { pagina, limite, page, limit, per_page } as never,
        LISTING,
        sourceOf(shown),
        request.signal,
      )
      return {
        ok: true as const,
        data: rows,
        paginacion: paginate(request.url),
        periodo,
        totales: totalesOf(found),
        servidor: tenant.rol === 'propietario' ? { ultimo_respaldo: tablero.ultimoRespaldo() } : null,
      }
    },
    {
      session: true,
      query: Exact({
        ...tableQuery('el RUT, la razón social, las etiquetas o el responsable', DEFECTO),
        orden: Type.Optional(OneOf(ORDEN, { description: '`-severidad` si se omite.' })),
        periodo: Type.Optional(Periodo(clock)),
        severidad: Type.Optional(OneOf(SEVERIDADES, { description: 'De la empresa; con `faceta`, de ésa.' })),
        faceta: Type.Optional(
          OneOf(SIGNIFICADO_FACETA, { description: 'Las que esperan a alguien por ella.' }),
        ),
        responsable: Type.Optional(Type.String({ description: 'El `id` de la persona.' })),
        etiqueta: Type.Optional(Type.String()),
        ambiente: Type.Optional(OneOf(SIGNIFICADO_AMBIENTE)),
      }),
      response: Exact({
        ok: Type.Literal(true),
        data: Type.Array(FilaJson),
        paginacion: Paginacion,
        periodo: Type.String({ examples: ['202610'] }),
        totales: Totales,
        servidor: Nullable(
          Exact(
            { ultimo_respaldo: Nullable(Type.String({ format: 'date-time' })) },
            { description: 'Para los propietarios; null para los demás.' },
          ),
        ),
      }),
      detail: {
        ...TABLE_DETAIL,
        tags: ['Firma'],
        summary: 'Qué espera a una persona hoy, empresa por empresa',
        description:
          'Cada empresa al alcance de la persona, en el ambiente en que está. Se guarda y se renueva en segundos; los plazos se juzgan al leer. `periodo` es el mes cuyo F29 vence antes, si se omite, o el anterior a ése. `totales` cuenta lo hallado antes de `severidad` y `faceta`.',
      },
    },
  )
