// Public addresses: 144 random bits that stand for one document while its company wants them to.

import { createHash } from 'node:crypto'
import { isStorageFault } from '../../store/storage-fault'
import type { Store } from '../../store/store'
import type { DocumentoRow, Documentos } from '../dte'

const BYTES = 18
const CLAVE = /^[A-Za-z0-9_-]{24}$/

interface Deps {
  store: Store
  documentos: Documentos
  random: (size: number) => Uint8Array
  publicUrl: string | null
}

export interface Publico {
  /** Where anybody may look at the document, absolute when `TIMBRE_PUBLIC_URL` is known; null while nobody may. */
  linkOf(row: DocumentoRow): string | null
  /** The same, only where it makes sense outside of this server. */
  urlOf(row: DocumentoRow): string | null
  /** The document of an address. Unknown, badly written and switched off are one: null. */
  find(clave: string): DocumentoRow | null
}

// Found by its hash, so that comparing it tells nothing about how near a guess came.
const hashOf = (clave: string): Buffer => createHash('sha256').update(clave).digest()

export function createPublico({ store, documentos, random, publicUrl }: Deps): Publico {
  const { client, secrets } = store
  const isOpen = client
    .prepare('SELECT 1 FROM empresa WHERE id = ? AND consulta_publica = 1 AND deleted_at IS NULL')
    .pluck()
  const select = client
    .prepare<[string], Uint8Array>('SELECT clave_cifrada FROM documento_publico WHERE documento_id = ?')
    .pluck()
  const insert = client.prepare('INSERT INTO documento_publico VALUES (?, ?, ?)')
  const byHash = client
    .prepare<[Buffer], string>('SELECT documento_id FROM documento_publico WHERE clave_sha256 = ?')
    .pluck()
  const place = (id: string) => ({ table: 'documento_publico', column: 'clave_cifrada', id })

  const isPublic = (row: DocumentoRow): boolean =>
    row.firmado_at !== null && isOpen.get(row.empresa_id) !== undefined

  function claveOf(id: string): string {
    const sealed = select.get(id)
    if (sealed) return secrets.open(place(id), sealed).toString()
    const clave = Buffer.from(random(BYTES)).toString('base64url')
    insert.run(id, hashOf(clave), secrets.seal(place(id), clave))
    return clave
  }

  function linkOf(row: DocumentoRow): string | null {
    if (!isPublic(row)) return null
    try {
      return `${publicUrl ?? ''}/ver/${claveOf(row.id)}`
    } catch (fault) {
      // A disk that takes no address must not keep anybody from reading the document.
      if (isStorageFault(fault)) return null
      throw fault
    }
  }
  return {
    linkOf,
    urlOf: (row) => (publicUrl ? linkOf(row) : null),
    find(clave) {
      const id = CLAVE.test(clave) ? byHash.get(hashOf(clave)) : undefined
      const row = id === undefined ? undefined : documentos.byId(id)
      return row && isPublic(row) ? row : null
    },
  }
}
