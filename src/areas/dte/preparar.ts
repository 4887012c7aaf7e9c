// Documents on their way to the door: those that may travel, signed, and the envelopes around them, before anything leaves (contract
// §7, crash rule).

import type { Clock } from '../../domain/ambiente'
import { AppError } from '../../domain/errors'
import type { JobContext, JobError, Outcome } from '../../jobs/kind'
import type { Sii } from '../../sii'
import type { Store } from '../../store/store'
import type { Canario } from './canario'
import type { Congelar, Firmado } from './congelar'
import type { Desenlace } from './desenlace'
import type { DocumentoRow, Documentos } from './documento-store'
import { type Emisores, type FirmanteListo, loadFirmante } from './emisor'
import type { Envios } from './envio-store'
import { localFault, RELOJ_MS } from './fallas'
import type { Firmar } from './firmar'
import type { Guias } from './guias'
import { type Corrida, settleStopped, type Viaje } from './linea'
import { isRechazoTotal } from './rechazo'
import { createReconocer } from './reconocer'
import type { Parte, Reenvios } from './reenvio-store'
import type { Referencias } from './referencias'
import { createRetener } from './retener'

/** Characters of the documents in one envelope: two hundred of sixty short lines have fewer. */
const SOBRE_CHARS = 2 * 1024 * 1024
/** Documents on their way to the door: signed, or frozen in an envelope before. */
export interface Lote {
  firmante: FirmanteListo
  congelados: Map<string, DocumentoRow[]>
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

interface Deps {
  store: Store
  sii: Sii
  clock: Clock
  emisores: Emisores
  documentos: Documentos
  envios: Envios
  reenvios: Reenvios
  referencias: Referencias
  guias: Guias
  canario: Canario
  congelar: Congelar
  firmar: Firmar
  desenlace: Desenlace
}

export type Preparar = ReturnType<typeof createPreparar>

export function createPreparar(deps: Deps) {
  const { clock, emisores, envios, reenvios, canario, congelar, firmar } = deps
  const { fail } = deps.desenlace
  const retener = createRetener(deps)
  const reconocer = createReconocer({ ...deps, ...deps.desenlace })

  /** What stops before anything travelled: a fault of the clock stops the line, unspent; any other ends the document, its folio kept for a retry. */
  async function settleFault(corrida: Corrida, viaje: Viaje, error: JobError): Promise<void> {
    if (!viaje.rows.length) return
    if (!error.reintentable) return fail(corrida, viaje, error)
    const runAt = new Date(clock().getTime() + RELOJ_MS)
    await settleStopped(corrida, viaje, { outcome: 'snooze', runAt, error })
  }

  /** What it may do of an envelope, or why it may not: a fault of its own is thrown on. */
  async function orFault<T>(corrida: Corrida, viaje: Viaje, work: () => T | Promise<T>): Promise<T | null> {
    try {
      return await work()
    } catch (fault) {
      if (!(fault instanceof AppError)) throw fault
      await settleFault(corrida, viaje, localFault(fault, 'firma'))
      return null
    }
  }

  /** Ends the jobs of what arrived and was refused with its file before they heard of it: it travels again as a part of that. */
  async function leaveReturned(rows: DocumentoRow[], ctx: JobContext): Promise<DocumentoRow[]> {
    const returned = rows.filter((row) => row.envio_id && reenvios.has(row))
    if (!returned.length) return rows
    await ctx.settle(returned.map(({ job_id: id }): Outcome => ({ id, outcome: 'completed' })))
    return rows.filter((row) => !returned.includes(row))
  }

  /** Of documents taken for the first time, those that may travel now; the rest is settled. `sealed`: those taken before are. */
  async function mayGo(
    corrida: Corrida,
    rows: DocumentoRow[],
    firmante: FirmanteListo,
    sealed: Promise<unknown>,
  ) {
    const { ctx } = corrida
    const may = await retener(await leaveReturned(rows, ctx), ctx)
    return canario(await reconocer(may, firmante, corrida), ctx, sealed)
  }

  /** Signs what may travel; what stopped is settled. */
  async function prepare(corrida: Corrida, taken: Viaje, sealed: Promise<unknown>): Promise<Lote | null> {
    const { ctx, line } = corrida
    const { parte } = taken
    const firmante = await orFault(corrida, taken, () =>
      loadFirmante(emisores, line.empresaId, line.ambiente, clock()),
    )
    if (!firmante) return null
    const { rows, solo } = parte
      ? { rows: taken.rows, solo: null }
      : await mayGo(corrida, [...taken.rows], firmante, sealed)
    congelar.dissolveStale(rows, firmante)
    const isFrozen = ({ envio_id }: DocumentoRow): boolean =>
      envio_id !== null && !(parte && isRefused(envio_id))
    const { firmados, fallidos } = await firmar(
      rows.filter((row) => !isFrozen(row)),
      firmante,
      ctx.signal,
    )
    if (parte && fallidos[0]) {
      await settleFault(corrida, taken, fallidos[0].error)
      return null
    }
    for (const { row, error } of fallidos) await settleFault(corrida, { rows: [row], parte }, error)
    const congelados = Map.groupBy(rows.filter(isFrozen), (row) => row.envio_id!)
    return { firmante, congelados, firmados, solo, parte }
  }

  /** A part's documents belong to the envelope that was refused until another is frozen around them. */
  function isRefused(envioId: string): boolean {
    const { estado, estado_sii } = envios.get(envioId)!
    return estado === 'recibido' && isRechazoTotal(estado_sii)
  }

  /** The envelopes of the documents: those frozen before, then new ones around what has none yet. */
  async function seal(
    corrida: Corrida,
    { firmante, congelados, firmados, solo, parte }: Lote,
  ): Promise<Map<string, DocumentoRow[]>> {
    const isAlone = ({ row }: Firmado): boolean => !parte && (row.solo === 1 || row.id === solo)
    const alone = firmados.filter(isAlone).map((f) => [f])
    for (const group of [...inSobres(firmados.filter((f) => !isAlone(f))), ...alone]) {
      const rows = group.map(({ row }) => row)
      const leave = () => parte && envios.detach(parte.parte)
      const id = await orFault(corrida, { rows, parte }, () => congelar.freeze(group, firmante, leave))
      if (id) congelados.set(id, rows)
    }
    return congelados
  }

  return { prepare, seal }
}
