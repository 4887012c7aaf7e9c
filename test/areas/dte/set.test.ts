// A set: documents accepted together, that travel in one envelope of their own and in no other (jobs §10).

import { expect, test } from 'bun:test'
import { libro } from '../../support/emision'
import { FOLIOS_BASICO, issueSet } from '../../support/set'
import { testAppWithFolios } from '../../support/test-app'

test('a básico of eight cases is accepted in one envelope, in its order', async () => {
  const app = await testAppWithFolios({ folios: FOLIOS_BASICO })
  const set = await issueSet(app)
  expect(set.documentos.map(({ caso, tipoDte, folio }) => [caso, tipoDte, folio])).toEqual([
    [1, 33, 1],
    [2, 33, 2],
    [3, 33, 3],
    [4, 33, 4],
    [5, 61, 1],
    [6, 61, 2],
    [7, 61, 3],
    [8, 56, 1],
  ])
  expect(set.documentos.flatMap(({ advertencias }) => advertencias)).toEqual([])
  await app.settle()
  const { envios, documentos } = await libro(app)
  expect(envios).toHaveLength(1)
  expect(documentos).toHaveLength(8)
  const got = app.app.services.dte.envioOfSet(set.envioId)!
  expect(got).toMatchObject({ estado: 'aceptado', trackId: envios[0].track_id, codigo: 'EPR' })
  expect(got.documentos.map(({ estadoSii }) => estadoSii)).toEqual(Array(8).fill('aceptado'))
  const cases = got
    .xml()!
    .toString()
    .matchAll(/<RazonRef>CASO 5123401-(\d)</g)
  expect([...cases].map(([, n]) => Number(n))).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})
