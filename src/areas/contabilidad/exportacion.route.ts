// Exports: to list, to look at, to load down, to confirm and to annul (areas/contabilidad §5).

import { Type } from '@sinclair/typebox'
import type { Accion } from '../../domain/auditoria'
import { newArea } from '../../http/area'
import type { Hecho } from '../../http/audit'
import { Datos, Exact, Lista, OneOf } from '../../http/envelope'
import { Texto } from '../../http/formats'
import { answerList, listQuery } from '../../http/listing'
import { DESCARGA } from '../../http/openapi-responses'
import { spanQuery } from '../../http/span'
import { fileResponse } from '../dte'
import { ASIENTOS, type RouteDeps, tags } from './deps'
import { ESTADOS_EXPORTACION, ExportacionJson, exportacionToJson } from './exportacion-json'
import type { Exportaciones } from './exportaciones'
import type { ExportacionVista } from './statements-exportacion'

const LISTA = {
  words: ({ periodo, formato, nombre, autor, motivo }: ExportacionVista) => [
    periodo,
    formato,
    nombre,
    autor,
    motivo,
  ],
  instante: ({ created_at }: ExportacionVista) => created_at,
  orden: '-created_at',
}
const BASE = `${ASIENTOS}/exportaciones`
const UNA = `${BASE}/:id`
const params = Exact({ id: Type.String() })
const done = (row: ExportacionVista) => ({ ok: true as const, data: exportacionToJson(row) })

const hecho = (
  accion: Accion,
  { id, periodo, formato, documentos }: ExportacionVista,
  motivo?: string,
): Hecho => ({
  accion,
  objeto: id,
  detalle: { periodo, formato, documentos, ...(motivo && { motivo }) },
})

interface Deps extends RouteDeps {
  exportaciones: Exportaciones
}

export const exportacionRoute = ({ credential, audit, exportaciones }: Deps) =>
  newArea(credential)
    .get(
      BASE,
      ({ tenant: { empresaId, ambiente }, query, request }) => {
        const { periodo = null, estado = null } = query
        const filtro = { empresa_id: empresaId, ambiente, periodo, estado }
        const source = {
          rows: (limite: number, offset: number) => exportaciones.list(filtro, { limite, offset }),
          total: () => exportaciones.count(filtro),
          after: (last: ExportacionVista | null, limit: number) =>
            last
              ? exportaciones.after(filtro, last, limit)
              : exportaciones.list(filtro, { limite: limit, offset: 0 }),
        }
        return answerList({ query, request }, LISTA, source, exportacionToJson)
      },
      {
        permission: 'contabilidad:exportar',
        query: Exact({
          ...listQuery('el período, el formato, el archivo, quién lo pidió o el motivo', LISTA.orden),
          ...spanQuery('Hechas'),
          periodo: Type.Optional(
            Type.String({
              pattern: '^\\d{6}$',
              mensaje: 'Debe ser un mes con la forma AAAAMM, por ejemplo 202611',
              examples: ['202611'],
            }),
          ),
          estado: Type.Optional(OneOf(ESTADOS_EXPORTACION)),
        }),
        response: Lista(ExportacionJson),
        detail: { tags, summary: 'Ver las exportaciones de asientos, la última primero' },
      },
    )
    .get(UNA, ({ tenant, params: { id } }) => done(exportaciones.get(tenant, id)), {
      permission: 'contabilidad:exportar',
      params,
      response: Datos(ExportacionJson),
      detail: { tags, summary: 'Ver una exportación de asientos', 'x-errores': ['NOT_FOUND'] },
    })
    .get(
      `${UNA}/archivo`,
      async ({ tenant, params: { id }, request }) => {
        const { row, bytes } = await exportaciones.archivo(tenant, id)
        const { tipo_contenido: type, nombre: name } = row
        return fileResponse(request, { bytes, type, name, disposicion: 'attachment' })
      },
      {
        permission: 'contabilidad:exportar',
        params,
        detail: {
          tags,
          summary: 'Bajar el archivo de una exportación de asientos',
          description: 'Siempre los mismos bytes, también anulada.',
          'x-contenido': [
            'text/csv',
            'text/plain',
            'application/zip',
            'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
          ],
          'x-errores': ['NOT_FOUND'],
          responses: DESCARGA,
        },
      },
    )
    .post(
      `${UNA}/confirmar`,
      ({ tenant, params: { id } }) =>
        done(
          audit(
            tenant,
            () => exportaciones.confirm(tenant, id),
            (row) => hecho('asientos.confirmados', row),
          ),
        ),
      {
        permission: 'contabilidad:exportar',
        params,
        response: Datos(ExportacionJson),
        detail: {
          tags,
          summary: 'Decir que una exportación se cargó en el sistema contable',
          'x-errores': ['NOT_FOUND', 'INVALID_STATE'],
        },
      },
    )
    .post(
      `${UNA}/anular`,
      async ({ tenant, params: { id }, body }) =>
        done(
          await exportaciones.annul(tenant, id, body.motivo, (write) =>
            audit(tenant, write, (row) => hecho('asientos.anulados', row, body.motivo)),
          ),
        ),
      {
        permission: 'contabilidad:exportar',
        params,
        body: Exact({ motivo: Texto(200, { examples: ['Se cargó con otro plan de cuentas'] }) }),
        response: Datos(ExportacionJson),
        detail: {
          tags,
          summary: 'Anular una exportación de asientos',
          'x-errores': ['NOT_FOUND', 'INVALID_STATE', 'CONFLICT'],
          description:
            'Sus documentos se pueden exportar otra vez. Si ya se cargó, bórrela antes en el sistema contable: un asiento cargado dos veces queda dos veces.',
        },
      },
    )
