// A past that the simulator wrote as another program would hand it over moves in like any other (simulator §25, areas/historia §2 to §4).

import { describe, expect, test } from 'bun:test'
import { verifyTodo } from '../../../src/cli/verificar-datos'
import { document, emit, linea } from '../../support/emision'
import { factura } from '../../support/emisor'
import { askHistoria, importZip } from '../../support/historia'
import { type CompanyApp, testAppWithFolios } from '../../support/test-app'

const PROGRAMAS = ['libredte', 'portal', 'bsale', 'openfactura', 'nubox']
const newcomer = () => testAppWithFolios({ folios: {} })
const stateOf = async (app: CompanyApp, tipo: number, folio: number) => {
  const { estado_sii, estado_sii_fuente } = await document(app, tipo, folio)
  return { estado_sii, estado_sii_fuente }
}

describe('POST /simulador/historia', () => {
  for (const programa of PROGRAMAS)
    test(`what ${programa} hands over is read whole, linked, and each signature is good`, async () => {
      const app = await newcomer()
      const { body } = await importZip(app, await askHistoria(app, { programa }))
      expect(body.data).toMatchObject({ estado: 'terminada', desde: '2026-09-01', documentos: { nuevo: 24 } })
      expect(Object.values(body.data.documentos as Record<string, number>).reduce((a, b) => a + b)).toBe(24)
      const lines = await app.get(`/v1/historia/${body.data.id}/archivos?limite=100`)
      expect(lines.body.data.filter((one: { codigo: string | null }) => one.codigo)).toEqual([])
      expect(await document(app, 33, 1)).toMatchObject({
        ...{ origen: 'importado', contenido: 'xml', firma: 'valida', timbre: 'valido', saldo: 0 },
        anulado_por: { tipo_dte: 61, folio: 1 },
      })
      expect([...verifyTodo(app.store.client, app.store.secrets)].filter((r) => r.estado !== 'bien')).toEqual([])
    })
})
