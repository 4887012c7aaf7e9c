// Whose the files of a data folder are: what root writes there for a person must be left to the user that the server runs as.

import { chmodSync, chownSync, statSync } from 'node:fs'

/** Gives `path` to the owner of `model`, when root runs this; nobody else could. Throws what the system says. */
export function giveTo(path: string, model: string): void {
  if (process.geteuid?.() !== 0) return
  const { uid, gid } = statSync(model)
  const own = statSync(path)
  if (own.uid !== uid || own.gid !== gid) chownSync(path, uid, gid)
}

/** Makes `path` fit to take the place of the file `model`: its owner and its mode. Throws what the system says. */
export function likeFile(path: string, model: string): void {
  giveTo(path, model)
  chmodSync(path, statSync(model).mode & 0o7777)
}
