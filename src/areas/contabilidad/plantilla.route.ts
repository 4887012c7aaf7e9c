// Forms of files: to list, to write, to change, to delete, and to read another program's headings (areas/contabilidad §6).

import { type Static, Type } from '@sinclair/typebox'
import { NOMBRES_FORMATO } from '../../domain/contabilidad/formatos'
import {
  ARCHIVOS,
  CAMPOS,
  CODIFICACIONES,
  FECHAS,
  type Plantilla,
  SEPARADORES,
  unknownCampos,
} from '../../domain/contabilidad/plantilla'
import { separadorOf, splitLineas, tableText, whyNoTable } from '../../domain/csv'
import { faultsError } from '../../domain/errors'
import { newArea } from '../../http/area'
import { Datos, Exact, Lista, Nullable, OneOf } from '../../http/envelope'
import { Base64, Texto } from '../../http/formats'
import { idempotentRequest } from '../../http/idempotency'
import { answerList, listQuery, sourceOf } from '../../http/listing'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { Ruled } from '../../http/rule'
import { BASE, type RouteDeps, tags } from './deps'
import type { Plantillas, PlantillaVista } from './plantillas'

const COLUMNAS_MAX = 120

const palabras = Object.entries(CAMPOS)
  .filter(([name]) => !/^detalle_[2-9]$/.test(name))
  .map(([name, [significado]]) => `\`{${name}}\`: ${significado}`)
  .join('; ')

const Columna = Exact({
  titulo: Type.String({ maxLength: 80, examples: ['Cuenta'] }),
  valor: Ruled(
    Type.String({
      maxLength: 200,
      description: `Un texto fijo, campos entre llaves, o ambos. ${palabras}.`,
      examples: ['{cuenta}'],
    }),
    (valor) => {
      const unknown = unknownCampos(valor)
      return unknown.length ? [{ regla: 'valor', mensaje: `No existe el campo {${unknown[0]}}` }] : []
    },
  ),
})

const Forma = {
  archivo: OneOf(ARCHIVOS),
  separador: OneOf(SEPARADORES),
  codificacion: OneOf(CODIFICACIONES),
  fechas: OneOf(Object.keys(FECHAS) as (keyof typeof FECHAS)[]),
  encabezado: Type.Boolean({ description: 'Si la primera fila lleva los títulos.' }),
  hoja: Type.String({ maxLength: 31, minLength: 1, pattern: '^[^\\\\/?*\\[\\]:]+$', examples: ['Asientos'] }),
  por_libro: Type.Boolean({ description: 'Si cada libro va en su archivo; varios, en un ZIP.' }),
  columnas: Type.Array(Columna, { minItems: 1, maxItems: COLUMNAS_MAX }),
}
const opcionales = Type.Partial(Type.Object(Forma)).properties

const POR_DEFECTO: Omit<Plantilla, 'columnas'> = {
  ...{ archivo: 'csv', separador: ';', codificacion: 'utf-8-marca', fechas: 'DD/MM/AAAA', encabezado: true },
  ...{ hoja: 'Asientos', por_libro: false },
}

const nombre = Texto(80, { examples: ['Mi sistema'] })
const Nueva = Ruled(
  Exact(
    {
      nombre,
      desde: Type.Optional(
        OneOf(NOMBRES_FORMATO, { description: 'De qué formato se parte: lo que no se envía es de él.' }),
      ),
      ...opcionales,
    },
    { examples: [{ nombre: 'Mi sistema', columnas: [{ titulo: 'Cuenta', valor: '{cuenta}' }] }] },
  ),
  ({ desde, columnas }) =>
    desde || columnas
      ? []
      : [{ campo: 'columnas', regla: 'requerido', mensaje: 'Faltan las columnas, o `desde` un formato' }],
)
const Cambios = Exact(
  { nombre: Type.Optional(nombre), ...opcionales },
  { minProperties: 1, examples: [{ encabezado: false }] },
)

const PlantillaJson = Exact(
  {
    id: Type.String({ examples: ['softland'] }),
    nombre: Type.String(),
    incluida: Type.Boolean({ description: 'Si es de Timbre: no se cambia, se copia con `desde`.' }),
    duda: Nullable(Type.String({ description: 'Lo que el fabricante no publica y puede no ser así.' })),
    ...Forma,
    created_at: Nullable(Type.String()),
    updated_at: Nullable(Type.String()),
  },
  { 'x-nombre': 'PlantillaAsientos' },
)

const toJson = ({ plantilla, ...one }: PlantillaVista): Static<typeof PlantillaJson> =>
  ({ ...one, ...plantilla }) as Static<typeof PlantillaJson>

const LISTA = { words: ({ id, nombre }: PlantillaVista) => [id, nombre], orden: 'nombre' }
const UNA = `${BASE}/plantillas/:id`
const params = Exact({ id: Type.String() })

/** The fields that are there. */
const given = ({ nombre: _, desde: __, ...more }: Static<typeof Nueva>): Partial<Plantilla> =>
  Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined))

interface Deps extends RouteDeps {
  plantillas: Plantillas
}

export const plantillaRoute = ({ credential, audit, idempotency, plantillas }: Deps) =>
  newArea(credential)
    .get(
      `${BASE}/plantillas`,
      ({ tenant: { empresaId }, query, request }) =>
        answerList(
          { query, request },
          LISTA,
          sourceOf(plantillas.list(empresaId).toSorted((a, b) => a.nombre.localeCompare(b.nombre, 'es'))),
          toJson,
        ),
      {
        permission: 'contabilidad:administrar',
        query: Exact(listQuery('el nombre', LISTA.orden)),
        response: Lista(PlantillaJson),
        detail: { tags, summary: 'Ver las plantillas de archivos, las de Timbre también' },
      },
    )
    .post(
      `${BASE}/plantillas`,
      ({ tenant, body, request, set }) =>
        idempotency.create({ set }, idempotentRequest(request, tenant, body), () => {
          const base = body.desde ? plantillas.included(body.desde)! : POR_DEFECTO
          const plantilla = { ...base, ...given(body) } as Plantilla
          return toJson(
            audit(
              tenant,
              () => plantillas.create(tenant.empresaId, body.nombre, plantilla),
              ({ id, nombre }) => ({
                accion: 'contabilidad.plantilla_creada',
                objeto: id,
                detalle: { nombre },
              }),
            ),
          )
        }),
      {
        permission: 'contabilidad:administrar',
        body: Nueva,
        response: { 201: Datos(PlantillaJson) },
        detail: {
          tags,
          parameters: [IDEMPOTENCY_PARAMETER],
          summary: 'Crear una plantilla de archivo',
          'x-errores': ['VALIDATION_ERROR', 'INVALID_STATE'],
          description:
            'Se usa como `formato` `plantilla:<id>`. Un monto solo en su columna es un número; todo lo demás es texto.',
        },
      },
    )
    .put(
      UNA,
      ({ tenant, params: { id }, body }) => {
        const before = plantillas.get(tenant.empresaId, id)
        const plantilla = { ...before.plantilla, ...given(body as Static<typeof Nueva>) }
        const changed = audit(
          tenant,
          () =>
            plantillas.change(tenant.empresaId, id, {
              ...(body.nombre && { nombre: body.nombre }),
              plantilla,
            }),
          ({ nombre }) => ({ accion: 'contabilidad.plantilla_cambiada', objeto: id, detalle: { nombre } }),
        )
        return { ok: true as const, data: toJson(changed) }
      },
      {
        permission: 'contabilidad:administrar',
        params,
        body: Cambios,
        response: Datos(PlantillaJson),
        detail: {
          tags,
          summary: 'Cambiar una plantilla de archivo',
          'x-errores': ['NOT_FOUND', 'VALIDATION_ERROR'],
          description: 'Lo que no se envía queda como estaba; lo exportado no cambia.',
        },
      },
    )
    .delete(
      UNA,
      ({ tenant, params: { id }, status }) => {
        audit(
          tenant,
          () => plantillas.remove(tenant.empresaId, id),
          ({ nombre }) => ({ accion: 'contabilidad.plantilla_eliminada', objeto: id, detalle: { nombre } }),
        )
        return status(204, undefined)
      },
      {
        permission: 'contabilidad:administrar',
        params,
        response: { 204: Type.Void() },
        detail: { tags, summary: 'Borrar una plantilla de archivo', 'x-errores': ['NOT_FOUND'] },
      },
    )
    .post(
      `${BASE}/plantillas/leer`,
      ({ body }) => {
        const text = tableText(body.archivo_base64)
        if (text === null)
          throw faultsError([
            { campo: 'archivo', regla: 'formato', mensaje: whyNoTable(body.archivo_base64) },
          ])
        const separador = separadorOf(text)
        for (const { celdas } of splitLineas(text, separador)) {
          if (!celdas.length) continue
          const titulos = celdas.slice(0, COLUMNAS_MAX).map((cell) => cell.trim().slice(0, 80))
          return {
            ok: true as const,
            data: { separador: separador === '\t' ? ('tab' as const) : (separador as ';'), titulos },
          }
        }
        throw faultsError([{ campo: 'archivo', regla: 'cabecera', mensaje: 'El archivo no tiene títulos' }])
      },
      {
        upload: { archivo: 'archivo_base64' },
        permission: 'contabilidad:administrar',
        body: Exact(
          {
            archivo_base64: Base64({
              description:
                'El CSV vacío del sistema contable, en base64 o como `archivo` en multipart/form-data.',
            }),
          },
          { examples: [{ archivo_base64: Buffer.from('Cuenta;Debe;Haber\r\n').toString('base64') }] },
        ),
        response: Datos(Exact({ separador: OneOf(SEPARADORES), titulos: Type.Array(Type.String()) })),
        detail: {
          tags,
          summary: 'Leer los títulos del archivo de un sistema contable',
          'x-errores': ['VALIDATION_ERROR'],
          description:
            'No guarda nada: con los títulos se arma una plantilla. Una planilla Excel se guarda antes como CSV.',
        },
      },
    )
