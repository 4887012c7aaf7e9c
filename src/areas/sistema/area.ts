// The server about itself (http §23): whether it lives and works, and what each release brought.

import { Type } from '@sinclair/typebox'
import { BUILD } from '../../base/build'
import { pauses } from '../../base/turn'
import { CAMBIOS, TIPOS_DE_CAMBIO, VERSION } from '../../domain/cambios'
import { AppError } from '../../domain/errors'
import { chileDate } from '../../domain/fecha'
import { INTERFAZ } from '../../domain/interfaz'
import { newArea } from '../../http/area'
import { DOCS_HEADERS, docsPage, type Section } from '../../http/docs/page'
import { Datos, Exact, Nullable, OneOf } from '../../http/envelope'
import { createOpenapi, type DocumentedRoute, describeInPieces } from '../../http/openapi'
import { HTML } from '../../http/openapi-responses'
import { AJENA } from '../../http/query'
import type { SessionCookies } from '../../http/session-cookie'
import { avisoDesfase } from '../../sii'
import { DISCO_LLENO } from '../../store/storage-fault'
import { createDatabaseProbe } from './database-probe'
import { type ManualDeps, manualRoute } from './manual.route'
import { type MetricsDeps, metricsRoute } from './metrics.route'
import { onceA, openapiRoute } from './openapi.route'

interface Deps extends MetricsDeps, ManualDeps {
  /** Whether the job runner took a turn lately. */
  runnerAlive: () => boolean
  /** Seconds by which our clock is ahead of the SII's; null while unknown. */
  desfaseReloj: () => number | null
  /** Whether the database file is not known to be damaged. */
  databaseSound: () => boolean
  /** The whole route table, known once every area is in it. */
  routes: () => readonly DocumentedRoute[]
  cookies: Pick<SessionCookies, 'name'>
  /** Sections of the documentation beside the operations. */
  docsSections: readonly Section[]
}

const tags = ['Sistema']

const cambios = Type.Array(Exact({ tipo: OneOf(TIPOS_DE_CAMBIO), texto: Type.String() }))
const Cambios = Exact({
  ok: Type.Literal(true),
  data: Type.Array(Exact({ version: Type.String(), fecha: Type.String(), cambios }), {
    description: 'Las versiones de este servidor, la más nueva primero.',
  }),
  interfaz: Type.Array(
    Exact({
      version: Type.String(),
      fecha: Nullable(
        Type.String({ description: '`null` de una versión que sólo nombran las notas de una operación.' }),
      ),
      cambios,
    }),
    { description: 'Las versiones publicadas de la interfaz que el servidor cumple, la más nueva primero.' },
  ),
})

const Listo = Datos(
  Exact({
    base_de_datos: Type.Boolean(),
    trabajos: Type.Boolean(),
    reloj: Exact({
      desfase_segundos: Nullable(
        Type.Integer({
          description:
            'Cuánto está adelantado el reloj del servidor respecto del SII (negativo: atrasado), por la fecha de sus respuestas; `null` mientras no se sabe.',
        }),
      ),
      aviso: Nullable(
        Type.String({ description: 'Qué hacer cuando el desfase pasa de un minuto; no impide recibir.' }),
      ),
    }),
  }),
)

export const bindSistema = (deps: Deps) => ({ routes: () => routes(deps) })

const routes = (deps: Deps) => {
  const { credential, store, clock, runnerAlive, databaseSound, desfaseReloj } = deps
  const hoy = () => chileDate(clock())
  const { publicUrl, cookies } = deps
  const about = () => ({ version: VERSION, publicUrl, cookie: cookies.name, hoy: hoy() })
  const docs = onceA(hoy, async () =>
    docsPage(await describeInPieces(deps.routes(), about(), pauses()), deps.docsSections),
  )
  const databaseWritable = createDatabaseProbe(store.db, clock)
  return (
    newArea(credential)
      .use(metricsRoute(deps))
      .use(manualRoute(deps))
      .use(openapiRoute(credential, hoy, () => createOpenapi(deps.routes(), about())))
      .get(
        '/salud',
        () => ({ ok: true as const, data: { estado: 'vivo' as const, version: VERSION, ...BUILD } }),
        {
          publico: true,
          response: Datos(
            Exact({
              estado: Type.Literal('vivo'),
              version: Type.String(),
              commit: Nullable(
                Type.String({ description: 'De qué commit se hizo el programa; `null` si se hizo sin git.' }),
              ),
              fecha: Nullable(Type.String({ description: 'La fecha de ese commit.' })),
            }),
          ),
          detail: { tags, summary: 'Si el servidor está vivo' },
        },
      )
      .get(
        '/listo',
        () => {
          const { writable, full } = databaseWritable()
          const parts = { base_de_datos: databaseSound() && writable, trabajos: runnerAlive() }
          const segundos = desfaseReloj()
          const reloj = { desfase_segundos: segundos, aviso: avisoDesfase(segundos) }
          if (parts.base_de_datos && parts.trabajos) return { ok: true as const, data: { ...parts, reloj } }
          const motivo = full ? DISCO_LLENO : null
          const mensaje = 'El servidor no está listo para recibir documentos'
          throw new AppError('QUEUE_UNAVAILABLE', motivo ? `${mensaje}: ${motivo.toLowerCase()}` : mensaje, {
            detalles: [{ ...parts, ...(motivo && { motivo }) }],
            headers: { 'retry-after': '5' },
          })
        },
        {
          publico: true,
          response: Listo,
          detail: {
            tags,
            summary: 'Si puede trabajar: base de datos sana y escribible, y trabajos en marcha',
            'x-errores': ['QUEUE_UNAVAILABLE'],
          },
        },
      )
      .get('/cambios', () => ({ ok: true as const, data: [...CAMBIOS], interfaz: [...INTERFAZ] }), {
        publico: true,
        response: Cambios,
        detail: { tags, summary: 'Los cambios de cada versión del servidor, y la historia de la interfaz' },
      })
      // A part is what is told of one operation, which the page asks for when it is opened; any other parameter is a stranger's.
      .get(
        '/docs',
        async ({ query }) => {
          const { page, part } = await docs()
          const text = part(String((query as { parte?: string }).parte)) ?? page
          return new Response(text, { headers: DOCS_HEADERS })
        },
        {
          publico: true,
          query: AJENA,
          detail: {
            tags,
            summary: 'Esta API como página',
            responses: { 200: { description: 'La página', content: HTML } },
          },
        },
      )
  )
}
