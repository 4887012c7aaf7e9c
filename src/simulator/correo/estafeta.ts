// The post office (simulator §22): takes letters for the addresses that it serves and keeps them, as they came, in the boxes of
// their receivers.

import { takeFalla } from '../fallas'
import type { Sim } from '../sim'
import { readCabeceras } from './cabeceras'
import type { BusquedaCorreo, CorreoLeido } from './statements'

/** A letter in a box, without its bytes. */
export type Carta = CorreoLeido

/** A letter to be delivered. Addresses are those of the envelope, as `servida` has them. */
export interface Envio {
  /** '' where nobody told it. */
  dueno: string
  de: string
  para: readonly string[]
  mensaje: Uint8Array
}

export interface Estafeta {
  /**
   * Puts a letter into the boxes of its receivers at the present of the clock; what came to be there. A fault of `correo` that is in
   * force loses it (nothing came) or brings it twice: whoever sent it is told nothing of either.
   */
  deliver(envio: Envio): Carta[]
  list(busqueda: BusquedaCorreo): Carta[]
  find(dueno: string, id: number): Carta | null
  /** The bytes as they came. */
  read(id: number): Buffer
  /** Forgets at most `limit` letters that have lain for half a year; how many. */
  forget(limit: number): number
}

const GUARDA_MS = 180 * 86_400_000

const place = (id: number | bigint) => ({ table: 'sim_correo', column: 'mensaje', id: String(id) })

/** `arrived` is called for each letter that came into a box, in the transaction that brought it. */
export function createEstafeta(sim: Sim, arrived: (carta: Carta) => void = () => {}): Estafeta {
  const { correo } = sim.sql
  const none = Buffer.alloc(0)

  function put({ dueno, de, mensaje }: Envio, para: string): Carta {
    const { asunto, messageId } = readCabeceras(mensaje)
    const row = { dueno, de, para, asunto, messageId, recibidoAt: sim.now().getTime(), bytes: mensaje.length }
    // Bound to its place, which has a number only once it is there.
    const { lastInsertRowid } = correo.insert.run({ ...row, mensaje: none })
    correo.seal.run(sim.cifrado.seal(place(lastInsertRowid), mensaje), lastInsertRowid)
    const carta = { id: Number(lastInsertRowid), ...row }
    arrived(carta)
    return carta
  }

  const deliver = sim.db.transaction((envio: Envio): Carta[] => {
    const falla = takeFalla(sim, 'correo')?.falla
    if (falla === 'correo_perdido') return []
    const times = falla === 'correo_doble' ? [0, 1] : [0]
    return envio.para.flatMap((para) => times.map(() => put(envio, para)))
  })

  return {
    deliver: (envio) => deliver(envio),
    list: (busqueda) => (busqueda.para === null ? correo.all : correo.inBox).all(busqueda),
    find: (dueno, id) => correo.find.get(id, dueno) ?? null,
    read: (id) => sim.cifrado.open(place(id), correo.mensaje.get(id)!),
    forget: (limit) => correo.forget.run(sim.now().getTime() - GUARDA_MS, limit).changes,
  }
}
