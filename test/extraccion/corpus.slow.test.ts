// Invoices as vendors print them, drawn as PDFs and read (extraccion §3).

import { describe, expect, test } from 'bun:test'
import { createExtractor } from '../../src/extraccion'
import { drawPdf } from '../support/extraccion/draw'
import { EN } from '../support/extraccion/facturas-en'
import { ES_PT } from '../support/extraccion/facturas-es-pt'
import { PLATAFORMAS } from '../support/extraccion/facturas-plataformas'
import { TRAMPAS } from '../support/extraccion/facturas-trampas'
import { camposOf, dudososOf } from '../support/extraccion/muestra'

const extractor = createExtractor()

describe('an invoice', () => {
  for (const { nombre, papel, espera, dudosos, alternativas = {}, revuelta } of [
    ...EN,
    ...ES_PT,
    ...PLATAFORMAS,
    ...TRAMPAS,
  ]) {
    test(nombre, async () => {
      const bytes = await drawPdf(papel, revuelta ? { revuelta } : {})
      const { metodo, propuesta, camposDudosos } = await extractor.extraer({
        bytes,
        nombre: 'a.pdf',
        tipo: null,
      })
      expect(metodo).toBe(Object.keys(espera).length ? 'reglas' : 'sin_extraer')
      expect(camposOf(propuesta)).toMatchObject(espera)
      expect(dudososOf(camposDudosos)).toEqual([...dudosos].sort())
      for (const [campo, others] of Object.entries(alternativas))
        expect(camposDudosos.find((one) => one.campo === campo)?.alternativas).toEqual(
          expect.arrayContaining(others),
        )
    })
  }
})
