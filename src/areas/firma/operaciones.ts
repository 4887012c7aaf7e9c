// One thing at the SII for many companies at once (areas/firma §5): a company a turn, each with its own right, cost and refusal.

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import type { Log } from '../../base/log'
import { nextTurn } from '../../base/turn'
import { AppError, type Fault, faultsError } from '../../domain/errors'
import type { NombreTarea } from '../../domain/programacion'
import { MUDADA } from '../../http/moved'
import type { SessionTenant } from '../../http/tenant'
import type { JobError } from '../../jobs/kind'
import { isStorageFault } from '../../store/storage-fault'
import type { Store } from '../../store/store'
import type { Programacion, Tarea } from '../programacion'
import { readerOf } from './reader'
import { type OperacionRow, prepareOperaciones, type TurnoRow } from './statements-operacion'

/** Companies that ask the SII at once, over all operations. */
const A_LA_VEZ = 4
/** A job that waits longer than this takes nobody's place. */
const PRONTO_MS = 60_000

export const TIPOS_OPERACION = {
  'rcv.sincronizar': 'trae el registro de compras y ventas',
  'bte.sincronizar': 'lee las boletas de terceros del mes que cerró',
  'buzon.leer': 'lee el buzón de correo',
  'acuse.refrescar': 'pregunta qué dijeron los receptores de lo emitido a crédito',
} as const satisfies Readonly<Record<string, string>>
export type TipoOperacion = keyof typeof TIPOS_OPERACION

/** The task that a company's schedule does by the clock. */
const TAREA: Readonly<Record<TipoOperacion, NombreTarea>> = {
  'rcv.sincronizar': 'rcv',
  'bte.sincronizar': 'bte',
  'buzon.leer': 'buzon',
  'acuse.refrescar': 'acuse',
}

interface Deps {
  store: Pick<Store, 'client'>
  clock: Clock
  newId: NewId
  log: Log
  tareas: readonly Tarea[]
  programacion: Pick<Programacion, 'run' | 'programaciones'>
  queue: { wake(): void }
}

export type Operaciones = ReturnType<typeof createOperaciones>

export function createOperaciones({
  store: { client },
  clock,
  newId,
  log,
  tareas,
  programacion,
  queue,
}: Deps) {
  const sql = prepareOperaciones(client)
  const { run, programaciones } = programacion

  const tareaOf = (tipo: TipoOperacion): Tarea => tareas.find(({ nombre }) => nombre === TAREA[tipo])!

  function requireRight(permisos: SessionTenant['permisos'], { permiso }: Tarea): void {
    if (permisos.has(permiso)) return
    throw new AppError('FORBIDDEN', `Falta el permiso ${permiso}`, { detalles: [{ permiso }] })
  }

  function requireHere({ mudada }: Pick<TurnoRow, 'mudada'>): void {
    if (mudada) throw new AppError('ACCOUNT_MOVED', MUDADA)
  }

  /** The companies by their ids, in that order. Throws a fault for each that is not within reach. */
  function companiesOf({ cuentaId, empresas }: SessionTenant, ids: readonly string[]) {
    const known = new Map(
      sql.known.all({ cuentaId, ids: JSON.stringify(ids) }).map((empresa) => [empresa.id, empresa]),
    )
    const faults = ids.flatMap((id, i): Fault[] => {
      if (known.has(id) && (empresas === null || empresas.includes(id))) return []
      const campo = `empresas[${i}]`
      return [{ campo, regla: 'existe', mensaje: `${campo}: la empresa no existe` }]
    })
    if (faults.length) throw faultsError(faults)
    return ids.map((id) => known.get(id)!)
  }

  const insert = client.transaction(
    (tenant: SessionTenant, tipo: TipoOperacion, ids: readonly string[]): string => {
      requireRight(tenant.permisos, tareaOf(tipo))
      const id = newId('ope')
      const companies = companiesOf(tenant, ids)
      const { cuentaId: cuenta_id, usuarioId: usuario_id } = tenant
      sql.insert.run({ id, cuenta_id, usuario_id, tipo, created_at: clock().toISOString() })
      for (const [orden, { id: empresa_id, ambiente }] of companies.entries())
        sql.insertEmpresa.run({ operacion_id: id, orden, empresa_id, ambiente })
      return id
    },
  )

  /** Throws NOT_FOUND. */
  function get(usuarioId: string, id: string): OperacionRow {
    const row = sql.find.get(id, usuarioId)
    if (row) return row
    throw new AppError('NOT_FOUND', 'No existe la operación')
  }

  const nada = { motivo: null, codigo: null, mensaje: null, trabajos: null }

  const settle = client.transaction((): number => {
    let active = 0
    const soon = clock().getTime() + PRONTO_MS
    for (const { operacion_id, orden, trabajos, abiertos, activos, caidos, error } of sql.underWay.all({
      soon,
    })) {
      if (abiertos > 0) {
        if (activos > 0) active++
        continue
      }
      const at = { operacion_id, orden, before: 'en_curso' as const, motivo: null, trabajos }
      // A job that was forgotten since had ended long before.
      const falla: Partial<JobError> = error === null ? {} : JSON.parse(error)
      const { code = 'INTERNAL_ERROR', error: mensaje = 'El trabajo no terminó' } = falla
      sql.move.run(
        caidos > 0
          ? { ...at, estado: 'fallida', codigo: code, mensaje }
          : { ...at, estado: 'ok', codigo: null, mensaje: null },
      )
    }
    return active
  })

  async function start(turno: TurnoRow): Promise<void> {
    const { operacion_id, orden, empresa_id: empresaId, ambiente, usuario_id: usuarioId, tipo } = turno
    const at = { operacion_id, orden, before: 'espera' as const }
    if (turno.eliminada) {
      sql.move.run({ ...at, ...nada, estado: 'omitida', motivo: 'eliminada' })
      return
    }
    try {
      const tarea = tareaOf(tipo as TipoOperacion)
      const { cuentaId, permisos, empresas } = readerOf(turno)
      // Rights are those of now.
      requireRight(permisos, tarea)
      if (empresas && !empresas.includes(empresaId))
        throw new AppError('FORBIDDEN', 'La empresa ya no está al alcance')
      const solicitante = { cuentaId, empresaId, ambiente, usuarioId, apiKeyId: null, ip: null }
      requireHere(turno)
      tarea.check(solicitante)
      const encargos = await run.encargos(tarea, solicitante)
      client
        .transaction(() => {
          const ids = run.queue(solicitante, encargos)
          const { changes } = sql.move.run(
            ids.length
              ? { ...at, ...nada, estado: 'en_curso', trabajos: JSON.stringify(ids) }
              : { ...at, ...nada, estado: 'omitida', motivo: 'sin_trabajo' },
          )
          // It was cancelled meanwhile.
          if (changes !== 1) throw new Cancelled()
          programaciones.begun(solicitante, tarea.nombre, ids)
        })
        .immediate()
    } catch (fault) {
      if (fault instanceof Cancelled) return
      if (isStorageFault(fault) || !client.open) throw fault
      if (!(fault instanceof AppError))
        log.error('firma.operacion', { operacion_id, empresa_id: empresaId, fault })
      const { code, message } =
        fault instanceof AppError ? fault : { code: 'INTERNAL_ERROR', message: 'No se pudo comenzar' }
      sql.move.run({ ...at, ...nada, estado: 'fallida', codigo: code, mensaje: message })
    }
  }

  async function lookOnce(): Promise<void> {
    for (let room = A_LA_VEZ - settle.immediate(); room > 0; room = A_LA_VEZ - settle.immediate()) {
      const turns = sql.next.all(room)
      if (!turns.length) break
      for (const turno of turns) {
        await start(turno)
        await nextTurn()
        if (!client.open) return
      }
      queue.wake()
    }
  }

  let underWay: Promise<void> | null = null

  return {
    get,
    empresas: sql.empresas.all.bind(sql.empresas),
    list: sql.list,
    count: sql.count,

    /** Throws FORBIDDEN, and a fault for each company that is not within reach. In the caller's transaction. */
    create: (tenant: SessionTenant, tipo: TipoOperacion, ids: readonly string[]): OperacionRow =>
      get(tenant.usuarioId, insert(tenant, tipo, ids)),

    /** The jobs that each company would have now, or why it could not. Throws as `create`. */
    async simulate(tenant: SessionTenant, tipo: TipoOperacion, ids: readonly string[]) {
      const tarea = tareaOf(tipo)
      requireRight(tenant.permisos, tarea)
      const found = []
      for (const { mudada, ...empresa } of companiesOf(tenant, ids)) {
        const titular = { ...tenant, empresaId: empresa.id, ambiente: empresa.ambiente }
        try {
          requireHere({ mudada })
          tarea.check(titular)
          const trabajos = (await run.encargos(tarea, titular)).length
          found.push({ ...empresa, trabajos, error: null })
        } catch (fault) {
          if (!(fault instanceof AppError)) throw fault
          found.push({ ...empresa, trabajos: 0, error: { code: fault.code, message: fault.message } })
        }
        await nextTurn()
      }
      return { operacion: tarea.operacion, empresas: found }
    },

    /** Those that wait are left out; the others go on. Throws NOT_FOUND, INVALID_STATE. In the caller's transaction. */
    cancel(usuarioId: string, id: string): OperacionRow {
      if (get(usuarioId, id).espera === 0)
        throw new AppError('INVALID_STATE', 'Ninguna empresa espera: lo que está en curso termina solo')
      sql.cancelWaiting.run(id)
      sql.cancel.run(clock().toISOString(), id)
      return get(usuarioId, id)
    },

    /** Those that failed wait again. Throws NOT_FOUND, INVALID_STATE. In the caller's transaction. */
    retry(usuarioId: string, id: string): OperacionRow {
      get(usuarioId, id)
      if (sql.retryFailed.run(id).changes === 0) throw new AppError('INVALID_STATE', 'Ninguna empresa falló')
      sql.reopen.run(id)
      return get(usuarioId, id)
    },

    /** Every few seconds: how those under way ended, and whose turn it is. */
    look(): Promise<void> {
      underWay ??= lookOnce().finally(() => {
        underWay = null
      })
      return underWay
    },

    forget: (before: Date, limit: number): number => sql.forget.run(before.toISOString(), limit).changes,
  }
}

class Cancelled extends Error {}
