// An envelope's way through the SII's door. It may have been sent before and its answer lost: then the SII is asked first,
// and what it does not know goes out again unchanged (contract §7, crash rule; protocol-core §3.4).

import type { Clock } from '../../domain/ambiente'
import { ownTurn } from '../../http/own-turn'
import { type Contexto, type Recepcion, type Sii, SiiFault } from '../../sii'
import type { Store } from '../../store/store'
import type { Folios } from '../folios'
import { consultaFirmada } from './consulta-dte'
import type { Desenlace } from './desenlace'
import type { Documentos } from './documento-store'
import type { FirmanteListo } from './emisor'
import type { EnvioRow, Envios } from './envio-store'
import { jobError, refusedUpload, siiFault } from './fallas'
import { type Corrida, grupoOf, type Viaje } from './linea'
import { nombreEnvio } from './nombre-archivo'
import type { Reenvios } from './reenvio-store'

interface Deps {
  store: Store
  clock: Clock
  sii: Sii
  folios: Pick<Folios, 'porConciliar'>
  documentos: Documentos
  envios: Envios
  reenvios: Reenvios
  desenlace: Desenlace
}

export type Enviar = ReturnType<typeof createEnviar>

/** What the SII may say of a file as a whole that is the fault of one document in it: schema, signature. */
const FAULT_OF_ONE = new Set(['7', '8'])

/**
 * How long an answer that was lost is waited for: the boleta service takes the same file for another one, so it is sent
 * again only when the first would long be known (DTEUpload says STATUS 99 instead).
 */
const ESPERA_BOLETA_MS = 60_000
/** How often it is asked for meanwhile. */
const PREGUNTA_MS = 15_000

/** Sent in a future that a clock put back has taken away is not soon: should both arrive, the SII says which counts (juicio.ts). */
const tooSoon = ({ sobre, enviado_at }: EnvioRow, now: Date): boolean =>
  sobre === 'EnvioBOLETA' && Math.abs(now.getTime() - Date.parse(enviado_at!)) < ESPERA_BOLETA_MS

const titularOf = ({ empresa_id: empresaId, ambiente }: EnvioRow) => ({ empresaId, ambiente })

const WAITING = jobError(
  'SII_UNAVAILABLE',
  'La respuesta del SII se perdió; se espera a que procese el envío',
  'envio',
  { reintentable: true },
)

export function createEnviar({ store, clock, sii, folios, documentos, envios, reenvios, desenlace }: Deps) {
  const { received, stopLine, faulted, again } = desenlace
  const write = (work: () => void): void => store.client.transaction(work).immediate()

  /** Whether the SII has the envelope already, asked by its first document; null when it does not say a Track ID. */
  async function askFirst(ctx: Contexto, envio: EnvioRow): Promise<{ trackId: string | null } | undefined> {
    const first = documentos.byEnvio(envio.id)[0]!
    const found = await sii.queryDteAv(ctx, envio.sobre, consultaFirmada(documentos, first))
    // DNK: the SII holds this folio with other data, so it is not this document that it has (protocol-core §5.2).
    if (!found.recibido || found.codigo === 'DNK') return undefined
    // DTEUpload answers a file that it has with the earlier Track ID (STATUS 99), which the query did not name.
    if (!found.trackId && envio.sobre === 'EnvioDTE') return undefined
    return { trackId: found.trackId }
  }

  async function refused(corrida: Corrida, envio: EnvioRow, viaje: Viaje, answer: Recepcion) {
    if (answer.repetido) return void (await received(corrida, envio, viaje, null))
    const error = refusedUpload(answer)
    if (answer.reintentable) return faulted(corrida, viaje, error)
    // An earlier attempt may have arrived: then a refusal of this one says nothing of that, and no folio may come free.
    // What is wrong with the bytes themselves was wrong with them then.
    if (envio.estado !== 'armado' && !FAULT_OF_ONE.has(answer.codigo)) return faulted(corrida, viaje, error)
    const alone = envio.documentos > 1 && FAULT_OF_ONE.has(answer.codigo)
    const free = () => envios.markRefused(envio.id, answer.codigo, answer.glosa, alone)
    if (!alone) return faulted(corrida, viaje, error, free)
    // The SII does not say which document was wrong: each travels alone now, and only the bad one fails.
    await again(corrida, viaje, () => {
      free()
      const { rows, parte } = viaje
      if (!parte) return
      const ids = rows.map(({ id }) => id)
      reenvios.part(grupoOf(corrida.line), envio.id, ids, 1, null)
    })
  }

  /**
   * Brings one envelope to the SII for the given documents of it. Every job is settled when it resolves. Another run may
   * have settled the matter meanwhile, so the row is read anew.
   */
  return async (
    corrida: Corrida,
    envioId: string,
    viaje: Viaje,
    { firmante }: FirmanteListo,
  ): Promise<void> => {
    const envio = envios.get(envioId)!
    if (envio.estado === 'recibido') return void (await received(corrida, envio, viaje, envio.track_id))
    if (envio.estado === 'rehusado') return void (await again(corrida, viaje))
    const { ambiente } = envio
    const { signal } = corrida.ctx
    const contexto: Contexto = { ambiente, firmante, rutEmpresa: viaje.rows[0]!.rut_emisor, signal }
    try {
      if (envio.estado === 'enviado') {
        const known = await askFirst(contexto, envio)
        if (known) return void (await received(corrida, envio, viaje, known.trackId))
        // Another person cannot upload it: the same documents travel in an envelope of the new signer's.
        if (envio.rut_envia !== firmante.rut)
          return void (await again(corrida, viaje, () => envios.abandon(envio.id)))
        if (tooSoon(envio, clock())) {
          const runAt = new Date(clock().getTime() + PREGUNTA_MS)
          return void (await stopLine(corrida, viaje, WAITING, () => {}, runAt))
        }
      }
      write(() => envios.markSent(envio.id, clock().toISOString()))
      await ownTurn()
      const answer = await sii.uploadEnvio(contexto, envio.sobre, envios.xml(envio), nombreEnvio(envio))
      // It had come before, though this database never sent it: what did was a later state of it.
      if (answer.repetido && envio.estado === 'armado')
        write(() => void folios.porConciliar.mark(titularOf(envio)))
      if (answer.trackId) await received(corrida, envio, viaje, answer.trackId)
      else await refused(corrida, envio, viaje, answer)
    } catch (fault) {
      if (!(fault instanceof SiiFault)) throw fault
      // Signing in failed, so this attempt sent nothing; an earlier one may have.
      const unsent = fault.etapa === 'autenticacion_sii' && envio.estado === 'armado'
      await faulted(corrida, viaje, siiFault(fault), () => unsent && envios.markUnsent(envio.id))
    }
  }
}
