// The owner of the files of a data folder: what root writes there for a person must be left to the user that
// the server runs as.

import { chmodSync, lchownSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Gives `path` to the owner of `model`, when root runs this; nobody else could. Throws what the system says. */
export function giveTo(path: string, model: string): void {
  if (process.geteuid?.() !== 0) return
  const { uid, gid } = statSync(model)
  const own = lstatSync(path)
  // Never through a link: its owner may have put it there for root to follow.
  if (own.uid !== uid || own.gid !== gid) lchownSync(path, uid, gid)
}

/** Makes `path` fit to take the place of the file `model`: its owner and its mode. Throws what the system says. */
export function likeFile(path: string, model: string): void {
  giveTo(path, model)
  chmodSync(path, statSync(model).mode & 0o7777)
}

/** The files that Timbre keeps in a data folder: nothing else there is given away. */
const OWN = /^(?:timbre\.|clave\.maestra)/

/**
 * Gives what is root's of Timbre's files in a data folder to the user of the folder, which may be root's: then to that of `path`, one of
 * them. What another user has already stays his.
 */
export function giveAll(dir: string, path: string): void {
  const model = statSync(dir).uid === 0 ? path : dir
  for (const entry of readdirSync(dir, { withFileTypes: true }))
    if (entry.isFile() && OWN.test(entry.name) && lstatSync(join(dir, entry.name)).uid === 0)
      giveTo(join(dir, entry.name), model)
}
