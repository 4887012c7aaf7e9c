// How the program starts itself again.

import { PACKAGED } from '../base/packaged'

/** The same program as this one: the binary, or Bun with the main file. */
export function ownCommand(): string[] {
  return PACKAGED ? [process.execPath] : [process.execPath, Bun.main]
}
