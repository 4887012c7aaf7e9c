// The job that moves a company's history in (areas/historia §2; jobs §6): each step is written as done with its last write, so that a death
// anywhere leaves a whole state, and the next run goes on from there.

import { createHash } from 'node:crypto'
import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import { nextTurn } from '../../base/turn'
import { AppError } from '../../domain/errors'
import type { TitularDeCuenta } from '../../domain/titular'
import type { Audit } from '../../http/audit'
import type { Job } from '../../jobs/kind'
import { ZipRoto } from '../../mail/unzip-largo'
import type { Store } from '../../store/store'
import type { Trozos } from '../../store/trozos'
import type { Emisores } from '../dte'
import type { Eventos } from '../eventos'
import type { Folios, Vistos } from '../folios'
import type { Fin, TrabajoContext, Trabajos } from '../trabajos'
import { filaOf, openFuente } from './fuente'
import type { createLink } from './link'
import type { createRead } from './read-files'
import type { createSave } from './save'
import type { ImportacionRow, prepareImportaciones, prepareLineas } from './statements'

export const TIPO = 'historia.importar'

export interface ImportArgs {
  importacion: string
}

export interface ImportDeps {
  store: Pick<Store, 'client'>
  clock: Clock
  newId: NewId
  audit: Audit
  eventos: Pick<Eventos, 'emit'>
  trabajos: Pick<Trabajos, 'define' | 'enqueue'>
  emisores: Pick<Emisores, 'get'>
  folios: Pick<Folios, 'imported'>
  /** How customers are made of what was moved in. */
  importarClientes(
    actor: TrabajoContext['actor'] & { empresaId: string },
    ambiente: TitularDeCuenta['ambiente'],
    desde: string,
    hasta: string,
  ): string
}

interface Parts {
  trozos: Trozos
  importaciones: ReturnType<typeof prepareImportaciones>
  lineas: ReturnType<typeof prepareLineas>
  read: ReturnType<typeof createRead>
  save: ReturnType<typeof createSave>
  link: ReturnType<typeof createLink>
  toJson(row: ImportacionRow): object
}

/** How often it says how far it is. */
const PROGRESO_MS = 500

const MOTIVO_ZIP = 'El ZIP está dañado o incompleto: su lista de archivos no se puede leer. Súbalo otra vez'

export function createImport(deps: ImportDeps, parts: Parts) {
  const { store, trabajos, folios, eventos, audit } = deps
  const { importaciones, lineas, trozos } = parts

  const vistosOf = (id: string, tipo: number): Vistos => ({
    top: (desde, hasta) => lineas.top.get(id, tipo, desde, hasta) ?? null,
    has: (folio) => lineas.has.get(id, tipo, folio) !== undefined,
    count: (desde, hasta) => lineas.countIn.get(id, tipo, desde, hasta)!,
  })

  /** No folio of it is taken here from then on: before the first document is written, all in one transaction. */
  const passFolios = store.client.transaction(
    (titular: TitularDeCuenta, { id, simulada, folios: before }: ImportacionRow) => {
      const told = lineas.types.all(id).flatMap((tipo) => {
        const vistos = vistosOf(id, tipo)
        return simulada
          ? folios.imported.preview(titular, tipo, vistos)
          : folios.imported.pass(titular, tipo, vistos)
      })
      const known = JSON.parse(before) as object[]
      importaciones.setFolios.run(JSON.stringify([...known, ...told]), id)
      importaciones.step.run('guardando', id)
    },
  )

  /** Forgets the file, a piece a turn. */
  async function forget(id: string): Promise<void> {
    for (const parte of trozos.partes(filaOf(id))) {
      store.client.transaction(() => trozos.dropPiece(filaOf(id), parte)).immediate()
      await nextTurn()
    }
  }

  /** Whether the bytes are those that were announced. */
  async function checkSha(row: ImportacionRow): Promise<void> {
    const hash = createHash('sha256')
    for (const parte of trozos.partes(filaOf(row.id))) {
      hash.update(trozos.piece(filaOf(row.id), parte)!)
      await nextTurn()
    }
    if (hash.digest('hex') !== row.sha256)
      throw new AppError('INVALID_STATE', 'Lo que llegó no tiene el sha256 que se anunció: súbalo otra vez')
  }

  async function run(
    { empresaId, ambiente, args: { importacion: id } }: Job<ImportArgs>,
    ctx: TrabajoContext,
  ): Promise<Fin> {
    const titular = { empresaId, ambiente, cuentaId: ctx.actor.cuentaId }
    const row = importaciones.get.get(id)!
    const { rut } = deps.emisores.get(titular).emisor
    const fuente = openFuente(trozos, row)
    let told = performance.now()
    const more = (paso: string) => (hechos?: number) => {
      if (ctx.shouldYield() || ctx.signal.aborted) return false
      if (performance.now() - told > PROGRESO_MS) {
        told = performance.now()
        ctx.progress({ paso, hechos: hechos ?? 0, total: null })
      }
      return true
    }
    const step = store.client.transaction(
      (next: ImportacionRow['estado']) => void importaciones.step.run(next, id),
    )
    const at = (): ImportacionRow => importaciones.get.get(id)!
    if (at().estado === 'leyendo') {
      if (row.posicion === 0) await checkSha(row)
      if (!(await parts.read(titular, rut, row, fuente, more('leyendo')))) return { again: true }
      step.immediate('folios')
    }
    if (at().estado === 'folios') passFolios.immediate(titular, at())
    if (at().estado === 'guardando' && !row.simulada) {
      if (!(await parts.save(titular, row, fuente, more('guardando')))) return { again: true }
      step.immediate('enlazando')
    }
    if (at().estado === 'enlazando' && !(await parts.link(titular, id, more('enlazando'))))
      return { again: true }
    await forget(id)
    return end(titular, row, ctx)
  }

  function end(titular: TitularDeCuenta, { id, simulada }: ImportacionRow, ctx: TrabajoContext): Fin {
    const { desde, hasta } = lineas.span.get(id)!
    const result = parts.toJson({ ...importaciones.get.get(id)!, estado: 'terminada' })
    return {
      result,
      write: () => {
        importaciones.end.run('terminada', null, deps.clock().toISOString(), id)
        if (simulada) return
        const { empresaId, ambiente } = titular
        const { documentos, folios: pasados } = result as { documentos: object; folios: object }
        if (desde && hasta) {
          const actor = { ...ctx.actor, empresaId }
          importaciones.setClientes.run(deps.importarClientes(actor, ambiente, desde, hasta), id)
          audit(
            actor,
            () => {},
            () => ({ accion: 'historia.importada', objeto: id, detalle: { documentos, folios: pasados } }),
          )
        }
        eventos.emit({ empresaId, ambiente }, [
          {
            evento: 'historia.terminada',
            data: () => ({
              ...{ empresa_id: empresaId, ambiente, importacion_id: id },
              ...{ documentos, folios: pasados },
            }),
          },
        ])
      },
    }
  }

  /** Only by its own job: an older one that is cleared leaves it as it is. */
  const stop = ({ id, args }: Job<ImportArgs>, motivo: string): void =>
    void importaciones.stop.run(motivo, deps.clock().toISOString(), args.importacion, id)

  return trabajos.define<ImportArgs>({
    tipo: TIPO,
    operacion: null,
    async run(job, ctx) {
      try {
        return await run(job, ctx)
      } catch (fault) {
        const isTorn = fault instanceof ZipRoto || fault instanceof RangeError
        if (!isTorn) throw fault
        throw new AppError('INVALID_STATE', fault.message || MOTIVO_ZIP, { cause: fault })
      }
    },
    stopped: (job, error) => stop(job, error?.error ?? 'El trabajo se detuvo'),
    discarded: (job) => stop(job, 'Una persona descartó el trabajo'),
    retried: ({ args }) => void importaciones.goOn.run(args.importacion),
  })
}
