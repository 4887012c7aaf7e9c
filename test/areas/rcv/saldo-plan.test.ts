// The statements that every balance asks read the rows of one party, not those of the company.

import { expect, test } from 'bun:test'
import { prepareAjenas } from '../../../src/areas/dte/referencias/statements-registro'
import { prepareVinculos } from '../../../src/areas/rcv/statements-vinculos'
import { testApp } from '../../support/test-app'

test('the register is read by its party, or by the one row', async () => {
  const { client } = (await testApp()).store
  const sources: string[] = []
  const recording = {
    prepare(source: string) {
      sources.push(source)
      return client.prepare(source)
    },
  } as unknown as typeof client
  prepareAjenas(recording)
  prepareVinculos(recording)
  const walks = sources
    .filter((source) => /^\s*SELECT/.test(source))
    .flatMap((source) => {
      const named = Object.fromEntries([...source.matchAll(/@(\w+)/g)].map(([, name]) => [name!, null]))
      const unnamed = source.includes('?') ? ['x'] : [named]
      return client.prepare(`EXPLAIN QUERY PLAN ${source}`).all(...unnamed) as { detail: string }[]
    })
    .map(({ detail }) => detail)
  const ofRegister = walks.filter((detail) => detail.includes('rcv_documento'))
  expect(ofRegister.length).toBeGreaterThan(10)
  expect(ofRegister.filter((detail) => !/lado=\? AND rut=\?|\(id=\?\)/.test(detail))).toEqual([])
  expect(walks.filter((detail) => detail.includes('rcv_documento_nota_varios'))).toHaveLength(2)
  expect(walks.filter((detail) => /^SCAN (?!CONSTANT)/.test(detail))).toEqual([])
})
