// Files that must outlive a loss of power: written to the disk before anything relies on them.

import { closeSync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

/** Waits until the content of a file, or the entries of a folder, are on the disk. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Waits until the name of a file is on the disk. */
export const syncFolderOf = (path: string): void => syncFile(dirname(path))
