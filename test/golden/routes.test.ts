// The dashboard's types of the API are those of the API as it stands (dashboard §15).

import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { ROUTES_FILE, routesText } from './routes'

test('routes.gen.ts is what `make golden` writes', async () => {
  const [kept, now] = [readFileSync(ROUTES_FILE, 'utf8').split('\n'), (await routesText()).split('\n')]
  expect(now.filter((line) => !kept.includes(line))).toEqual([])
  expect(kept).toEqual(now)
})
