// An envelope's way through the SII's door. It may have been sent before and its answer lost: then the SII is asked first,
// and what it does not know goes out again unchanged (http §7.3; sii §3.4).

import type { Clock } from '../../../base/clock'
import { ownTurn } from '../../../base/turn'
import { type JobError, jobError } from '../../../jobs/kind'
import { type Archivo, type Contexto, type Recepcion, type Sii, SiiFault } from '../../../sii'
import type { Store } from '../../../store/store'
import type { Folios } from '../../folios'
import { nombreEnvio } from '../archivo/file-names'
import type { Documentos } from '../documento/documento-store'
import type { FirmanteListo } from '../documento/emisor'
import { consultaFirmada } from '../envio/consulta-dte'
import type { EnvioRow, Envios } from '../envio/envio-store'
import { refusedUpload, siiFault } from '../envio/job-errors'
import { grupoOf } from '../envio/linea'
import type { Reenvios } from '../envio/reenvio-store'
import { setOf } from '../envio/set-store'
import type { Run, Trip } from './run'
import type { Settling } from './settling'
import { endSet } from './whole-set'

interface Deps {
  store: Store
  clock: Clock
  sii: Sii
  folios: Pick<Folios, 'porConciliar'>
  documentos: Documentos
  envios: Envios
  reenvios: Reenvios
  settling: Settling
}

export type Upload = ReturnType<typeof createUpload>

/** Codes about a whole file that blame one document in it: schema, signature. */
const FAULT_OF_ONE = new Set(['7', '8'])

/**
 * How long an answer that was lost is waited for: the boleta service takes the same file for another one, so it is sent
 * again only when the first would long be known (DTEUpload says STATUS 99 instead).
 */
const BOLETA_WAIT_MS = 60_000
/** How often it is asked for meanwhile. */
const ASK_AGAIN_MS = 15_000

/** Sent in a future that a clock put back has taken away is not soon: should both arrive, the SII says which counts (judge.ts). */
const tooSoon = (archivo: Archivo, { enviado_at }: EnvioRow, now: Date): boolean =>
  archivo === 'EnvioBOLETA' && Math.abs(now.getTime() - Date.parse(enviado_at!)) < BOLETA_WAIT_MS

const titularOf = ({ empresa_id: empresaId, ambiente }: EnvioRow) => ({ empresaId, ambiente })

const OTRA_PERSONA = jobError(
  'INVALID_STATE',
  'El envío del set lo firmó otra persona, y el SII no lo tiene: sólo ella puede enviarlo',
  'envio',
  {
    accion:
      'Cargue el certificado de esa persona y reintente; si no puede, descarte el set y emítalo de nuevo',
  },
)

const WAITING = jobError(
  'SII_UNAVAILABLE',
  'La respuesta del SII se perdió; se espera a que procese el envío',
  'envio',
  { reintentable: true },
)

export function createUpload({ store, clock, sii, folios, documentos, envios, reenvios, settling }: Deps) {
  const { received, stopLine, faulted, again } = settling
  const write = (work: () => void): void => store.client.transaction(work).immediate()

  /** Whether the SII has the envelope already, asked by its first document; null when it does not say a Track ID. */
  async function askFirst(
    ctx: Contexto,
    envio: EnvioRow,
    archivo: Archivo,
  ): Promise<{ trackId: string | null } | undefined> {
    const first = documentos.byEnvio(envio.id)[0]!
    const found = await sii.queryDteAv(ctx, archivo, consultaFirmada(documentos, first))
    // DNK: the SII holds this folio with other data, so it is not this document that it has (sii §5.2).
    if (!found.recibido || found.codigo === 'DNK') return undefined
    // DTEUpload answers a file that it has with the earlier Track ID (STATUS 99), which the query did not name.
    if (!found.trackId && archivo !== 'EnvioBOLETA') return undefined
    return { trackId: found.trackId }
  }

  async function refused(run: Run, envio: EnvioRow, trip: Trip, answer: Recepcion) {
    if (answer.repetido) return void (await received(run, envio, trip, null))
    const error = refusedUpload(answer)
    if (answer.reintentable) return faulted(run, trip, error)
    // An earlier attempt may have arrived: then a refusal of this one says nothing of that, and no folio may come free.
    // A fault of the bytes was there before too.
    if (envio.estado !== 'armado' && !FAULT_OF_ONE.has(answer.codigo)) return faulted(run, trip, error)
    if (setOf(run.line)) return refusedSet(run, envio, trip, answer, error)
    const alone = envio.documentos > 1 && FAULT_OF_ONE.has(answer.codigo)
    const free = () => envios.markRefused(envio.id, answer.codigo, answer.glosa, alone)
    if (!alone) return faulted(run, trip, error, free)
    // The SII does not say which document was wrong: each travels alone now, and only the bad one fails.
    await again(run, trip, () => {
      free()
      const { rows, parte } = trip
      if (!parte) return
      const ids = rows.map(({ id }) => id)
      reenvios.part(grupoOf(run.line), envio.id, ids, 1, null)
    })
  }

  /** A set's envelope that the SII did not take: for its bytes for good, for who sends it until that is mended. */
  const refusedSet = (
    run: Run,
    envio: EnvioRow,
    trip: Trip,
    { codigo, glosa }: Recepcion,
    error: JobError,
  ) =>
    FAULT_OF_ONE.has(codigo)
      ? faulted(run, trip, endSet(error), () => envios.refuseWhole(envio.id, codigo, glosa))
      : faulted(run, trip, error, () => envios.markUnsent(envio.id))

  /** The end of a set whose envelope the SII refused before, or that another person signed: nothing of it goes in another. */
  function stopSet(run: Run, trip: Trip, { estado, estado_sii, glosa_sii }: EnvioRow): Promise<void> {
    if (estado !== 'rehusado') return faulted(run, trip, OTRA_PERSONA)
    const said = { codigo: estado_sii!, glosa: glosa_sii ?? '', detalle: [], reintentable: false }
    return faulted(run, trip, endSet(refusedUpload(said)))
  }

  /**
   * Brings one envelope to the SII for the given documents of it. Every job is settled when it resolves. Another run may
   * have settled the matter meanwhile, so the row is read anew.
   */
  return async (run: Run, envioId: string, trip: Trip, signer: FirmanteListo): Promise<void> => {
    const envio = envios.get(envioId)!
    const { firmante } = signer
    if (envio.estado === 'recibido') return void (await received(run, envio, trip, envio.track_id))
    const isSet = setOf(run.line) !== null
    if (envio.estado === 'rehusado')
      return void (await (isSet ? stopSet(run, trip, envio) : again(run, trip)))
    const archivo = envios.archivoOf(envio)
    const { ambiente } = envio
    const { signal } = run.ctx
    const contexto: Contexto = { ambiente, firmante, rutEmpresa: trip.rows[0]!.rut_emisor, signal }
    try {
      if (envio.estado === 'enviado') {
        const known = await askFirst(contexto, envio, archivo)
        if (known) return void (await received(run, envio, trip, known.trackId))
        // Another person cannot upload it: the same documents travel in an envelope of the new signer's.
        if (envio.rut_envia !== firmante.rut)
          return void (await (isSet
            ? stopSet(run, trip, envio)
            : again(run, trip, () => envios.abandon(envio.id))))
        if (tooSoon(archivo, envio, clock())) {
          const runAt = new Date(clock().getTime() + ASK_AGAIN_MS)
          return void (await stopLine(run, trip, WAITING, () => {}, runAt))
        }
      }
      write(() => envios.markSent(envio.id, clock().toISOString()))
      await ownTurn()
      const answer = await sii.uploadEnvio(contexto, archivo, envios.xml(envio), nombreEnvio(envio))
      // It had come before, though this database never sent it: what did was a later state of it.
      if (answer.repetido && envio.estado === 'armado')
        write(() => void folios.porConciliar.mark(titularOf(envio)))
      if (answer.trackId) await received(run, envio, trip, answer.trackId)
      else await refused(run, envio, trip, answer)
    } catch (fault) {
      if (!(fault instanceof SiiFault)) throw fault
      // Signing in failed, so this attempt sent nothing; an earlier one may have.
      const unsent = fault.etapa === 'autenticacion_sii' && envio.estado === 'armado'
      await faulted(run, trip, siiFault(fault), () => unsent && envios.markUnsent(envio.id))
    }
  }
}
