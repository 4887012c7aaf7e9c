// The list of purchases from abroad, each by itself, and its file (areas/compras-internacionales §1).

import { Type } from '@sinclair/typebox'
import {
  BLOQUEOS,
  ESTADOS_COMPRA_INT,
  type EstadoCompraInt,
  type MotivoBloqueo,
} from '../../domain/compra-internacional'
import { AppError } from '../../domain/errors'
import { foldText } from '../../domain/texto'
import { aliasOf, readAlias } from '../../http/alias'
import { newArea } from '../../http/area'
import { readWords } from '../../http/comma-list'
import { Datos, Exact, Lista, OneOf, significados } from '../../http/envelope'
import { answerList, ordenQuery } from '../../http/listing'
import { DESCARGA } from '../../http/openapi-responses'
import { pageQuery, readPage } from '../../http/paging'
import { readAll } from '../../http/read-all'
import { Legible } from '../../http/rule'
import { readEndDay, spanQuery } from '../../http/span'
import { fileResponse } from '../dte'
import { fileTypeOf } from './archivo'
import { CompraJson, compraToJson } from './compra-json'
import { BASE, type ComprasIntDeps, TAG } from './deps'

const ESTADOS = Object.keys(ESTADOS_COMPRA_INT) as EstadoCompraInt[]
const MOTIVOS = Object.keys(BLOQUEOS) as MotivoBloqueo[]
export const compraParams = Exact({ id: Type.String() })
const tags = [TAG]
const ORDEN = '-creado_en'
const buscado = Type.Optional(
  Type.String({
    maxLength: 100,
    description: 'Parte del nombre o de la identificación del proveedor, o del número de su factura.',
  }),
)

export const comprasRoute = ({ credential, comprasInt: { compras } }: ComprasIntDeps) =>
  newArea(credential)
    .get(
      BASE,
      ({ tenant, query, request }) => {
        const words = <T extends string>(campo: string, text: string | undefined, known: readonly T[]) =>
          text ? JSON.stringify(readWords(campo, text, known)) : null
        const [, estados, bloqueos, desde, hasta] = readAll(
          () => readPage(query),
          () => words('estado', query.estado, ESTADOS),
          () => words('bloqueo', query.bloqueo, MOTIVOS),
          () => readEndDay(query, 'desde'),
          () => readEndDay(query, 'hasta'),
        )
        const { empresaId, ambiente, cuentaId } = tenant
        const q = readAlias(query, 'q', 'proveedor')
        const who = q ? foldText(q) : null
        const filtro = { empresaId, ambiente, estados, bloqueos, proveedor: who, desde, hasta }
        const source = {
          rows: (limit: number, offset: number) => compras.list(filtro, limit, offset),
          total: () => compras.count(filtro),
        }
        return answerList({ query, request }, { orden: ORDEN }, source, (row) =>
          compraToJson(compras, cuentaId, row),
        )
      },
      {
        permission: 'compras_int:leer',
        query: Exact({
          ...pageQuery,
          ...ordenQuery(ORDEN),
          estado: Type.Optional(
            Legible((text) => readWords('estado', text, ESTADOS), {
              description: `Uno o varios, separados por coma. ${significados(ESTADOS_COMPRA_INT)}.`,
              examples: ['extraida,sin_extraer'],
            }),
          ),
          q: buscado,
          proveedor: aliasOf(buscado, 'q'),
          ...spanQuery('Facturas'),
          bloqueo: Type.Optional(
            Legible((text) => readWords('bloqueo', text, MOTIVOS), {
              description: `Las que no se pueden emitir por alguno de esos motivos, separados por coma. ${significados(BLOQUEOS)}.`,
              examples: ['SIN_CONFIRMAR'],
            }),
          ),
        }),
        response: Lista(CompraJson),
        detail: { tags, summary: 'Las compras internacionales, de la última a la primera que llegó' },
      },
    )
    .get(
      `${BASE}/:id`,
      ({ tenant, params }) => ({
        ok: true as const,
        data: compraToJson(compras, tenant.cuentaId, compras.get(tenant, params.id)),
      }),
      {
        permission: 'compras_int:leer',
        params: compraParams,
        response: Datos(CompraJson),
        detail: { tags, summary: 'Una compra internacional' },
      },
    )
    .get(
      `${BASE}/:id/archivo`,
      async ({ tenant, params, query, request }) => {
        const row = compras.get(tenant, params.id)
        const bytes = await compras.file(row.id)
        if (!bytes) throw new AppError('NOT_FOUND', 'La compra no tiene un archivo')
        const type = fileTypeOf(bytes)
        return fileResponse(request, {
          bytes,
          type,
          name: row.archivo_nombre!,
          // A file that a browser would run is never shown.
          disposicion: query.disposicion === 'inline' && isInert(type) ? 'inline' : 'attachment',
        })
      },
      {
        permission: 'compras_int:leer',
        params: compraParams,
        query: Exact({
          disposicion: Type.Optional(
            OneOf(
              {
                attachment: 'el navegador lo guarda',
                inline: 'el navegador lo muestra, si es un PDF o una imagen',
              },
              { description: '`attachment` si se omite.' },
            ),
          ),
        }),
        detail: {
          tags,
          summary: 'El archivo de una compra internacional, tal como llegó',
          'x-contenido': 'application/octet-stream',
          responses: DESCARGA,
        },
      },
    )

const isInert = (type: string): boolean => type === 'application/pdf' || type.startsWith('image/')
