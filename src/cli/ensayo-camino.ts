// The road of a rehearsal, as a company would walk it: the same requests of the API that a person's would be, and the simulated SII's
// pages in between (areas/certificacion §1, simulator §23).

import type { Cliente } from './demo-cliente'
import { AJUSTES } from './ensayo-datos'

/** Its SII and its time. */
export interface Mundo {
  api: Cliente
  /** Bytes of the simulated SII's page that hands out sets. */
  descargar(pedido: { sets: readonly string[]; semilla: string; dialecto: string }): Promise<Uint8Array>
  /** Lets that many milliseconds pass, with all that is to be done in them. */
  pass(ms: number): Promise<void>
}

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

interface Duda {
  clave: string
  propuesta: string | null
  mensaje: string
}

interface SetJson {
  clase: string
  estado: string
  folios: { tipo_dte: number; necesita: number; disponibles: number }[]
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

const SEGUNDO = 1000
/** As many documents as the SII's form of the simulación asks for. */
const SIMULACION = 20
/** Patience with the simulated SII, in its own time. */
const PASOS = 60
/** A review takes a minute, and its mail a little more. */
const REVISION_MS = 70 * SEGUNDO

/** Walks the sets of one text to their verdicts. */
export async function rehearse(mundo: Mundo, ensayo: Ensayo): Promise<Resultado[]> {
  const { api } = mundo
  const alcance = ensayo.sets.includes('boleta') ? 'boleta' : 'factura'
  const { id } = await api.call<CertificacionJson>('POST', '/v1/certificacion', { alcance })
  const texto = Buffer.from(await mundo.descargar(ensayo)).toString('base64')
  await api.call('POST', `/v1/certificacion/${id}/sets`, { texto_base64: texto })
  for (const clase of ensayo.sets) await settleDoubts(mundo, `/v1/certificacion/${id}/sets/${clase}`)
  const results: Resultado[] = []
  for (const clase of ensayo.sets) results.push(await runSet(mundo, id, clase))
  const { estado } = await api.call<CertificacionJson>('GET', `/v1/certificacion/${id}`)
  if (estado === 'simulacion') results.push(await runSimulacion(mundo, id))
  return results
}

/** Presses the SII's button and issues the simulación, whose folios are one more run of each set. */
async function runSimulacion(mundo: Mundo, id: string): Promise<Resultado> {
  const { api } = mundo
  const camino = `/v1/certificacion/${id}`
  // The SII's page comes after its mail.
  await mundo.pass(REVISION_MS)
  await api.call('POST', '/simulador/certificacion/siguiente', {})
  const { sets } = await api.call<CertificacionJson>('GET', camino)
  const needed = Map.groupBy(
    sets.flatMap(({ folios }) => folios),
    ({ tipo_dte }) => tipo_dte,
  )
  const size = sets.flatMap(({ folios }) => folios).reduce((sum, { necesita }) => sum + necesita, 0)
  const rounds = Math.ceil(SIMULACION / size)
  for (const [tipo_dte, rows] of needed)
    await api.call('POST', '/v1/dte/folios/solicitar', {
      tipo_dte,
      cantidad: rounds * rows.reduce((sum, { necesita }) => sum + necesita, 0),
    })
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

/** Folios, envelope, declaration and verdict of one set. */
async function runSet(mundo: Mundo, id: string, clase: string): Promise<Resultado> {
  const { api } = mundo
  const camino = `/v1/certificacion/${id}`
  const { sets } = await api.call<CertificacionJson>('GET', camino)
  for (const { tipo_dte, necesita, disponibles } of sets.find((one) => one.clase === clase)!.folios)
    if (disponibles < necesita)
      await api.call('POST', '/v1/dte/folios/solicitar', { tipo_dte, cantidad: necesita })
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
