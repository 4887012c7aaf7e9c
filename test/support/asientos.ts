// An export of vouchers: a sale that none has yet, with a rule for each of its parts.

import { emit } from './emision'
import type { Headers0, TestApp } from './test-app'

const PARTES = ['cliente', 'neto', 'exento', 'iva', 'impuesto', 'redondeo']

export const ASIENTO = {
  ...{ formato: 'defontana', archivo: 'csv', libros: ['ventas'], alcance: 'nuevos', base: 'emitidos' },
}

/** Makes it possible to export. The company needs a folio of type 33. */
export async function readyToExport(app: TestApp, headers?: Headers0): Promise<void> {
  for (const componente of PARTES) {
    const regla = { orden: 9000, si: { libro: 'ventas', componente }, cuenta: `V-${componente}` }
    await app.post('/v1/contabilidad/reglas', regla, headers)
  }
  await emit(app)
  await app.drainJobs()
}

/** Its id. */
export async function makeExport(app: TestApp, headers?: Headers0): Promise<string> {
  await readyToExport(app, headers)
  return (await app.post('/v1/libros/asientos/202611', ASIENTO, headers)).body.data.id
}
