// A firm's day (areas/firma §1, areas/catalogo §2): the board of two hundred companies and the search of fifty thousand items, each as
// the processor time of its answer.

import { claveOf, searchedProducto } from '../../src/domain/producto'
import { pendientes } from '../areas/acuse/escena'
import { addCompanies } from '../areas/firma/empresas'
import { importar } from '../areas/rcv/archivos'
import { cpuMs } from '../support/cpu'
import { PASSWORD, testAppWithCompany } from '../support/test-app'
import { median, spread } from './measure'
import type { Report } from './report'

const EMPRESAS = 200
const PRODUCTOS = 50_000
const ROUNDS = 9
/** Milliseconds. */
const TABLERO = 50
const BUSQUEDA = 15

const TABLEROS = ['', '?q=empresa', '?faceta=acuses', '?severidad=mal&orden=razon_social', '?formato=csv']
const BUSQUEDAS = ['nombre', 'codigo', '-usado'].map((orden) => `?q=numero%2049999&orden=${orden}`)

export async function measureFirma(report: Report): Promise<void> {
  const app = await testAppWithCompany({ now: '2026-11-27T14:00:00.000Z' })
  const { client } = app.store
  const answered = async (path: string, headers: Record<string, string>) => {
    const { status, body } = await app.get(path, headers)
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
  }
  /** The slowest question by its median. */
  const worst = async (path: string, queries: readonly string[], headers: Record<string, string>) => {
    const each: number[][] = []
    for (const query of queries) {
      await answered(path + query, headers)
      const times: number[] = []
      for (let i = 0; i < ROUNDS; i++) times.push(await cpuMs(() => answered(path + query, headers)))
      each.push(times)
    }
    return spread(each.reduce((a, b) => (median(a) > median(b) ? a : b)))
  }

  const hours = Array.from({ length: 60 }, (_, i) => i + 1)
  app.speakAs(app.tenant)
  await importar(app, '202611', pendientes(app.clock(), hours))
  await app.app.services.tableros.look()
  // Each as busy as the first.
  for (const id of addCompanies(app, EMPRESAS))
    client
      .prepare(
        'INSERT INTO empresa_faceta SELECT ?, ambiente, periodo, faceta, datos FROM empresa_faceta WHERE empresa_id = ?',
      )
      .run(id, app.tenant.empresaId)
  const login = { email: 'dueno0@example.cl', password: PASSWORD }
  const { access_token } = (await app.post('/auth/login', login, {})).body
  const session = { authorization: `Bearer ${access_token}` }
  const tablero = await worst('/v1/firma/estado', TABLEROS, session)
  report.target('firma_tablero_ms', `the board of ${EMPRESAS} companies, ms`, tablero, '<', TABLERO)

  const insert = client.prepare(
    `INSERT INTO producto (id, empresa_id, codigo, clave, nombre, moneda, precio_con_iva, exento, activo, origen, usado_en, busqueda,
       created_at) VALUES (?, ?, ?, ?, ?, 'CLP', 0, 0, 1, 'manual', '', ?, ?)`,
  )
  client.transaction(() => {
    for (let i = 0; i < PRODUCTOS; i++) {
      const datos = { codigo: `SKU-${i}`, nombre: `Repuesto de maquinaria número ${i}`, descripcion: null }
      insert.run(
        ...[`prd_${i}`, app.tenant.empresaId, datos.codigo, claveOf(datos.codigo), datos.nombre],
        ...[searchedProducto(datos as never), app.clock().toISOString()],
      )
    }
  })()
  const busqueda = await worst('/v1/catalogo', BUSQUEDAS, app.tenant.key)
  report.target('catalogo_busqueda_ms', `a search of ${PRODUCTOS} items, ms`, busqueda, '<', BUSQUEDA)
  app.close()
}
