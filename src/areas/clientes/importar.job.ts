// The job that imports customers (areas/clientes §4; jobs §6): months of the register read first where that was asked for, then one
// customer after another, a few milliseconds at a time, each piece with how far it is.

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import { nextTurn } from '../../base/turn'
import { AppError } from '../../domain/errors'
import type { Audit } from '../../http/audit'
import type { Job } from '../../jobs/kind'
import type { Store } from '../../store/store'
import { createTrozos } from '../../store/trozos'
import { unsynced } from '../../store/unsynced'
import type { Documentos } from '../dte'
import type { Rcv } from '../rcv'
import type { Fin, Solicitante, TrabajoContext, Trabajos } from '../trabajos'
import { createComplete } from './complete'
import { deArchivo, deEmitidos, deRegistro, type Hallado } from './fuentes'
import { openCsv } from './read-csv'
import { type ImportacionRow, prepareImportacion } from './statements'

export const TIPO = 'clientes.importar'

/** `mes`: the next one to be read at the SII; null when none is left, or was asked for. */
export type ImportArgs =
  | { origen: 'csv' }
  | { origen: 'rcv' | 'emitidos'; desde: string; hasta: string; mes: string | null }

export interface ImportDeps {
  store: Pick<Store, 'client' | 'db' | 'secrets'>
  clock: Clock
  newId: NewId
  audit: Audit
  trabajos: Pick<Trabajos, 'define' | 'enqueue'>
  documentos: Pick<Documentos, 'byId' | 'contenido'>
  rcv: { sync: Pick<Rcv['sync'], 'encargo'>; periodos: Pick<Rcv['periodos'], 'find'> }
}

/** Work between two turns of the event loop, with its commit. */
const TURNO_MS = 2
/** Errors told one by one. */
const ERRORES_MAX = 1000
/** How often it looks whether a month was read. */
const MIRAR_MS = 1000
const PROGRESO_MS = 500

const nextMes = (mes: string): string =>
  mes.endsWith('12') ? `${Number(mes.slice(0, 4)) + 1}01` : String(Number(mes) + 1)

const place = (id: string) => ({ table: 'cliente_archivo', column: 'archivo_cifrado', id })
const filaOf = (id: string) => ({ tabla: 'cliente_archivo', id }) as const

type Cuenta = Pick<ImportacionRow, 'creados' | 'actualizados' | 'omitidos'>

export function createImport(deps: ImportDeps) {
  const { store, audit, trabajos, documentos, rcv } = deps
  const { client, secrets } = store
  const sql = prepareImportacion(client)
  const trozos = createTrozos(store)
  const complete = createComplete(deps)

  /** Waits until a month was read at the SII; `null` once it was. Throws what kept it from that. */
  function readMes(job: Job<ImportArgs>, ctx: TrabajoContext, mes: string): Fin | null {
    const { id, empresaId, ambiente } = job
    const espera = sql.get.get(id)!.espera
    const look = () => ({ again: true as const, runAt: new Date(ctx.now().getTime() + MIRAR_MS) })
    if (espera === null) {
      const { cuentaId, usuarioId, apiKeyId, ip } = ctx.actor
      const actor = { cuentaId, empresaId, ambiente, usuarioId, apiKeyId, ip }
      const lectura = trabajos.enqueue(
        actor,
        rcv.sync.encargo({ empresaId, ambiente }, mes, ['venta'], false),
      )
      sql.setEspera.run(lectura, id)
      return look()
    }
    const { estado, error } = sql.job.get(espera)!
    if (estado === 'pending' || estado === 'processing') return look()
    // The next question is a new reading, also after a person's retry.
    sql.setEspera.run(null, id)
    if (estado === 'completed') return null
    const told = error === null ? null : (JSON.parse(error) as { error: string }).error
    throw new AppError('INVALID_STATE', `No se pudo traer del SII el registro de ${mes}: ${told ?? estado}`)
  }

  /** The months whose sales were never read, and so tell of nobody; null when there are none. */
  function unread({ empresaId, ambiente, args }: Job<ImportArgs>): string | null {
    if (args.origen !== 'rcv') return null
    const runs: [desde: string, hasta: string][] = []
    let before = ''
    for (let mes = args.desde; mes <= args.hasta; mes = nextMes(mes)) {
      const known = rcv.periodos.find({ empresaId, ambiente }, mes)
      if (known?.tramos.some(({ tipo }) => tipo === 'venta')) continue
      if (before !== '' && nextMes(before) === mes) runs.at(-1)![1] = mes
      else runs.push([mes, mes])
      before = mes
    }
    if (!runs.length) return null
    const meses = runs.map(([desde, hasta]) => (desde === hasta ? desde : `${desde} a ${hasta}`)).join(', ')
    return `No se han traído del SII las ventas de ${meses}: de ahí no salió ningún cliente. Importe otra vez con sincronizar, o tráigalas antes`
  }

  async function sourceOf(job: Job<ImportArgs>, row: ImportacionRow): Promise<Generator<Hallado | null>> {
    const { id, empresaId: empresa_id, ambiente, args } = job
    if (args.origen === 'csv') {
      const last = secrets.open(place(id), sql.archivo.get(id)!)
      // No job under way is discarded, and its file with it.
      const bytes = (await trozos.read(filaOf(id), last))!
      // To make text of ten megabytes takes ten milliseconds.
      await nextTurn()
      const archivo = openCsv(bytes)
      await nextTurn()
      return deArchivo(archivo, row.posicion)
    }
    const donde = { empresa_id, ambiente, desde: args.desde, hasta: args.hasta }
    return args.origen === 'rcv'
      ? deRegistro(sql, donde, row.posicion)
      : deEmitidos(sql, documentos, donde, row.posicion)
  }

  function remove(id: string): void {
    sql.remove.run(id)
    trozos.drop(filaOf(id))
  }

  async function run(job: Job<ImportArgs>, ctx: TrabajoContext): Promise<Fin> {
    const { id, empresaId, args } = job
    if (args.origen !== 'csv' && args.mes !== null) {
      const wait = readMes(job, ctx, args.mes)
      if (wait) return wait
      const mes = args.mes < args.hasta ? nextMes(args.mes) : null
      return { again: true, args: { ...args, mes } }
    }
    const row = sql.get.get(id)!
    const counts: Cuenta = { creados: row.creados, actualizados: row.actualizados, omitidos: row.omitidos }
    let { hechos, posicion } = row
    let errores = sql.countErrors.get(id)!
    const fail = (linea: number | null, mensaje: string): void => {
      if (errores > ERRORES_MAX) return
      const last = 'Desde aquí hay más líneas con errores; corrija éstas e importe otra vez'
      sql.addError.run(id, errores, linea, errores < ERRORES_MAX ? mensaje : last)
      errores++
    }
    const importRow = ({ linea, datos, ...found }: Hallado): void => {
      posicion = found.posicion
      hechos++
      if (Array.isArray(datos)) {
        fail(linea, datos.join('; '))
        return
      }
      const came = complete(empresaId, datos, args.origen)
      if (came !== 'eliminado') counts[came]++
      else if (linea === null) counts.omitidos++
      else fail(linea, `rut: el cliente ${datos.rut} está eliminado; restáurelo para completarlo`)
    }
    const source = await sourceOf(job, row)
    const silent = hechos === 0 && errores === 0 ? unread(job) : null
    if (silent) fail(null, silent)
    let told = performance.now()
    for (let more = true; more; ) {
      if (ctx.shouldYield() || ctx.signal.aborted) return { again: true }
      const piece = (): void => {
        const began = performance.now()
        while (more && performance.now() - began < TURNO_MS) {
          const { value, done } = source.next()
          more = !done
          if (value) importRow(value)
        }
        sql.save.run({ job_id: id, ...counts, hechos, posicion })
      }
      unsynced(client, piece)
      await nextTurn()
      if (performance.now() - told < PROGRESO_MS) continue
      told = performance.now()
      ctx.progress({ paso: 'importando clientes', hechos, total: null })
    }
    const result = { ...counts, errores: sql.errors.all(id) }
    return {
      result,
      write: () => {
        remove(id)
        audit(
          ctx.actor,
          () => {},
          () => ({
            accion: 'cliente.importado',
            objeto: id,
            detalle: { origen: args.origen, ...counts, errores },
          }),
        )
      },
    }
  }

  /** Keeps what its run needs, of a file the last piece; in the transaction that queues it. */
  function begin(jobId: string, ultimo: Uint8Array | null): void {
    sql.begin.run(jobId)
    if (ultimo) sql.insertArchivo.run(jobId, secrets.seal(place(jobId), ultimo))
  }

  return {
    kind: trabajos.define<ImportArgs>({
      tipo: TIPO,
      operacion: null,
      run,
      discarded: ({ id }) => remove(id),
    }),
    /** Queues one from what was issued in some days, in somebody's name; the id of its job. */
    queueEmitidos(
      actor: Omit<Solicitante, 'ambiente'>,
      ambiente: Solicitante['ambiente'],
      desde: string,
      hasta: string,
    ): string {
      const [first, last] = [desde, hasta].map((dia) => dia.slice(0, 7).replace('-', '')) as [string, string]
      const args: ImportArgs = { origen: 'emitidos', desde: first, hasta: last, mes: null }
      return trabajos.enqueue(
        { ...actor, ambiente },
        {
          ...{ tipo: TIPO, operacion: null, clave: `emitidos ${desde} ${hasta}`, args },
          objeto: `emitidos ${desde} a ${hasta}`,
          write: (jobId) => begin(jobId, null),
        },
      )
    },
    /** Writes the file of a job to be but for its last piece, in turns. */
    async saveArchivo(archivo: Uint8Array): Promise<{ id: string; ultimo: Uint8Array }> {
      const id = deps.newId('job')
      return { id, ultimo: await trozos.save(filaOf(id), archivo) }
    },
    /** Forgets what was written of the file of a job that was not queued. */
    letGo(jobId: string): void {
      if (!sql.archivo.get(jobId)) trozos.drop(filaOf(jobId))
    },
    begin,
    /** The partial result of a stopped job; null when none is kept. */
    soFar(jobId: string): object | null {
      const row = sql.get.get(jobId)
      if (!row) return null
      const { creados, actualizados, omitidos } = row
      return { creados, actualizados, omitidos, errores: sql.errors.all(jobId) }
    },
  }
}
