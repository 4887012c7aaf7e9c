// CAFs ready to stamp: decrypted and parsed once, then kept in memory up to a bound.

import { eq } from 'drizzle-orm'
import type { Store } from '../../store/store'
import { caf as table } from '../../store/tables/folios'
import { type Caf, readCaf } from '../../xml/caf'

// A CAF with its key is about 4 KB; companies beyond this many parse theirs anew, at a tenth of a millisecond.
const MAX_CAFS = 1000

/** The parsed CAF of an id. Throws on an id that does not exist, SecretUnreadable when the master key is another. */
type CafOf = (cafId: string) => Caf

export function createCafOf({ db, secrets }: Store, max = MAX_CAFS): CafOf {
  // A Map iterates in order of insertion: the first key is the one not used for longest.
  const parsed = new Map<string, Caf>()
  return (cafId) => {
    const hit = parsed.get(cafId)
    if (hit) {
      parsed.delete(cafId)
      parsed.set(cafId, hit)
      return hit
    }
    const row = db.select({ xml: table.xmlCifrado }).from(table).where(eq(table.id, cafId)).get()
    if (!row) throw new Error(`there is no CAF ${cafId}`)
    const caf = readCaf(secrets.open(placeOf(cafId), row.xml))
    if (parsed.size >= max) parsed.delete(parsed.keys().next().value!)
    parsed.set(cafId, caf)
    return caf
  }
}

/** Where the file of a CAF lives encrypted. */
export const placeOf = (cafId: string) => ({ table: 'caf', column: 'xml_cifrado', id: cafId })
