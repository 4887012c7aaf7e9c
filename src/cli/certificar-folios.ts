// `timbre certificar folios|rcof`: the folios that the next runs lack, and the report of those that boletas used (areas/certificacion §3, §10).

import { readBytes } from './archivo'
import { abierta, type Contexto } from './certificar-camino'
import { type Argumentos, text, UsoIncorrecto } from './comando'
import { EXIT, type ExitStatus } from './exit-status'

interface FoliosDelTipo {
  tipo_dte: number
  necesita: number
  disponibles: number
  faltan: number
  trabajo: { job_id: string; estado: string; error: { error: string } | null } | null
}

interface Consumo {
  fecha: string
  secuencia: number
  estado: string
  track_id: string | null
  error: { error: string; accion: string | null; reintentable: boolean } | null
}

/** The request of a simulación: with the documents of a file, if one is named. Throws UsoIncorrecto, Falla. */
export function readSimulacion({ args, words: [file, extra] }: Contexto): object {
  if (extra !== undefined) throw new UsoIncorrecto(`Sobra «${extra}»`)
  const completar = args.flags.completar === true && { completar: true }
  if (file === undefined) return { ...completar, ...readCantidad(args) }
  const documentos = jsonOf(readBytes(file).toString('utf8'))
  if (!Array.isArray(documentos))
    throw new UsoIncorrecto(`${file} no es una lista JSON de solicitudes, como [{"tipo_dte": 33, …}]`)
  return { documentos, ...completar, ...readCantidad(args) }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `--cantidad` as a body has it. Throws UsoIncorrecto. */
function readCantidad(args: Argumentos): { cantidad?: number } {
  const cantidad = text(args, 'cantidad')
  if (cantidad === undefined) return {}
  if (!/^\d{1,3}$/.test(cantidad)) throw new UsoIncorrecto('--cantidad es cuántos documentos, como 20')
  return { cantidad: Number(cantidad) }
}

function wordsOf({ tipo_dte, necesita, disponibles, faltan, trabajo }: FoliosDelTipo): string {
  const said = `tipo ${tipo_dte}: necesita ${necesita}, hay ${disponibles}`
  if (!faltan) return said
  const why = trabajo?.error ? `: ${trabajo.error.error}` : ''
  const job = trabajo ? ` (${trabajo.job_id}, ${trabajo.estado}${why})` : ''
  return `${said}, FALTAN ${faltan}${job}`
}

/** Asks the SII for what lacks; ends badly where that stopped, and not while it goes on. Throws Falla. */
export async function askFolios(contexto: Contexto): Promise<ExitStatus> {
  const { api, io } = contexto
  const body = readSimulacion(contexto)
  const { id } = await abierta(contexto)
  const path = `/v1/certificacion/${id}/folios`
  const { folios } = (await api.post<{ data: { folios: FoliosDelTipo[] } }>(path, JSON.stringify(body), {}))
    .body.data
  for (const one of folios) io.out(wordsOf(one))
  if (!folios.some(({ faltan }) => faltan > 0)) io.out('No faltan folios')
  io.result({ folios })
  return folios.some(({ trabajo }) => ['failed', 'dlq'].includes(trabajo?.estado ?? ''))
    ? EXIT.failed
    : EXIT.done
}

/** Sends the report of the day of a road's boletas; ends badly where something keeps it from the SII. Throws Falla. */
export async function sendRcof(contexto: Contexto): Promise<ExitStatus> {
  const { api, args, io } = contexto
  const { id } = await abierta(contexto, 'boleta')
  const body = JSON.stringify(args.flags.forzar === true ? { forzar: true } : {})
  const { data } = (await api.post<{ data: Consumo }>(`/v1/certificacion/${id}/rcof`, body, {})).body
  const { fecha, secuencia, estado, track_id, error } = data
  io.out(
    `Consumo de folios del ${fecha}, envío ${secuencia}: ${estado}${track_id ? `, Track ID ${track_id}` : ''}`,
  )
  if (error) io.err(`${error.error}${error.accion ? `. ${error.accion}` : ''}`)
  io.result(data)
  // One that is tried again by itself is on its way.
  return error && !error.reintentable ? EXIT.failed : EXIT.done
}
