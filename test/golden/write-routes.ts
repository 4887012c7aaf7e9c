// `make golden`: writes the dashboard's types of the API anew.

import { writeFileSync } from 'node:fs'
import { ROUTES_FILE, routesText } from './routes'

writeFileSync(ROUTES_FILE, await routesText())
console.log('routes.gen.ts saved')
process.exit(0)
