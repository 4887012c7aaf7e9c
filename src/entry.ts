// The program as it ships: `main.ts` with the dashboard inside. Apart from it, because a macro runs at every import and packing takes
// seconds that whatever runs from the source, tests first, should not pay.

import './production'
import { runCli } from './cli/cli'
import { systemIo } from './cli/io'
import { packDashboard } from './dashboard/pack' with { type: 'macro' }
import { createPanel } from './dashboard/serve'

void runCli(process.argv.slice(2), systemIo(createPanel(packDashboard()))).then((status) => {
  process.exitCode = status
})
