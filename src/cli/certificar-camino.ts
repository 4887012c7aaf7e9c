// The road that a command of `timbre certificar` speaks of, and how it is told (areas/certificacion §6).

import type { ApiClient } from './api-client'
import { type Argumentos, Falla, type Io, text } from './comando'
import { EXIT, type ExitStatus } from './exit-status'

interface Pendiente {
  quien: string
  accion: string
  enlace: string | null
  datos: Record<string, string>
}

export interface Certificacion {
  id: string
  alcance: string
  estado: string
  sets: { clase: string; nombre: string; estado: string }[]
  no_admitidos: { linea: number; mensaje: string }[]
  pendientes: Pendiente[]
}

export interface Contexto {
  api: ApiClient
  args: Argumentos
  io: Io
  /** The words behind the verb. */
  words: readonly string[]
}

const QUIEN: Record<string, string> = { persona: 'Usted', timbre: 'Timbre', sii: 'SII' }

/** The road that is open, of `porOmision` where none was named. Throws Falla. */
export async function abierta({ api, args }: Contexto, porOmision = 'factura'): Promise<Certificacion> {
  const alcance = text(args, 'alcance') ?? porOmision
  const { body } = await api.get<{ data: Certificacion[] }>('/v1/certificacion?limite=100')
  const found = body.data.find((one) => one.alcance === alcance && one.estado !== 'abandonada')
  if (!found)
    throw new Falla(
      `No hay una certificación de ${alcance}: ábrala con timbre certificar iniciar --alcance ${alcance}`,
    )
  return (await api.get<{ data: Certificacion }>(`/v1/certificacion/${found.id}`)).body.data
}

export function say(camino: Certificacion, { out, result }: Io): void {
  const { id, alcance, estado, sets, no_admitidos, pendientes } = camino
  out(`Certificación de ${alcance} ${id}: ${estado}`)
  for (const set of sets) out(`  ${set.clase}: ${set.estado}`)
  for (const { linea, mensaje } of no_admitidos) out(`  NO SE EMITE, línea ${linea}: ${mensaje}`)
  for (const { quien, accion, enlace, datos } of pendientes) {
    out(`${QUIEN[quien] ?? quien}: ${accion}`)
    if (enlace) out(`  ${enlace}`)
    for (const [name, value] of Object.entries(datos)) out(`  ${name}: ${value}`)
  }
  result({ id, alcance, estado, sets, no_admitidos, pendientes })
}

export async function act(contexto: Contexto, path: string, body: object): Promise<ExitStatus> {
  const { id } = await abierta(contexto)
  await contexto.api.post(`/v1/certificacion/${id}/${path}`, JSON.stringify(body), {})
  say(await abierta(contexto), contexto.io)
  return EXIT.done
}
