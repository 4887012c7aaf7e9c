// `timbre cola listar|reintentar|descartar`: the queue without the HTTP server, beside a running one (http §23).

import { and, desc, eq, inArray, isNotNull, ne, notInArray, or, sql } from 'drizzle-orm'
import { EMITIR, LINEA } from '../areas/dte'
import { loadConfig } from '../config'
import { AMBIENTES, type Ambiente } from '../domain/ambiente'
import type { Accion } from '../domain/auditoria'
import { AppError } from '../domain/errors'
import { operador } from '../http/audit'
import { ESTADOS } from '../jobs/estados'
import type { Store } from '../store/store'
import { documento, reenvio } from '../store/tables/documento'
import { empresa } from '../store/tables/empresa'
import { job } from '../store/tables/job'
import { openCarpeta } from './carpeta'
import { type Argumentos, type Comando, DATA_FLAG, Falla, type Io, text, UsoIncorrecto } from './comando'
import { findEmpresa } from './empresa-de'
import type { ExitStatus } from './exit-status'
import { appOf, clock, logTo, random } from './proceso'

const MOST = 1000

export const cola: Comando = {
  nombre: 'cola',
  uso:
    'listar [--estado ESTADO] [--limite N] | reintentar ID | descartar ID… [--retener-folio] | ' +
    'descartar [--tipo TIPO] [--empresa RUT] [--ambiente AMBIENTE] --confirmar N [--retener-folio]',
  resumen:
    'muestra los trabajos que no terminaron bien, o el estado pedido; reintenta uno detenido; descarta los que se nombran, o los N de un tipo, una empresa o un ambiente, que sin --confirmar sólo muestra',
  flags: {
    ...DATA_FLAG,
    estado: { type: 'string' },
    limite: { type: 'string' },
    'retener-folio': { type: 'boolean' },
    tipo: { type: 'string' },
    empresa: { type: 'string' },
    ambiente: { type: 'string' },
    confirmar: { type: 'string' },
  },
  words: [1, 1 + MOST],
  async run(args, io) {
    const [action, ...ids] = args.positionals
    const listing = action === 'listar' ? wantedList(args) : null
    const filter = readFilter(args, action!, ids)
    if (!listing && !filter && (!ids.length || !['reintentar', 'descartar'].includes(action!)))
      throw new UsoIncorrecto('Diga listar, reintentar ID, o descartar ID…')
    const extra = listing ? ids[0] : action === 'reintentar' ? ids[1] : undefined
    if (extra) throw new UsoIncorrecto(`Sobra «${extra}»`)
    const config = loadConfig(io.env, { data: text(args, 'data') })
    const log = logTo(io.err, config)
    const { store, close } = openCarpeta(config, { clock, random, log, shared: true })
    const app = appOf(config, store, log)
    try {
      if (listing) return list(store, listing, io)
      const { cola, audit, dte } = app.services
      const record = (key: ReturnType<typeof keyOf>, accion: Accion, move: () => unknown) =>
        audit(operador(key.cuentaId), move, () => ({
          accion,
          objeto: key.id,
          empresaId: key.empresaId,
          detalle: { trabajo: key.kind },
        }))
      if (action === 'reintentar') {
        const key = keyOf(store, ids[0]!)
        record(
          key,
          key.kind === EMITIR ? 'emision.reintentada' : 'trabajo.reintentado',
          () => dte.refusedFiles.retry(key) || cola.retry(key),
        )
        io.result({ id: key.id, estado: 'pending' })
        io.out(`${key.id}: en espera otra vez; el servidor en marcha lo toma en segundos`)
        return 0
      }
      const liberarFolio = args.flags['retener-folio'] !== true
      const descartados: string[] = []
      const errores: object[] = []
      for (const id of filter ? idsOf(store, filter, io) : ids) {
        try {
          const key = keyOf(store, id)
          record(
            key,
            key.kind === EMITIR ? 'emision.descartada' : 'trabajo.descartado',
            () => dte.refusedFiles.discard(key) || cola.discard(key, { liberarFolio }),
          )
          descartados.push(id)
          io.out(`${id}: descartado`)
        } catch (fault) {
          // One alone fails as any command does; of several the others go on.
          if (!(fault instanceof AppError || fault instanceof Falla) || (ids.length === 1 && !filter))
            throw fault
          errores.push({ id, error: fault.message })
          io.err(`${id}: ${fault.message}`)
        }
      }
      io.result({ descartados, errores })
      return errores.length ? 1 : 0
    } finally {
      await app.stop(0)
      close()
    }
  },
}

const FILTROS = ['tipo', 'empresa', 'ambiente', 'confirmar'] as const

/** Stopped jobs of a kind, a company, an environment, or of all; as many as the person says that there are. */
type Filtro = Record<(typeof FILTROS)[number], string | null>

function readFilter(args: Argumentos, action: string, ids: readonly string[]): Filtro | null {
  if (action === 'descartar' && (args.flags.estado ?? args.flags.limite) !== undefined)
    throw new UsoIncorrecto('--estado y --limite van con listar')
  const filter = Object.fromEntries(FILTROS.map((name) => [name, text(args, name) ?? null])) as Filtro
  if (FILTROS.every((name) => filter[name] === null)) return null
  if (filter.ambiente !== null && !AMBIENTES.includes(filter.ambiente as Ambiente))
    throw new UsoIncorrecto(`--ambiente es uno de ${AMBIENTES.join(', ')}`)
  if (action === 'descartar' && !ids.length) return filter
  throw new UsoIncorrecto('--tipo, --empresa, --ambiente y --confirmar van con descartar sin id')
}

/** Throws Falla where they are not as many as was confirmed, after it has shown them. */
function idsOf(store: Store, { tipo, empresa: rut, ambiente, confirmar }: Filtro, io: Io): string[] {
  const company = rut === null ? undefined : eq(job.empresaId, findEmpresa(store, rut).id)
  const rows = store.db
    .select({ id: job.id, kind: job.kind, rut: empresa.rut, ambiente: job.ambiente })
    .from(job)
    .innerJoin(empresa, eq(empresa.id, job.empresaId))
    .where(
      and(
        inArray(job.estado, ['failed', 'dlq']),
        ne(job.kind, LINEA),
        tipo === null ? undefined : eq(job.kind, tipo),
        ambiente === null ? undefined : eq(job.ambiente, ambiente as Ambiente),
        company,
      ),
    )
    .orderBy(job.createdAt)
    .all()
  if (!rows.length) throw new Falla('No hay trabajos detenidos así')
  if (confirmar === String(rows.length)) return rows.map(({ id }) => id)
  for (const row of rows) io.err(`${row.id}  ${row.kind}  ${row.rut} ${row.ambiente}`)
  throw new Falla(
    `Son ${rows.length} trabajos detenidos, los de arriba; repita con --confirmar ${rows.length}. No se descartó ninguno`,
  )
}

type Wanted = ReturnType<typeof wantedList>

function wantedList(args: Argumentos) {
  const wanted = text(args, 'estado') ?? null
  const estado = ESTADOS.find((name) => name === wanted) ?? null
  if (wanted && !estado) throw new UsoIncorrecto(`--estado es uno de ${ESTADOS.join(', ')}`)
  const limite = Number(text(args, 'limite') ?? 50)
  if (!Number.isInteger(limite) || limite < 1 || limite > MOST)
    throw new UsoIncorrecto(`--limite es un entero de 1 a ${MOST}`)
  return { estado, limite }
}

function list({ db }: Store, { estado, limite }: Wanted, io: Io): ExitStatus {
  // Also what waits for a person though its job is done: the SII refused its file as a whole afterwards.
  const wanted = estado
    ? eq(job.estado, estado)
    : or(notInArray(job.estado, ['completed', 'discarded']), isNotNull(reenvio.documentoId))
  const rows = db
    .select({
      id: job.id,
      kind: job.kind,
      estado: job.estado,
      rut: empresa.rut,
      ambiente: job.ambiente,
      tipo: documento.tipoDte,
      folio: documento.folio,
      intentos: job.intentos,
      error: sql<string | null>`coalesce(${reenvio.error}, ${job.error})`,
    })
    .from(job)
    .innerJoin(empresa, eq(empresa.id, job.empresaId))
    .leftJoin(documento, eq(documento.jobId, job.id))
    .leftJoin(reenvio, and(eq(reenvio.documentoId, documento.id), isNotNull(reenvio.error)))
    .where(and(wanted, ne(job.kind, LINEA)))
    .orderBy(desc(job.createdAt), sql`${job}.rowid DESC`)
    .limit(limite)
    .all()
  const trabajos: object[] = []
  for (const row of rows) {
    const documento = row.folio === null ? '' : `  ${row.tipo} folio ${row.folio}`
    const error = row.error ? (JSON.parse(row.error) as { code: string; error: string }) : null
    const { kind, tipo: tipo_dte, error: _, ...rest } = row
    trabajos.push({ ...rest, trabajo: kind, tipo_dte, error })
    const why = error ? `  ${error.code}: ${error.error}` : ''
    io.out(
      `${row.id}  ${row.estado.padEnd(10)}  ${row.kind}  ${row.rut} ${row.ambiente}${documento}  intento ${row.intentos}${why}`,
    )
  }
  io.result(trabajos)
  if (!rows.length) io.err('No hay trabajos así')
  return 0
}

/** Any company's: whoever holds the data folder owns them all. */
function keyOf({ db }: Store, id: string) {
  const row = db
    .select({
      kind: job.kind,
      empresaId: job.empresaId,
      ambiente: job.ambiente,
      cuentaId: empresa.cuentaId,
    })
    .from(job)
    .innerJoin(empresa, eq(empresa.id, job.empresaId))
    .where(eq(job.id, id))
    .get()
  if (!row) throw new Falla(`No hay un trabajo con el id ${id}`)
  return { id, ...row }
}
