// Forms of files: to list, to write, to change, to delete, and to read another program's headings (areas/contabilidad §6).

import { type Static, Type } from '@sinclair/typebox'
import { type Plantilla, SEPARADORES } from '../../domain/contabilidad/plantilla'
import { separadorOf, splitLineas, tableText, whyNoTable } from '../../domain/csv'
import { faultsError } from '../../domain/errors'
import { newArea } from '../../http/area'
import { Datos, Exact, Lista, OneOf } from '../../http/envelope'
import { Base64 } from '../../http/formats'
import { idempotentRequest } from '../../http/idempotency'
import { answerList, listQuery, sourceOf } from '../../http/listing'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { BASE, type RouteDeps, tags } from './deps'
import {
  CambiosPlantilla,
  COLUMNAS_MAX,
  givenOf,
  NuevaPlantilla,
  PLANTILLA_VACIA,
  PlantillaJson,
  plantillaToJson,
} from './plantilla.schema'
import type { Plantillas, PlantillaVista } from './plantillas'

const LISTA = { words: ({ id, nombre }: PlantillaVista) => [id, nombre], orden: 'nombre' }
const UNA = `${BASE}/plantillas/:id`
const params = Exact({ id: Type.String() })

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
          plantillaToJson,
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
          const base = body.desde ? plantillas.included(body.desde)! : PLANTILLA_VACIA
          const plantilla = { ...base, ...givenOf(body) } as Plantilla
          return plantillaToJson(
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
        body: NuevaPlantilla,
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
        const plantilla = { ...before.plantilla, ...givenOf(body as Static<typeof NuevaPlantilla>) }
        const changed = audit(
          tenant,
          () =>
            plantillas.change(tenant.empresaId, id, {
              ...(body.nombre && { nombre: body.nombre }),
              plantilla,
            }),
          ({ nombre }) => ({ accion: 'contabilidad.plantilla_cambiada', objeto: id, detalle: { nombre } }),
        )
        return { ok: true as const, data: plantillaToJson(changed) }
      },
      {
        permission: 'contabilidad:administrar',
        params,
        body: CambiosPlantilla,
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
