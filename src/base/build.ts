// Which program this is, told alike by the command line, /salud, the log and copies of the database.

import { readBuild } from './build.macro' with { type: 'macro' }

export const BUILD = readBuild()

/** `0.1.0 (1a2b3c4d5e, 2026-11-28)`, the version alone where nobody knows the commit. */
export const versionLine = (version: string): string =>
  BUILD.commit ? `${version} (${[BUILD.commit, BUILD.fecha].filter(Boolean).join(', ')})` : version
