// The files that documents came in, as they came: sealed, a long one in pieces before its row (areas/recibidos §3; store §4.1).

import type { NewId } from '../../base/id'
import type { OrigenRecibido } from '../../domain/recibido'
import type { TitularDeCuenta } from '../../domain/titular'
import type { Store } from '../../store/store'
import { createTrozos } from '../../store/trozos'
import type { ArchivoLeido } from '../../xml/recibido'
import { prepareArchivos } from './statements'

/** How a file came. */
export interface Arrival {
  nombre: string
  origen: OrigenRecibido
  mensajeId: string | null
  responderA: string | null
  recibidoEn: Date
}

/** A file under the id that it will have; of a long one the last piece. */
export interface Sellado {
  id: string
  bytes: Buffer
}

const place = (id: string) => ({ table: 'recibido_archivo', column: 'bytes_cifrados', id })
const filaOf = (id: string) => ({ tabla: 'recibido_archivo', id }) as const

export type Archivos = ReturnType<typeof createArchivos>

export function createArchivos({
  store: { client, secrets },
  newId,
}: {
  store: Pick<Store, 'client' | 'secrets'>
  newId: NewId
}) {
  const sql = prepareArchivos(client)
  const trozos = createTrozos({ client, secrets })
  const sealAs = (id: string, bytes: Uint8Array): Sellado => ({ id, bytes: secrets.seal(place(id), bytes) })

  return {
    /** Seals a file; of a long one all but the last piece is written, in turns. */
    async seal(bytes: Uint8Array): Promise<Sellado> {
      const id = newId('arc')
      return sealAs(id, await trozos.save(filaOf(id), bytes))
    },
    /** The same at once, for what was to be known and is not any more. */
    sealWhole: (bytes: Uint8Array): Sellado => sealAs(newId('arc'), bytes),
    /** Forgets the pieces of a file that came to nothing. */
    letGo({ id }: Sellado): void {
      if (!sql.get.get(id)) trozos.drop(filaOf(id))
    },
    /** Its row, once, however often it comes by the same way. In the caller's transaction. */
    save(titular: TitularDeCuenta, arrival: Arrival, sellado: () => Sellado, leido: ArchivoLeido): string {
      const { empresaId: empresa_id, ambiente } = titular
      const { origen, mensajeId: mensaje_id } = arrival
      const which = { empresa_id, ambiente, huella: leido.huella, origen, mensaje_id }
      const known = sql.same.get(which)
      if (known !== undefined) return known
      const { id, bytes } = sellado()
      sql.insert.run({
        ...which,
        id,
        nombre: arrival.nombre,
        responder_a: arrival.responderA,
        recibido_en: arrival.recibidoEn.toISOString(),
        sobre: leido.sobre && JSON.stringify(leido.sobre),
        informe: JSON.stringify(leido.informe),
        bytes_cifrados: bytes,
      })
      return id
    },
    /** As it came; null where it was deleted meanwhile. */
    async read(id: string): Promise<{ nombre: string; bytes: Buffer } | null> {
      const { nombre, bytes_cifrados } = sql.get.get(id)!
      const bytes = await trozos.read(filaOf(id), secrets.open(place(id), bytes_cifrados))
      return bytes && { nombre, bytes }
    },
    /** Forgets one that no document needs. In the caller's transaction. */
    remove(id: string): void {
      sql.remove.run(id)
      trozos.drop(filaOf(id))
    },
  }
}
