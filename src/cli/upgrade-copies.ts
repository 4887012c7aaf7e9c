// The copies of the database that are made beside it before it changes: by `actualizar`, each the whole of what was there, and by a start that
// migrates. The newest are kept.

import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { freeName } from './archivo'

/** Made before the program is swapped. */
export const UPGRADE = 'actualizar'
const KEPT = 3
/** The end of a copy's name until it is whole (`copia.ts`). */
const HALF = '.parcial'
/** Database, why, second, and number among those of one second. */
const NAME = /^(.+)\.antes-de-(actualizar|\d{4}_\w+)-(\d{14})(?:-(\d+))?$/

interface Copy {
  path: string
  database: string
  /** `actualizar`, or the first migration that the database lacked. */
  why: string
  stamp: string
  n: number
}

/** Where the copy of the database file `path` goes that is made at `at`. */
export const copyName = (path: string, why: string, at: Date): string =>
  freeName(`${path}.antes-de-${why}-${at.toISOString().replace(/\D/g, '').slice(0, 14)}`)

function copyOf(path: string): Copy | null {
  const [, database, why, stamp, n = '1'] = NAME.exec(basename(path)) ?? []
  return database && why && stamp ? { path, database, why, stamp, n: Number(n) } : null
}

const isOlder = (a: Copy, b: Copy): boolean => a.stamp < b.stamp || (a.stamp === b.stamp && a.n < b.n)

const isSameKind = (a: Copy, b: Copy): boolean =>
  a.database === b.database && (a.why === UPGRADE) === (b.why === UPGRADE)

/** The whole files beside the copy at `made` and the halves, of its kind. */
function beside(made: string): { own: Copy; copies: Copy[]; halves: string[] } {
  const dir = dirname(made)
  const own = copyOf(made)!
  const paths = readdirSync(dir, { withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ name }) => join(dir, name))
  const ofKind = (path: string): Copy[] => {
    const copy = copyOf(path)
    return copy && isSameKind(copy, own) ? [copy] : []
  }
  return {
    own,
    copies: paths.flatMap(ofKind),
    halves: paths.filter((path) => path.endsWith(HALF) && ofKind(path.slice(0, -HALF.length)).length > 0),
  }
}

export interface Tell {
  dropped(path: string, kept: number): void
  failed(path: string, fault: Error): void
}

function drop(paths: readonly string[], tell: Tell): string[] {
  const dropped: string[] = []
  for (const path of paths) {
    try {
      rmSync(path)
      dropped.push(path)
      tell.dropped(path, KEPT)
    } catch (fault) {
      tell.failed(path, fault as Error)
    }
  }
  return dropped
}

/**
 * Deletes, once an upgrade has succeeded, the copies of the same kind beside `made`, its own, that are older than it and not of the newest
 * three, and the halves that cut ones left. Returns their paths.
 */
export function dropOldCopies(made: string, tell: Tell): string[] {
  const { own, copies, halves } = beside(made)
  const old = copies
    .sort((a, b) => (isOlder(a, b) ? 1 : -1))
    .slice(KEPT)
    .filter((copy) => isOlder(copy, own))
  return drop([...old.map(({ path }) => path), ...halves], tell)
}

/**
 * Deletes the older copies before the very migration that `made` was made before, but for the first: a start that fails again and again
 * neither fills the disk nor leaves the copy before the first migration of the upgrade behind the newest three. The first stays, for the
 * database of `made` may be an older one that a person put in its place.
 */
export function dropRepeatedCopies(made: string, tell: Tell): string[] {
  const { own, copies } = beside(made)
  return drop(
    copies
      .filter((copy) => copy.why === own.why && isOlder(copy, own))
      .sort((a, b) => (isOlder(a, b) ? -1 : 1))
      .slice(1)
      .map(({ path }) => path),
    tell,
  )
}
