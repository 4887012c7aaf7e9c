// `timbre cola listar|reintentar|descartar`: the queue without the HTTP server, beside a running one (contract §23).

import { EMITIR, LINEA } from '../areas/dte'
import { loadConfig } from '../config'
import { AMBIENTES, type Ambiente } from '../domain/ambiente'
import type { Accion } from '../domain/auditoria'
import { operador } from '../http/audit'
import { ESTADOS } from '../jobs/estados'
import type { Store } from '../store/store'
import { openCarpeta } from './carpeta'
import { type Argumentos, type Comando, DATA_FLAG, Falla, type Io, text, UsoIncorrecto } from './comando'
import { appOf, clock, logTo, random } from './proceso'

const MOST = 1000

export const cola: Comando = {
  nombre: 'cola',
  uso: 'listar [--estado ESTADO] [--limite N] | reintentar ID | descartar ID [--retener-folio]',
  resumen:
    'muestra los trabajos que no terminaron bien, o el estado pedido; reintenta o descarta uno detenido',
  flags: {
    ...DATA_FLAG,
    estado: { type: 'string' },
    limite: { type: 'string' },
    'retener-folio': { type: 'boolean' },
  },
  words: [1, 2],
  async run(args, io) {
    const [action, id] = args.positionals
    const listing = action === 'listar' ? wantedList(args) : null
    if (!listing && (!id || !['reintentar', 'descartar'].includes(action!)))
      throw new UsoIncorrecto('Diga listar, reintentar ID o descartar ID')
    if (listing && id) throw new UsoIncorrecto(`Sobra «${id}»`)
    const config = loadConfig(io.env, { data: text(args, 'data') })
    const log = logTo(io.err, config)
    const { store, close } = openCarpeta(config, { clock, random, log, shared: true })
    const app = appOf(config, store, log)
    try {
      if (listing) return list(store, listing, io)
      const key = keyOf(store, id!)
      const { cola, audit, dte } = app.services
      const emision = key.kind === EMITIR
      const record = (accion: Accion, move: () => unknown) =>
        audit(operador(key.cuentaId), move, () => ({
          accion,
          objeto: key.id,
          empresaId: key.empresaId,
          detalle: { trabajo: key.kind },
        }))
      if (action === 'reintentar') {
        record(
          emision ? 'emision.reintentada' : 'trabajo.reintentado',
          () => dte.retenidos.retry(key) || cola.retry(key),
        )
        io.out(`${id}: en espera otra vez; el servidor en marcha lo toma en segundos`)
      } else {
        const liberarFolio = args.flags['retener-folio'] !== true
        record(
          emision ? 'emision.descartada' : 'trabajo.descartado',
          () => dte.retenidos.discard(key) || cola.discard(key, { liberarFolio }),
        )
        io.out(`${id}: descartado`)
      }
      return 0
    } finally {
      await app.stop(0)
      close()
    }
  },
}

type Wanted = ReturnType<typeof wantedList>

function wantedList(args: Argumentos) {
  const estado = text(args, 'estado') ?? null
  if (estado && !ESTADOS.some((name) => name === estado))
    throw new UsoIncorrecto(`--estado es uno de ${ESTADOS.join(', ')}`)
  const limite = Number(text(args, 'limite') ?? 50)
  if (!Number.isInteger(limite) || limite < 1 || limite > MOST)
    throw new UsoIncorrecto(`--limite es un entero de 1 a ${MOST}`)
  return { estado, limite }
}

interface Row {
  id: string
  kind: string
  estado: string
  rut: string
  ambiente: string
  tipo: number | null
  folio: number | null
  intentos: number
  error: string | null
}

function list({ client }: Store, { estado, limite }: Wanted, io: Io): number {
  // Also what waits for a person though its job is done: the SII refused its file as a whole afterwards.
  const wanted = estado
    ? 'j.estado = @estado'
    : "(j.estado NOT IN ('completed', 'discarded') OR r.documento_id IS NOT NULL)"
  const rows = client
    .prepare<object, Row>(
      `SELECT j.id, j.kind, j.estado, e.rut, j.ambiente, d.tipo_dte AS tipo, d.folio, j.intentos, coalesce(r.error, j.error) AS error
       FROM job j JOIN empresa e ON e.id = j.empresa_id LEFT JOIN documento d ON d.job_id = j.id
         LEFT JOIN reenvio r ON r.documento_id = d.id AND r.error IS NOT NULL
       WHERE ${wanted} AND j.kind <> '${LINEA}' ORDER BY j.created_at DESC, j.rowid DESC LIMIT @limite`,
    )
    .all(estado ? { estado, limite } : { limite })
  for (const row of rows) {
    const documento = row.folio === null ? '' : `  ${row.tipo} folio ${row.folio}`
    const error = row.error ? (JSON.parse(row.error) as { code: string; error: string }) : null
    const why = error ? `  ${error.code}: ${error.error}` : ''
    io.out(
      `${row.id}  ${row.estado.padEnd(10)}  ${row.kind}  ${row.rut} ${row.ambiente}${documento}  intento ${row.intentos}${why}`,
    )
  }
  if (!rows.length) io.err('No hay trabajos así')
  return 0
}

/** Any company's: whoever holds the data folder owns them all. */
function keyOf({ client }: Store, id: string) {
  const row = client
    .prepare<[string], { kind: string; empresaId: string; ambiente: Ambiente; cuentaId: string }>(
      `SELECT j.kind, j.empresa_id AS empresaId, j.ambiente, e.cuenta_id AS cuentaId
       FROM job j JOIN empresa e ON e.id = j.empresa_id WHERE j.id = ?`,
    )
    .get(id)
  if (!row || !AMBIENTES.includes(row.ambiente)) throw new Falla(`No hay un trabajo con el id ${id}`)
  return { id, ...row }
}
