// Documents on their way to the door: those that may travel, signed, and the envelopes around them, before anything leaves
// (http §7.3).

import type { Clock } from '../../../base/clock'
import { AppError } from '../../../domain/errors'
import type { JobError } from '../../../jobs/kind'
import type { EmitidoRow } from '../documento/documento-store'
import { type Emisores, type FirmanteListo, loadFirmante } from '../documento/emisor'
import type { Envios } from '../envio/envio-store'
import { CLOCK_LOOK_MS, localFault } from '../envio/job-errors'
import { isRechazoTotal } from '../envio/rechazo'
import type { Parte } from '../envio/reenvio-store'
import { setOf } from '../envio/set-store'
import { createGates, type GatesDeps } from './gates'
import { type Run, settleStopped, type Trip, type Way } from './run'
import type { Firmado, Sealing } from './sealing'
import type { Settling } from './settling'
import type { SignDocumentos } from './sign-documentos'
import { blameCaso } from './whole-set'

/** Characters of the documents in one envelope: two hundred of sixty short lines have fewer. */
const SOBRE_CHARS = 2 * 1024 * 1024
/** Documents on their way to the door: signed, or frozen in an envelope before. */
export interface Prepared {
  firmante: FirmanteListo
  congelados: Map<string, EmitidoRow[]>
  firmados: Firmado[]
  /** The document that goes in an envelope of its own. */
  solo: string | null
  parte: Parte | null
}

/** Documents in their order, in as many envelopes as their length asks for. */
function inSobres(firmados: readonly Firmado[]): Firmado[][] {
  const sobres: Firmado[][] = []
  let chars = 0
  for (const firmado of firmados) {
    chars += firmado.xml.length
    if (!sobres.length || chars > SOBRE_CHARS) {
      sobres.push([])
      chars = firmado.xml.length
    }
    sobres.at(-1)!.push(firmado)
  }
  return sobres
}

interface Deps extends GatesDeps {
  clock: Clock
  emisores: Emisores
  envios: Envios
  sealing: Sealing
  signDocumentos: SignDocumentos
  settling: Settling
}

export type Preparation = ReturnType<typeof createPreparation>

export function createPreparation(deps: Deps) {
  const { clock, emisores, envios, sealing, signDocumentos } = deps
  const { fail } = deps.settling
  const pass = createGates(deps)

  /**
   * A fault before the trip: one of the clock stops the line, unspent; any other ends the document, its
   * folio kept for a retry.
   */
  async function settleFault(run: Run, trip: Trip, error: JobError): Promise<void> {
    if (!trip.rows.length) return
    if (!error.reintentable) return fail(run, trip, error)
    const runAt = new Date(clock().getTime() + CLOCK_LOOK_MS)
    await settleStopped(run, trip, { outcome: 'snooze', runAt, error })
  }

  /** The result of the work, or the known fault that prevents it; its own faults are thrown on. */
  async function orFault<T>(run: Run, trip: Trip, work: () => T | Promise<T>): Promise<T | null> {
    try {
      return await work()
    } catch (fault) {
      if (!(fault instanceof AppError)) throw fault
      await settleFault(run, trip, localFault(fault, 'firma'))
      return null
    }
  }

  /** Signs what may travel; what stopped is settled. */
  async function prepare(run: Run, taken: Trip, sealed: Promise<unknown>): Promise<Prepared | null> {
    const { ctx, line } = run
    const { parte } = taken
    const firmante = await orFault(run, taken, () => loadFirmante(emisores, line, clock()))
    if (!firmante) return null
    const way: Way = { run, firmante, sealed, solo: null }
    const rows = parte ? taken.rows : await pass(taken.rows, way)
    sealing.dissolveStale(rows, firmante)
    const isFrozen = ({ envio_id }: EmitidoRow): boolean =>
      envio_id !== null && !(parte && isRefused(envio_id))
    const { firmados, fallidos } = await signDocumentos(
      rows.filter((row) => !isFrozen(row)),
      firmante,
      ctx.signal,
    )
    const [fallido] = fallidos
    if (fallido && (parte || setOf(line))) {
      const { row, error } = fallido
      await settleFault(run, { rows, parte }, parte ? error : blameCaso(row, error))
      return null
    }
    for (const { row, error } of fallidos) await settleFault(run, { rows: [row], parte }, error)
    const congelados = Map.groupBy(rows.filter(isFrozen), (row) => row.envio_id!)
    return { firmante, congelados, firmados, solo: way.solo, parte }
  }

  /** A part's documents belong to the envelope that was refused until another is frozen around them. */
  function isRefused(envioId: string): boolean {
    const { estado, estado_sii } = envios.get(envioId)!
    return estado === 'recibido' && isRechazoTotal(estado_sii)
  }

  /** The envelopes of the documents: those frozen before, then new ones around what has none yet. */
  async function seal(
    run: Run,
    { firmante, congelados, firmados, solo, parte }: Prepared,
  ): Promise<Map<string, EmitidoRow[]>> {
    const set = setOf(run.line)
    const isAlone = ({ row }: Firmado): boolean => !parte && (row.solo === 1 || row.id === solo)
    const alone = firmados.filter(isAlone).map((f) => [f])
    const groups =
      set && firmados.length ? [firmados] : [...inSobres(firmados.filter((f) => !isAlone(f))), ...alone]
    for (const group of groups) {
      const rows = group.map(({ row }) => row)
      const leave = () => parte && envios.detach(parte.parte)
      const id = await orFault(run, { rows, parte }, () => sealing.freeze(group, firmante, leave, set))
      if (id) congelados.set(id, rows)
    }
    return congelados
  }

  return { prepare, seal }
}
