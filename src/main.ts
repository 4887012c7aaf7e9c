// The program: hands the command line to its command and gives back the exit status. Nothing else stands here.

import { runCli } from './cli/cli'
import { systemIo } from './cli/io'

process.exitCode = await runCli(process.argv.slice(2), systemIo())
