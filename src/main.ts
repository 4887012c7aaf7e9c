// The program, from its source and without the dashboard (entry.ts): hands the command line to its command and gives back the
// exit status. Nothing else stands here.

import './production'
import { runCli } from './cli/cli'
import { systemIo } from './cli/io'

// No `await` out here: the binary holds this compiled to bytecode, in a form that does not know it.
void runCli(process.argv.slice(2), systemIo(null)).then((status) => {
  process.exitCode = status
})
