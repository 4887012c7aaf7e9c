// Long PDFs that came with documents: one of tens of megabytes written at once would hold the event loop, so it is sealed and written a piece a turn
// (areas/recibidos §3). Its row comes last: until then the document has no PDF, and the same mail brings it again.

import { nextTurn } from '../../base/turn'
import type { Store } from '../../store/store'
import { unsynced } from '../../store/unsynced'
import type { Pieza } from './piezas'
import { preparePdfs } from './statements'

/** Bytes of one piece. */
const TROZO = 1024 * 1024

export const isLargo = ({ bytes }: Pieza): boolean => bytes.length > TROZO

const PLACE = {
  pdf: (id: string) => ({ table: 'recibido_pdf', column: 'pdf_cifrado', id }),
  parte: (id: string, parte: number) => ({
    table: 'recibido_pdf_parte',
    column: 'pdf_cifrado',
    id: [id, parte].join('\0'),
  }),
}

export type Pdfs = ReturnType<typeof createPdfs>

export function createPdfs({ client, secrets }: Pick<Store, 'client' | 'secrets'>) {
  const sql = preparePdfs(client)
  /** Documents whose PDF is being written: two at once would mix their pieces. */
  const writing = new Set<string>()

  async function write(recibido_id: string, { nombre, bytes }: Pieza): Promise<void> {
    const partes = Math.ceil(bytes.length / TROZO) - 1
    for (let parte = 0; parte < partes; parte++) {
      const place = PLACE.parte(recibido_id, parte)
      const pdf_cifrado = secrets.seal(place, bytes.subarray(parte * TROZO, (parte + 1) * TROZO))
      unsynced(client, () => void sql.insertParte.run({ recibido_id, parte, pdf_cifrado }))
      await nextTurn()
    }
    const pdf_cifrado = secrets.seal(PLACE.pdf(recibido_id), bytes.subarray(partes * TROZO))
    client
      .transaction(() => {
        sql.removeRest.run(recibido_id, partes)
        sql.insert.run({ recibido_id, nombre, pdf_cifrado, partes })
      })
      .immediate()
  }

  return {
    has: (id: string): boolean => sql.has.get(id) === 1,
    /** Sealed whole, of one that is not long. */
    seal: (id: string, { bytes }: Pieza): Buffer => secrets.seal(PLACE.pdf(id), bytes),
    /** One that is not long, where there is none. In the caller's transaction. */
    insert: (recibido_id: string, { nombre }: Pieza, pdf_cifrado: Buffer): void =>
      void sql.insert.run({ recibido_id, nombre, pdf_cifrado, partes: 0 }),
    /** A long one, in turns; nothing where there is one, or where the document is gone. */
    async save(id: string, pieza: Pieza): Promise<void> {
      if (writing.has(id) || sql.has.get(id)) return
      writing.add(id)
      try {
        await write(id, pieza)
      } finally {
        writing.delete(id)
      }
    },
    /** As it came, a long one read in turns; null where the document has none. */
    async read(id: string): Promise<{ nombre: string; bytes: Buffer } | null> {
      const row = sql.get.get(id)
      if (!row) return null
      const last = secrets.open(PLACE.pdf(id), row.pdf_cifrado)
      const partes: Buffer[] = []
      for (let parte = 0; parte < row.partes; parte++) {
        await nextTurn()
        const sealed = sql.parte.get(id, parte)
        // It was deleted meanwhile.
        if (!sealed) return null
        partes.push(secrets.open(PLACE.parte(id, parte), sealed))
      }
      return { nombre: row.nombre, bytes: partes.length ? Buffer.concat([...partes, last]) : last }
    },
  }
}
