// POST /v1/clientes/importar (areas/clientes §4).

import { Type } from '@sinclair/typebox'
import { AppError, type Fault, faultsError } from '../../domain/errors'
import { readPeriodo } from '../../domain/rcv/periodo'
import { newArea } from '../../http/area'
import { Datos, Exact, Nullable, OneOf } from '../../http/envelope'
import { Base64 } from '../../http/formats'
import { hashBody } from '../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { Ruled } from '../../http/rule'
import { digest } from '../../http/sha256'
import { createAnswer, EnCola, ERRORES_TRABAJO, esperaQuery, RESPUESTA_EN_COLA } from '../trabajos'
import { BASE, type ClientesDeps, tags } from './deps'
import { type ImportArgs, TIPO } from './importar.job'
import { openCsv } from './read-csv'

/** The result of an import. */
export const Importado = Exact({
  creados: Type.Integer({ examples: [12] }),
  actualizados: Type.Integer({ description: 'Los que ganaron algún dato que les faltaba.', examples: [3] }),
  omitidos: Type.Integer({ description: 'Los que ya tenían todo, o se eliminaron.', examples: [40] }),
  errores: Type.Array(
    Exact({
      linea: Nullable(
        Type.Integer({
          description: 'Del archivo, desde 1, la cabecera incluida; `null` si es de todo el pedido.',
        }),
      ),
      mensaje: Type.String(),
    }),
    {
      description:
        'Las líneas que no se pudieron leer, hasta 1.000, y los meses que no se han traído del SII; lo demás se importa igual.',
      examples: [[{ linea: 7, mensaje: 'rut: 77123456-0 no es un RUT válido' }]],
    },
  ),
})

const EJEMPLO =
  'rut;razon_social;giro;email\r\n77123456-9;Constructora Río Claro SpA;Obras de edificación;facturas@example.cl\r\n'

const Mes = Type.String({
  pattern: '^\\d{6}$',
  mensaje: 'Debe ser un período con la forma AAAAMM, por ejemplo 202611',
  examples: ['202611'],
})

const Cuerpo = Exact(
  {
    periodo_desde: Type.Optional(Mes),
    periodo_hasta: Type.Optional(Mes),
    origen: Type.Optional(
      OneOf({
        rcv: 'las contrapartes de las ventas del registro: RUT y razón social',
        emitidos: 'los receptores de lo emitido, con lo que dice su documento más nuevo',
      }),
    ),
    sincronizar: Type.Optional(
      Type.Boolean({
        description:
          'Con `origen` rcv: `true` trae antes cada mes del SII, una consulta por mes. `false` si se omite.',
      }),
    ),
    archivo_base64: Type.Optional(
      Base64({
        description:
          'Un CSV en base64, en vez de lo demás; o como `archivo` en multipart/form-data. Su primera línea nombra las columnas, como en `GET /v1/clientes?formato=csv`; bastan `rut` y `razon_social`.',
      }),
    ),
  },
  {
    examples: [
      { periodo_desde: '202609', periodo_hasta: '202611', origen: 'emitidos' },
      { archivo_base64: Buffer.from(EJEMPLO).toString('base64') },
    ],
  },
)

/** The most months of one import. */
const MESES_MAX = 60

const mesesOf = (desde: string, hasta: string): number =>
  (Number(hasta.slice(0, 4)) - Number(desde.slice(0, 4))) * 12 +
  Number(hasta.slice(4)) -
  Number(desde.slice(4)) +
  1

/** The questions that it has still to ask. */
export const unitsOf = (args: ImportArgs): number =>
  args.origen === 'csv' || args.mes === null ? 0 : mesesOf(args.mes, args.hasta)

type Pedido = (typeof Cuerpo)['static']

/** The faults of a request for months; those of a file are told with its content. */
function mesesFaults({ archivo_base64, ...pedido }: Pedido, now: Date): Fault[] {
  if (archivo_base64 !== undefined) return []
  const faults: Fault[] = []
  const fault = (campo: string, regla: Fault['regla'], mensaje: string): void =>
    void faults.push({ campo, regla, mensaje })
  const { periodo_desde: desde = '', periodo_hasta: hasta = '', origen, sincronizar = false } = pedido
  for (const campo of ['periodo_desde', 'periodo_hasta'] as const) {
    const text = pedido[campo]
    if (text === undefined) fault(campo, 'requerido', `Falta ${campo}, o un archivo`)
    else
      try {
        readPeriodo(text, now)
      } catch (thrown) {
        if (!(thrown instanceof AppError)) throw thrown
        fault(campo, 'rango', thrown.message.replace('periodo', campo))
      }
  }
  if (!origen) fault('origen', 'requerido', 'Falta origen: rcv o emitidos')
  const legible = [desde, hasta].every((mes) => /^\d{6}$/.test(mes))
  if (legible && desde > hasta) fault('periodo_hasta', 'orden', 'periodo_hasta es anterior a periodo_desde')
  // How far apart two months lie says nothing where one of them is none.
  else if (legible && !faults.some(({ regla }) => regla === 'rango') && mesesOf(desde, hasta) > MESES_MAX)
    fault('periodo_hasta', 'rango', `Hasta ${MESES_MAX} meses de una vez`)
  if (sincronizar && origen === 'emitidos')
    fault('sincronizar', 'sobra', 'sincronizar va sólo con origen rcv: lo emitido está aquí')
  return faults
}

interface Leido {
  args: ImportArgs
  archivo: Uint8Array | null
}

/** A file alone. Throws VALIDATION_ERROR with all that is wrong with it. */
function readArchivo(archivo: Uint8Array, beside: Omit<Pedido, 'archivo_base64'>): Leido {
  const faults = Object.entries(beside).flatMap(([campo, value]): Fault[] =>
    value === undefined ? [] : [{ campo, regla: 'sobra', mensaje: `${campo}: no va junto con un archivo` }],
  )
  faults.push(...openCsv(archivo).faults)
  if (faults.length) throw faultsError(faults)
  return { args: { origen: 'csv' }, archivo }
}

function readPedido({ archivo_base64, ...pedido }: Pedido): Leido {
  if (archivo_base64 !== undefined) return readArchivo(archivo_base64, pedido)
  const { periodo_desde: desde = '', periodo_hasta: hasta = '', origen, sincronizar = false } = pedido
  return { args: { origen: origen!, desde, hasta, mes: sincronizar ? desde : null }, archivo: null }
}

const objetoOf = (args: ImportArgs): string =>
  args.origen === 'csv'
    ? 'archivo CSV'
    : `${args.origen} ${args.desde === args.hasta ? args.desde : `${args.desde} a ${args.hasta}`}`

export const importRoute = (deps: ClientesDeps) => {
  const { credential, clock, clientes, accesoOf } = deps
  const answer = createAnswer(deps)
  return newArea(credential).post(
    `${BASE}/importar`,
    async ({ tenant, body, query, request, set }) => {
      const { args, archivo } = readPedido(body)
      const clave = archivo ? await digest(archivo) : hashBody(body)
      const units = unitsOf(args)
      // Before anything is queued that cannot sign in.
      if (units) accesoOf(tenant, 'rcv', { prioridad: 'persona', signal: request.signal })
      const saved = archivo && (await clientes.importar.saveArchivo(archivo))
      return answer(
        {
          ...{ tenant, request, set, body, query },
          base: BASE,
          done: (data: never) => ({ status: 201, body: { ok: true as const, data } }),
        },
        {
          tipo: TIPO,
          ...(saved && { id: saved.id }),
          operacion: units ? 'rcv' : null,
          units,
          clave,
          objeto: objetoOf(args),
          args,
          write: (jobId) => clientes.importar.begin(jobId, saved?.ultimo ?? null),
        },
      ).finally(() => saved && clientes.importar.letGo(saved.id))
    },
    {
      upload: { archivo: 'archivo_base64' },
      permission: 'clientes:escribir',
      consume: 'rcv',
      query: Exact(esperaQuery),
      body: Ruled(Cuerpo, (body) => mesesFaults(body, clock())),
      response: { 201: Datos(Importado), 202: EnCola },
      detail: {
        tags,
        summary: 'Importar clientes',
        'x-errores': [
          ...ERRORES_TRABAJO,
          'VALIDATION_ERROR',
          'INVALID_STATE',
          'PORTAL_CREDENTIALS_MISSING',
          'PORTAL_LOCKED',
        ],
        description:
          'De un archivo CSV (UTF-8, UTF-16 o windows-1252; punto y coma, coma o tabulador), del registro de ventas o de lo emitido. Crea los clientes que faltan y llena lo que les falta a los demás: nunca cambia lo que tienen, ni vuelve a poner lo que una persona borró. Los RUT genéricos se omiten.',
        parameters: [IDEMPOTENCY_PARAMETER],
        responses: RESPUESTA_EN_COLA,
      },
    },
  )
}
