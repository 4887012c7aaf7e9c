// Many companies of one firm, for tests and for the bench.

import type { CompanyApp } from '../../support/test-app'
import { rutOf } from '../rcv/archivos'

/** Companies beside the first, by SQL: what makes them is tested elsewhere. Their ids. */
export function addCompanies(app: CompanyApp, count: number): string[] {
  const { client } = app.store
  const insert = client.prepare(
    `INSERT INTO empresa (id, cuenta_id, rut, razon_social, ambiente, created_at) VALUES (?, ?, ?, ?, 'simulacion', ?)`,
  )
  return Array.from({ length: count }, (_, i) => {
    const id = `emp_${String(i).padStart(4, '0')}`
    const rut = rutOf(76_400_000 + i)
    insert.run(
      id,
      app.tenant.cuentaId,
      rut,
      `Empresa ${String(i).padStart(4, '0')}`,
      app.clock().toISOString(),
    )
    return id
  })
}
