// The program as it ships: `main.ts` with the dashboard, a member of the binary beside the text of the program: as a part of that it would
// stand twice, as source and as bytecode.

import './production'
import { runCli } from './cli/cli'
import { systemIo } from './cli/io'
import { createPanel, type Panel } from './dashboard/serve'

async function readPanel(): Promise<Panel> {
  const packed = Bun.embeddedFiles.find((file) => (file as File).name.startsWith('panel'))!
  return createPanel(await packed.json())
}

void readPanel()
  .then((panel) => runCli(process.argv.slice(2), systemIo(panel)))
  .then((status) => {
    process.exitCode = status
  })
