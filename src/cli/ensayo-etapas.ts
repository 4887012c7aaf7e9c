// The last stages of a rehearsal: the exchange, the printed samples and the declaration, at the simulated SII as a person would do each,
// and told to Timbre (areas/certificacion §7, §8, §10, simulator §23.6, §23.7).

import { createUnzip } from '../mail/unzip'
import { Falla } from './comando'
import type { Mundo } from './ensayo-mundo'

/** A stage behind the sets, and how it ended. */
export interface Etapa {
  etapa: 'intercambio' | 'muestras' | 'rcof' | 'declaracion'
  bien: boolean
  /** The work done, in words. */
  dicho: string
  razones: string[]
}

interface Control {
  conforme: boolean
  glosa: string
  esperado: string
  encontrado: string
}

interface Archivo {
  nombre: string
  xml_base64: string
}

const SII = '/simulador/certificacion'
const RESPUESTAS = ['recepcion', 'recibos', 'resultado'] as const
/** Patience with the verdict on a report, in the SII's own time. */
const VEREDICTO_PASOS = 60
const VEREDICTO_MS = 60_000
/** Letters of base64 in a request, which may have 1 MiB. */
const PEDIDO_MAX = 600_000

const said = ({ glosa, esperado, encontrado }: Control): string =>
  `${glosa}: se esperaba ${esperado}, hay ${encontrado}`

const whyBad = (controles: readonly Control[], of = ''): string[] =>
  controles.filter(({ conforme }) => !conforme).map((control) => of + said(control))

/** Walks from the exchange to the declaration; a stage that ends badly is the last. */
export async function finishFactura(mundo: Mundo, id: string): Promise<Etapa[]> {
  const done: Etapa[] = []
  for (const stage of [playIntercambio, playMuestras]) {
    const etapa = await stage(mundo, id)
    done.push(etapa)
    if (!etapa.bien) return done
    await mundo.api.call('POST', `${SII}/siguiente`, {})
  }
  done.push(await signDeclaracion(mundo, id, 'factura'))
  return done
}

async function playIntercambio({ api }: Mundo, id: string): Promise<Etapa> {
  await api.call('POST', `${SII}/siguiente`, {})
  const { nombre, xml_base64 } = await api.call<Archivo>('POST', `${SII}/intercambio`, {})
  const answers = await api.call<Record<(typeof RESPUESTAS)[number], Archivo>>(
    'POST',
    `/v1/certificacion/${id}/intercambio`,
    { nombre, archivo_base64: xml_base64 },
  )
  const body = Object.fromEntries(RESPUESTAS.map((name) => [`${name}_base64`, answers[name].xml_base64]))
  const judged = await api.call<{ conforme: boolean; controles: Control[] }>(
    'POST',
    `${SII}/intercambio/respuestas`,
    body,
  )
  if (judged.conforme) await api.call('POST', `/v1/certificacion/${id}/avanzar`, { etapa: 'muestras' })
  return {
    ...{ etapa: 'intercambio', bien: judged.conforme },
    dicho: `${RESPUESTAS.length} respuestas a ${nombre}`,
    razones: whyBad(judged.controles),
  }
}

interface Revisadas {
  archivos: { nombre: string; conforme: boolean; controles: Control[] }[]
  faltan: string[]
}

async function playMuestras({ api }: Mundo, id: string): Promise<Etapa> {
  const zip = await api.download(`/v1/certificacion/${id}/muestras`, 'POST')
  const files = (await createUnzip()('muestras.zip', zip)).filter(({ nombre }) => nombre.endsWith('.pdf'))
  const razones: string[] = []
  let faltan: string[] = []
  for (const archivos of batchesOf(files)) {
    const judged = await api.call<Revisadas>('POST', `${SII}/muestras`, { archivos })
    for (const { nombre, controles } of judged.archivos) razones.push(...whyBad(controles, `${nombre}: `))
    faltan = judged.faltan
  }
  razones.push(...faltan.map((muestra) => `Falta la muestra ${muestra}`))
  const bien = razones.length === 0
  if (bien) await api.call('POST', `/v1/certificacion/${id}/avanzar`, { etapa: 'declaracion' })
  return { etapa: 'muestras', bien, dicho: `${files.length} PDF`, razones }
}

/** Files in base64, as many at once as a request may bear. */
function* batchesOf(files: readonly { nombre: string; bytes: Uint8Array | null; motivo: string | null }[]) {
  let batch: { nombre: string; pdf_base64: string }[] = []
  let size = 0
  for (const { nombre, bytes, motivo } of files) {
    if (!bytes) throw new Falla(`${nombre}: ${motivo}`)
    const pdf_base64 = Buffer.from(bytes).toString('base64')
    if (batch.length && size + pdf_base64.length > PEDIDO_MAX) {
      yield batch
      batch = []
      size = 0
    }
    batch.push({ nombre, pdf_base64 })
    size += pdf_base64.length
  }
  if (batch.length) yield batch
}

interface ConRcof {
  rcof: { fecha: string; estado: string | null; listo: boolean } | null
  pendientes: { codigo: string; accion: string }[]
}

/** The report of used folios of the day of the boletas, sent and followed until the SII accepts it. */
export async function playRcof({ api, pass }: Mundo, id: string): Promise<Etapa> {
  const look = () => api.call<ConRcof>('GET', `/v1/certificacion/${id}`)
  await api.call('POST', `/v1/certificacion/${id}/rcof`, {})
  let camino = await look()
  for (let i = 0; i < VEREDICTO_PASOS && !camino.rcof?.listo; i++) {
    await pass(VEREDICTO_MS)
    camino = await look()
  }
  const { rcof, pendientes } = camino
  const steps = pendientes.filter(({ codigo }) => codigo === 'rcof')
  return {
    ...{ etapa: 'rcof', bien: rcof?.listo === true, dicho: `${rcof?.fecha}: ${rcof?.estado}` },
    razones: steps.map(({ accion }) => accion),
  }
}

/** The declaration of compliance at the SII, and its day told here: the road ends. */
export async function signDeclaracion(
  { api, today }: Mundo,
  id: string,
  alcance: 'factura' | 'boleta',
): Promise<Etapa> {
  await api.call('POST', `${SII}/declaracion`, { alcance })
  const body = { fecha: today() }
  const { estado } = await api.call<{ estado: string }>('POST', `/v1/certificacion/${id}/declarada`, body)
  return { etapa: 'declaracion', bien: estado === 'autorizada', dicho: estado, razones: [] }
}
