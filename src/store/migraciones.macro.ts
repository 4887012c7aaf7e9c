// Runs while bundling (`with { type: 'macro' }`): the text of migrations/*.sql travels inside the binary.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Every migration, sorted by name. */
export function readMigraciones(): { nombre: string; sql: string }[] {
  const folder = join(import.meta.dir, '../../migrations')
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ nombre: name.replace('.sql', ''), sql: readFileSync(join(folder, name), 'utf8') }))
}
