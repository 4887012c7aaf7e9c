// Which companies need a person, and which of them first (dashboard §11).

import { expect, test } from 'bun:test'
import type { Asunto } from '../../../src/dashboard/shell/asuntos'
import { needing } from '../../../src/dashboard/shell/companies-attention'

const enlace = '/v1/x'
const reparos: Asunto = { asunto: 'documentos_con_reparos', cantidad: 1, tipos: [], enlace }
const detenidos: Asunto = { asunto: 'trabajos_detenidos', cantidad: 1, enlace }
const bajos: Asunto = {
  asunto: 'folios',
  estado: 'bajos',
  tipo_dte: 33,
  disponibles: 3,
  umbral: 5,
  dias_estimados: 1,
  vence_el: null,
  enlace,
}

test('where something is wrong comes before where something is only near, and where nothing is, is left out', () => {
  const companies = ['quieta', 'cerca', 'sin_datos', 'mas_cerca', 'mal'].map((id) => ({ id }))
  const attention = new Map([
    ['quieta', []],
    ['cerca', [reparos]],
    ['mas_cerca', [bajos, reparos]],
    ['mal', [detenidos]],
  ])
  expect(needing(companies, attention).map(({ id }) => id)).toEqual(['mal', 'mas_cerca', 'cerca'])
  expect(needing(companies, new Map())).toEqual([])
  // Remarks of the SII crowd out nothing that waits for somebody.
  const crowded = new Map([
    ['cerca', [reparos]],
    ['mas_cerca', [bajos]],
  ])
  expect(needing(companies, crowded).map(({ id }) => id)).toEqual(['mas_cerca', 'cerca'])
})
