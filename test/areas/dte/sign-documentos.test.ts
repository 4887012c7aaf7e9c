import { expect, test } from 'bun:test'
import { signInPool } from '../../../src/xml/sign-pool'
import { emit } from '../../support/emision'
import { llave } from '../../support/firma'
import { testAppWithFolios } from '../../support/test-app'

test('a batch that is given up in the middle of signing signs and writes nothing more', async () => {
  const app = await testAppWithFolios({ folios: { 33: 100 } })
  for (let i = 0; i < 100; i++) await emit(app)
  const { runner } = app.app.services
  const frozen = app.store.client.prepare<[], number>('SELECT count(*) FROM documento_xml').pluck()
  runner.start()
  while (frozen.get() === 0) await new Promise(setImmediate)
  const before = frozen.get()!
  expect(before).toBeLessThan(100)
  await runner.stop(0)
  // Behind whatever the threads were given before: more of it than two signatures for each document.
  for (let i = 0; i < 250; i++) await signInPool(Buffer.of(i), llave.privada)
  expect(frozen.get()).toBe(before)
  app.close()
  expect(app.logs.filter(({ event }) => event === 'dte.firma')).toEqual([])
})
