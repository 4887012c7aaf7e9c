// Imports and how each is: their lines, their files, and what a person decides of them (areas/historia §2).

import { type Static, Type } from '@sinclair/typebox'
import { AppError, faultsError } from '../../domain/errors'
import { isDate } from '../../domain/fecha'
import { newArea } from '../../http/area'
import { readWords } from '../../http/comma-list'
import { Datos, Exact, Lista } from '../../http/envelope'
import { idempotentRequest } from '../../http/idempotency'
import { answerList, listQuery, sourceBehind } from '../../http/listing'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { DESCARGA } from '../../http/openapi-responses'
import { readInteger } from '../../http/paging'
import { reply } from '../../http/reply'
import { Legible } from '../../http/rule'
import { answerTable, TABLE_DETAIL, tableQuery } from '../../http/table'
import { LATIN1_DECLARATION } from '../../xml/dte-xml'
import { type Documentos, fileResponse, importadasDesde } from '../dte'
import { BASE, FUE_PRUEBA, type HistoriaDeps, TAG } from './deps'
import { ESTADOS_ARCHIVO, ImportacionJson, LineaJson, lineaToJson } from './historia-json'
import { TIPO } from './importar.job'
import type { ImportacionRow, LineaRow } from './statements'

const tags = [TAG]
const params = Exact({ id: Type.String() })
const COLUMNAS = Object.keys(LineaJson.properties) as (keyof Static<typeof LineaJson>)[]
const IMPORTACIONES = {
  words: ({ nombre, sha256, id }: ImportacionRow) => [nombre, sha256, id],
  orden: '-creada_en',
}
const LINEAS = {
  words: ({ nombre, folio, rut_receptor, motivo }: LineaRow) => [nombre, folio, rut_receptor, motivo],
  orden: 'n',
}
const readEstado = (text: string) => readWords('estado', text, Object.keys(ESTADOS_ARCHIVO))[0]!
const Ajustes = Exact({
  guias_facturables_desde: Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}$',
    mensaje: 'Debe ser un día con la forma AAAA-MM-DD',
    description:
      'Las guías importadas de antes de ese día no se facturan aquí; si se omite, el primero del mes pasado.',
    examples: ['2026-11-01'],
  }),
})

export const listaRoute = (deps: HistoriaDeps & { documentos: Documentos }) => {
  const { credential, historia, idempotency, audit, clock, trabajos, queue, store } = deps
  const { importaciones, lineas, toJson } = historia
  const desdeOf = (tenant: Parameters<typeof historia.ajuste>[0]) =>
    historia.ajuste(tenant) ?? importadasDesde(clock())

  const resolve = store.client.transaction(
    (id: string, all: readonly number[], decision: 'aceptar' | 'descartar', motivo: string): void => {
      for (const n of all) {
        const linea = lineas.get.get(id, n)
        const faults = (mensaje: string) => faultsError([{ campo: 'archivos', regla: 'valor', mensaje }])
        if (!linea) throw faults(`No hay un archivo ${n}`)
        const may = linea.estado === 'en_duda' || (linea.estado === 'conflicto' && decision === 'descartar')
        if (!may) throw faults(`El archivo ${n} está ${linea.estado}: no se puede ${decision}`)
        lineas.resolve.run(
          decision === 'aceptar' ? 'nuevo' : 'descartado',
          motivo,
          decision === 'aceptar' ? 0 : 1,
          id,
          n,
        )
      }
    },
  )

  return newArea(credential)
    .get(
      BASE,
      ({ tenant: { empresaId, ambiente }, query, request }) => {
        const source = sourceBehind(
          (limit, offset, last: ImportacionRow | null) =>
            importaciones.list.all({
              ...{ empresaId, ambiente, limit, offset },
              ...{ at: last?.created_at ?? '9999', id: last?.id ?? '' },
            }),
          () => importaciones.count.get({ empresaId, ambiente })!,
        )
        return answerList({ query, request }, IMPORTACIONES, source, toJson)
      },
      {
        permission: 'dte:leer',
        query: Exact(listQuery('el nombre, el sha256 o el id', IMPORTACIONES.orden)),
        response: Lista(ImportacionJson),
        detail: { tags, summary: 'Listar las importaciones' },
      },
    )
    .get(
      `${BASE}/ajustes`,
      ({ tenant }) => ({ ok: true as const, data: { guias_facturables_desde: desdeOf(tenant) } }),
      {
        permission: 'dte:leer',
        response: Datos(Ajustes),
        detail: { tags, summary: 'Ver los ajustes de la historia' },
      },
    )
    .put(
      `${BASE}/ajustes`,
      ({ tenant, body: { guias_facturables_desde: desde } }) => {
        if (!isDate(desde))
          throw faultsError([
            { campo: 'guias_facturables_desde', regla: 'fecha', mensaje: `${desde} no es un día` },
          ])
        audit(
          tenant,
          () => historia.adjust(tenant, desde),
          () => ({ accion: 'historia.ajustada', detalle: { guias_facturables_desde: desde } }),
        )
        return { ok: true as const, data: { guias_facturables_desde: desdeOf(tenant) } }
      },
      {
        permission: 'historia:gestionar',
        body: Ajustes,
        response: Datos(Ajustes),
        detail: { tags, summary: 'Cambiar los ajustes de la historia', 'x-errores': ['VALIDATION_ERROR'] },
      },
    )
    .get(
      `${BASE}/:id`,
      ({ tenant, params }) => ({ ok: true as const, data: toJson(historia.get(tenant, params.id)) }),
      {
        permission: 'dte:leer',
        params,
        response: Datos(ImportacionJson),
        detail: { tags, summary: 'Ver una importación' },
      },
    )
    .get(
      `${BASE}/:id/archivos`,
      ({ tenant, params, query, request }) => {
        const { id } = historia.get(tenant, params.id)
        const estado = query.estado ? readEstado(query.estado) : null
        const source = sourceBehind(
          (limit, offset, last: LineaRow | null) =>
            lineas.list.all({ id, estado, n: last?.n ?? 0, limit, offset }),
          () => lineas.count.get({ id, estado })!,
        )
        return answerTable({ query, request }, LINEAS, source, lineaToJson, {
          file: `${id}.csv`,
          columns: COLUMNAS,
          cells: lineaToJson,
        })
      },
      {
        permission: 'dte:leer',
        params,
        query: Exact({
          ...tableQuery('el nombre, el folio, el receptor o el motivo', LINEAS.orden),
          estado: Type.Optional(Legible(readEstado, { description: 'Un estado.', examples: ['conflicto'] })),
        }),
        response: Lista(LineaJson),
        detail: { tags, summary: 'Listar los archivos de una importación', ...TABLE_DETAIL },
      },
    )
    .get(
      `${BASE}/:id/archivos/:n/contenido`,
      ({ tenant, params, request }) => {
        const { id } = historia.get(tenant, params.id)
        const linea = lineas.get.get(id, readInteger({ n: params.n }, 1, 99_999_999)!)
        if (!linea) throw new AppError('NOT_FOUND', 'La importación no tiene ese archivo')
        const kept = historia.bytesOf(id, linea.entrada)
        const xml = linea.documento_id && !kept ? deps.documentos.xml({ id: linea.documento_id }) : null
        const bytes = kept ?? (xml === null ? null : Buffer.from(LATIN1_DECLARATION + xml, 'latin1'))
        if (!bytes) throw new AppError('INVALID_STATE', 'De ese archivo no se guardó el contenido')
        return fileResponse(request, {
          bytes,
          type: 'application/octet-stream',
          name: `archivo-${linea.n}.xml`,
          disposicion: undefined,
        })
      },
      {
        permission: 'dte:leer',
        params: Exact({
          id: Type.String(),
          n: Type.String({ pattern: '^\\d{1,8}$', mensaje: 'Debe ser el número de un archivo' }),
        }),
        detail: {
          tags,
          summary: 'Bajar un archivo de una importación',
          description: 'Tal como vino si no pasó a ser un documento; si pasó, su XML.',
          'x-contenido': ['application/octet-stream'],
          'x-errores': ['INVALID_STATE'],
          responses: DESCARGA,
        },
      },
    )
    .post(
      `${BASE}/:id/resolver`,
      async ({ tenant, params, body, request, set }) => {
        const { archivos, decision, motivo } = body
        const answer = await idempotency.once(idempotentRequest(request, tenant, body), async () => {
          const { id, nombre, estado, simulada } = historia.get(tenant, params.id)
          if (simulada) throw new AppError('INVALID_STATE', FUE_PRUEBA)
          if (estado !== 'terminada') throw new AppError('INVALID_STATE', 'La importación no ha terminado')
          audit(
            tenant,
            () => {
              resolve(id, archivos, decision, motivo)
              if (decision === 'descartar') return
              const jobId = trabajos.enqueue(tenant, {
                ...{
                  tipo: TIPO,
                  operacion: null,
                  clave: 'historia',
                  objeto: nombre,
                  args: { importacion: id },
                },
                join: () => {
                  throw new AppError(
                    'CONFLICT',
                    'Hay otra importación en curso de esta empresa: espere a que termine',
                  )
                },
              })
              importaciones.begin.run(jobId, 0, id)
              importaciones.step.run('folios', id)
            },
            () => ({ accion: 'historia.resuelta', objeto: id, detalle: { archivos, decision, motivo } }),
          )
          queue.wake()
          return { status: 200, body: { ok: true as const, data: toJson(historia.get(tenant, id)) } }
        })
        return reply(set, answer)
      },
      {
        companySession: 'historia:gestionar',
        params,
        body: Exact({
          archivos: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: 500, examples: [[7]] }),
          decision: Type.Union([Type.Literal('aceptar'), Type.Literal('descartar')], {
            description: '`aceptar`: sólo lo que está en duda. `descartar`: eso, o lo que está en conflicto.',
          }),
          motivo: Type.String({ minLength: 3, maxLength: 200, examples: ['Cotejado con el papel'] }),
        }),
        response: Datos(ImportacionJson),
        detail: {
          tags,
          summary: 'Aceptar o descartar lo que quedó en duda',
          parameters: [IDEMPOTENCY_PARAMETER],
          'x-errores': ['VALIDATION_ERROR', 'INVALID_STATE', 'CONFLICT'],
        },
      },
    )
}
