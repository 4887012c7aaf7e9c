// The road of a rehearsal, as a company would walk it: the same requests of the API that a person's would be, and the simulated SII's
// pages in between (areas/certificacion §1, simulator §23).

import { Falla } from './comando'
import { AJUSTES } from './ensayo-datos'
import { type Etapa, finishFactura, playRcof, signDeclaracion } from './ensayo-etapas'
import type { Mundo } from './ensayo-mundo'

export interface Ensayo {
  sets: readonly string[]
  semilla: string
  dialecto: string
}

/** A set's end. */
export interface Resultado {
  clase: string
  estado: string
  trackId: string | null
  veredicto: string | null
  /** Why it is not good. */
  razones: string[]
}

/** A road as far as it came: its sets, and the stages behind them, none before every set is good. */
export interface Recorrido {
  sets: Resultado[]
  etapas: Etapa[]
}

interface Duda {
  clave: string
  propuesta: string | null
  mensaje: string
}

interface SetJson {
  clase: string
  estado: string
  intento: {
    track_id: string | null
    fecha_envio: string | null
    glosa: string | null
    veredicto: string | null
    razones: { texto: string }[]
  } | null
}

interface CertificacionJson {
  id: string
  estado: string
  sets: SetJson[]
}

interface FoliosJson {
  folios: { tipo_dte: number; faltan: number; trabajo: { error: { error: string } | null } | null }[]
}

const SEGUNDO = 1000
/** As many documents as the SII's form of the simulación asks for. */
const SIMULACION = 20
/** Patience with the simulated SII, in its own time. */
const PASOS = 60
/** A review takes a minute, and its mail a little more. */
const REVISION_MS = 70 * SEGUNDO

/** Walks the sets of one text to their verdicts, and from there to the authorisation. */
export async function rehearse(mundo: Mundo, ensayo: Ensayo): Promise<Recorrido> {
  const { api } = mundo
  const alcance = ensayo.sets.includes('boleta') ? 'boleta' : 'factura'
  const { id } = await api.call<CertificacionJson>('POST', '/v1/certificacion', { alcance })
  const texto = Buffer.from(await mundo.descargar(ensayo)).toString('base64')
  await api.call('POST', `/v1/certificacion/${id}/sets`, { texto_base64: texto })
  for (const clase of ensayo.sets) await settleDoubts(mundo, `/v1/certificacion/${id}/sets/${clase}`)
  await askFolios(mundo, `/v1/certificacion/${id}`, {})
  const sets: Resultado[] = []
  for (const clase of ensayo.sets) sets.push(await runSet(mundo, id, clase))
  const stage = async () => (await api.call<CertificacionJson>('GET', `/v1/certificacion/${id}`)).estado
  // Books alone leave nothing to simulate.
  const hasDocumentos = sets.some(({ clase }) => !clase.startsWith('libro_'))
  if (hasDocumentos && (await stage()) === 'simulacion') sets.push(await runSimulacion(mundo, id))
  return { sets, etapas: await finish(mundo, id, await stage()) }
}

/** The stages behind the sets, of a road that has reached them. */
async function finish(mundo: Mundo, id: string, estado: string): Promise<Etapa[]> {
  if (!['intercambio', 'declaracion'].includes(estado)) return []
  // The SII's page comes after its mail.
  await mundo.pass(REVISION_MS)
  if (estado === 'intercambio') return finishFactura(mundo, id)
  const reported = await playRcof(mundo, id)
  if (!reported.bien) return [reported]
  await mundo.api.call('POST', '/simulador/certificacion/siguiente', { alcance: 'boleta' })
  return [reported, await signDeclaracion(mundo, id, 'boleta')]
}

/** Presses the SII's button and issues the simulación. */
async function runSimulacion(mundo: Mundo, id: string): Promise<Resultado> {
  const { api } = mundo
  const camino = `/v1/certificacion/${id}`
  // The SII's page comes after its mail.
  await mundo.pass(REVISION_MS)
  await api.call('POST', '/simulador/certificacion/siguiente', {})
  await askFolios(mundo, camino, { cantidad: SIMULACION })
  await api.call('POST', `${camino}/simulacion`, { cantidad: SIMULACION })
  return follow(mundo, camino, 'simulacion')
}

/** Answers what the text leaves open by what Timbre proposes. */
async function settleDoubts({ api }: Mundo, path: string): Promise<void> {
  const { preguntas } = await api.call<{ preguntas: Duda[] }>('PUT', `${path}/ajustes`, AJUSTES)
  if (!preguntas.length) return
  const respuestas = Object.fromEntries(preguntas.map(({ clave, propuesta }) => [clave, propuesta ?? '']))
  await api.call('PUT', `${path}/ajustes`, { ...AJUSTES, respuestas })
}

/** Has Timbre ask the simulated SII for what the next runs lack. Throws Falla where some are lacking still. */
async function askFolios({ api }: Mundo, camino: string, body: object): Promise<void> {
  const { folios } = await api.call<FoliosJson>('POST', `${camino}/folios`, body)
  const [lacking] = folios.filter(({ faltan }) => faltan > 0)
  if (!lacking) return
  const { tipo_dte, faltan, trabajo } = lacking
  throw new Falla(
    `Faltan ${faltan} folios del tipo ${tipo_dte}: ${trabajo?.error?.error ?? 'el SII simulado no los dio'}`,
  )
}

/** Envelope, declaration and verdict of one set. */
async function runSet(mundo: Mundo, id: string, clase: string): Promise<Resultado> {
  const { api } = mundo
  const camino = `/v1/certificacion/${id}`
  await api.call('POST', `${camino}/sets/${clase}/emitir`)
  return follow(mundo, camino, clase)
}

/** From the run to its verdict. */
async function follow(mundo: Mundo, camino: string, clase: string): Promise<Resultado> {
  const { api } = mundo
  const look = async (): Promise<SetJson> => {
    const { sets } = await api.call<CertificacionJson>('GET', camino)
    return sets.find((one) => one.clase === clase)!
  }
  let set = await look()
  for (let i = 0; i < PASOS && ['emitiendo', 'enviado'].includes(set.estado); i++) {
    await mundo.pass(SEGUNDO)
    set = await look()
  }
  if (set.estado === 'validado') set = await declare(mundo, camino, set, look)
  const { intento } = set
  return {
    ...{
      clase,
      estado: set.estado,
      trackId: intento?.track_id ?? null,
      veredicto: intento?.veredicto ?? null,
    },
    razones: intento?.razones.map(({ texto }) => texto) ?? [],
  }
}

/** Types at the simulated SII what Timbre says, and reads the mail that comes of it. */
async function declare(
  mundo: Mundo,
  camino: string,
  { clase, intento }: SetJson,
  look: () => Promise<SetJson>,
): Promise<SetJson> {
  const { api } = mundo
  const { track_id, fecha_envio } = intento!
  await api.call('POST', '/simulador/certificacion/avance', { clase, track_id, fecha: fecha_envio })
  await api.call('POST', `${camino}/sets/${clase}/declarado`, {})
  await mundo.pass(REVISION_MS)
  await api.call('POST', '/v1/recibidos/buzon/leer')
  return look()
}
