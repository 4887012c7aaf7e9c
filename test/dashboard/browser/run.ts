// `make browser`: sees to Chromium, holds the sizes of what the binary serves, then plays the suites. `run.ts NAME…` plays the suites
// whose names contain one of them.

import { existsSync } from 'node:fs'
import { BINARY } from '../../conformance/process/binary'
import { ensureTools } from '../../conformance/tools'

if (!existsSync(BINARY)) throw new Error(`${BINARY} is not built: make build`)
const absent = ensureTools(['chromium'])
if (absent.length) throw new Error(`${absent.join()} is not installed`)

const wanted = process.argv.slice(2)
const suites = [...new Bun.Glob('*.e2e.ts').scanSync(import.meta.dir)]
  .sort()
  .filter((name) => !wanted.length || wanted.some((part) => name.includes(part)))
// A path with `./` is run whatever its name: `make test` does not find these.
const child = Bun.spawn(
  [
    process.execPath,
    'test',
    '--timeout',
    '60000',
    ...suites.map((name) => `./test/dashboard/browser/${name}`),
  ],
  { stdio: ['ignore', 'inherit', 'inherit'] },
)
process.exit(await child.exited)
