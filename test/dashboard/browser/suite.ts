// The stage of a suite, opened before its first case and closed behind its last, and what suites do with a server.

import { afterAll, beforeAll } from 'bun:test'
import type { Page } from 'playwright-core'
import { createPerson } from './people'
import { openStage, type Person, type Stage, type StageOptions } from './stage'

export let stage: Stage
/** Somebody who may read and nothing else, in a suite that asked for one. */
export let lector: Person

/** Has a suite play on a server of its own; `furnish` puts in it what the cases begin with. */
export function useStage(
  { lector: reads = false, ...options }: StageOptions & { lector?: boolean } = {},
  furnish: () => Promise<void> = async () => {},
  withinMs = 60_000,
): void {
  beforeAll(async () => {
    stage = await openStage(options)
    if (reads) lector = await createPerson(stage, 'lector')
    await furnish()
  }, withinMs)
  afterAll(() => stage.close())
}

/** A case on a server of its own, beside that of the suite. */
export async function onStage(options: StageOptions, play: (stage: Stage) => Promise<void>): Promise<void> {
  const own = await openStage(options)
  try {
    await play(own)
  } finally {
    await own.close()
  }
}

/** The suite's server is dead meanwhile, and there again afterwards, whatever came of it. */
export async function withoutServer(play: () => Promise<void>): Promise<void> {
  await stage.kill()
  try {
    await play()
  } finally {
    await stage.resume()
  }
}

/** The server fails at `url` from now on. Returns what mends it and has the page ask again. */
export async function breakRoute(page: Page, url: string | RegExp): Promise<() => Promise<void>> {
  const fault = { ok: false, code: 'INTERNAL_ERROR', error: 'Error interno' }
  await page.route(url, (route) => route.fulfill({ status: 500, json: fault }))
  return async () => {
    await page.unroute(url)
    await page.getByRole('button', { name: 'Reintentar' }).click()
  }
}

/** The page says that the server failed. */
export const failureSaid = (page: Page): Promise<void> =>
  page.getByRole('alert').getByText('Error interno').waitFor()
