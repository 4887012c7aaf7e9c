// GET /v1/auditoria: who did what, when and from where, for the owners of the account (http §22.3).

import { Type } from '@sinclair/typebox'
import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { ACCIONES, TEMA } from '../../domain/auditoria'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Exact, Leido, Lista, Nullable, OneOf } from '../../http/envelope'
import { type Fields, newestOf, type RowOf, schemasOf } from '../../http/newest'
import { spanQuery } from '../../http/span'
import { answerTable, TABLE_DETAIL, tableQuery } from '../../http/table'
import { auditoria } from '../../store/tables/cuenta'

type Deps = Pick<AreaDeps, 'store' | 'credential'>

/** An action's own details: any JSON, for lines of earlier versions are shown as well. */
const Dato = {
  'x-nombre': 'DatoAuditoria',
  anyOf: [
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'null' },
    { type: 'array', items: { $ref: '#/components/schemas/DatoAuditoria' } },
    { type: 'object', additionalProperties: { $ref: '#/components/schemas/DatoAuditoria' } },
  ],
}

const SUCESO = {
  id: [auditoria.id, Type.String()],
  created_at: [auditoria.createdAt, Type.String()],
  actor: [
    auditoria.actor,
    Type.String({
      description:
        'Correo de la persona o nombre de la llave en ese momento; `operador` es la línea de comandos, `reposición automática` el servidor que pide folios, `respuesta automática` el que responde a un proveedor y `desconocido`, quien no acertó la contraseña.',
    }),
  ],
  usuario_id: [auditoria.usuarioId, Nullable(Type.String())],
  apikey_id: [auditoria.apikeyId, Nullable(Type.String())],
  ip: [auditoria.ip, Nullable(Type.String())],
  empresa_id: [auditoria.empresaId, Nullable(Type.String())],
  accion: [auditoria.accion, OneOf(ACCIONES)],
  objeto: [auditoria.objeto, Nullable(Type.String({ description: 'Id de aquello sobre lo que se actuó.' }))],
  detalle: [
    auditoria.detalle,
    Leido<Record<string, unknown>>({
      type: 'object',
      additionalProperties: Dato,
      description: 'Lo que cambió; qué dice depende de la acción.',
    }),
  ],
} satisfies Fields
type Suceso = RowOf<typeof SUCESO>

const COLUMNAS = [
  'created_at',
  'actor',
  'ip',
  'accion',
  'objeto',
  'empresa_id',
  'usuario_id',
  'apikey_id',
  'detalle',
  'id',
] as const

const SUCESOS = {
  words: ({ actor, accion, objeto, ip, detalle }: Suceso) => [
    actor,
    accion,
    objeto,
    ip,
    JSON.stringify(detalle),
  ],
  orden: '-created_at',
}

const TABLA = {
  file: 'auditoria.csv',
  columns: COLUMNAS,
  cells: (row: Suceso) => ({ ...row, detalle: JSON.stringify(row.detalle) }),
}

/** By id or e-mail. */
const actedBy = (usuario: string): SQL | undefined =>
  or(eq(auditoria.usuarioId, usuario), sql`${auditoria.actor} = ${usuario} COLLATE NOCASE`)

/** An action, or all of a subject (`apikey`). */
function isAction(accion: string): SQL | undefined {
  const subject = `${accion}.`
  return or(
    sql`${auditoria.accion} = ${accion}`,
    sql`substr(${auditoria.accion}, 1, ${subject.length}) = ${subject}`,
  )
}

export const bindAuditoria = (deps: Deps) => ({ routes: () => routes(deps) })

const routes = ({ store, credential }: Deps) =>
  newArea(credential).get(
    '/v1/auditoria',
    ({ tenant, query, request }) => {
      const where = and(
        eq(auditoria.cuentaId, tenant.cuentaId),
        query.usuario ? actedBy(query.usuario) : undefined,
        query.accion ? isAction(query.accion) : undefined,
      )
      const source = newestOf(store.db, SUCESO, ['created_at', 'id'], where, query)
      return answerTable({ query, request }, SUCESOS, source, (one) => one, TABLA)
    },
    {
      owner: true,
      query: Exact({
        ...tableQuery('quién, la acción, el objeto, la dirección o lo que cambió', SUCESOS.orden),
        ...spanQuery('Lo hecho'),
        usuario: Type.Optional(Type.String({ maxLength: 80, description: 'Id o correo de quien actuó.' })),
        accion: Type.Optional(
          OneOf([...Object.keys(TEMA), ...ACCIONES], {
            description: 'Una acción, o todas las de un tema (`apikey`).',
          }),
        ),
      }),
      response: Lista(Exact(schemasOf(SUCESO))),
      detail: {
        tags: ['Usuarios'],
        summary: 'Quién hizo qué, cuándo y desde dónde',
        ...TABLE_DETAIL,
        description:
          'Sólo para propietarios; lo más nuevo primero. Nunca contiene contraseñas, llaves ni tokens.',
      },
    },
  )
