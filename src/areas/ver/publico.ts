// Public addresses: 144 random bits that stand for one document while its company wants them to.

import { createHash } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { isStorageFault } from '../../store/storage-fault'
import type { Store } from '../../store/store'
import { documentoPublico } from '../../store/tables/documento-publico'
import { empresa } from '../../store/tables/empresa'
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
  const { db, secrets } = store
  const place = (id: string) => ({ table: 'documento_publico', column: 'clave_cifrada', id })

  const isOpen = (empresaId: string): boolean =>
    db
      .select({ id: empresa.id })
      .from(empresa)
      .where(and(eq(empresa.id, empresaId), eq(empresa.consultaPublica, true), isNull(empresa.deletedAt)))
      .get() !== undefined

  const isPublic = (row: DocumentoRow): boolean => row.firmado_at !== null && isOpen(row.empresa_id)

  function claveOf(id: string): string {
    const row = db.select().from(documentoPublico).where(eq(documentoPublico.documentoId, id)).get()
    if (row) return secrets.open(place(id), row.claveCifrada).toString()
    const clave = Buffer.from(random(BYTES)).toString('base64url')
    const claveCifrada = secrets.seal(place(id), clave)
    db.insert(documentoPublico)
      .values({ documentoId: id, claveSha256: hashOf(clave), claveCifrada })
      .run()
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
      if (!CLAVE.test(clave)) return null
      const found = db
        .select({ id: documentoPublico.documentoId })
        .from(documentoPublico)
        .where(eq(documentoPublico.claveSha256, hashOf(clave)))
        .get()
      const row = found && documentos.byId(found.id)
      return row && isPublic(row) ? row : null
    },
  }
}
