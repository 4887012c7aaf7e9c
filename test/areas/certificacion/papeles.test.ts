// The papers of a company's own system (areas/certificacion §9, domain/certificacion §6).

import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { createRespaldoStore } from '../../../src/areas/respaldo'
import { PAPELES } from '../../../src/domain/certificacion/papeles/papeles'
import { readPdf } from '../../pdf/leer-pdf'
import { measurePdf } from '../../pdf/medir-pdf'
import { type CompanyApp, testAppWithCompany, testAppWithFolios } from '../../support/test-app'
import { onEtapa, open, unzip } from './escena'

const CUALES = Object.keys(PAPELES)

async function pdfOf(app: CompanyApp, id: string, cual: string, headers = app.tenant.session) {
  const url = `http://localhost/v1/certificacion/${id}/papeles/${cual}`
  const response = await app.app.handle(new Request(url, { headers }))
  return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) }
}

const textOf = async (bytes: Uint8Array): Promise<string> =>
  (await readPdf(bytes)).paginas.map(({ texto }) => texto).join(' ')

const RESPALDO = {
  ...{ destino: 's3://copias-propias/timbre', cron: '15 3 * * *', conservar: '7/5/12/6', abre: false },
  run: async () => {},
}

describe('GET /v1/certificacion/:id/papeles/:cual', () => {
  test('each paper names the company, tells its pages, and marks a rehearsal', async () => {
    const app = await testAppWithCompany()
    const id = await open(app)
    for (const cual of CUALES) {
      const { status, bytes } = await pdfOf(app, id, cual)
      expect([cual, status]).toEqual([cual, 200])
      const { paginas, titulo } = await readPdf(bytes)
      expect(titulo!.length).toBeGreaterThan(8)
      for (const [i, { texto }] of paginas.entries()) {
        expect(texto).toContain(`Página ${i + 1} de ${paginas.length}`)
        expect(texto).toContain('ENSAYO')
        expect(texto).not.toMatch(/undefined|null|\bNaN\b|\[object/)
      }
      expect(paginas[0]!.texto).toContain('76.543.210-3')
    }
  })

  test('the declaration has eight statements, each with where a person checks it', async () => {
    const app = await testAppWithCompany()
    const text = await textOf((await pdfOf(app, await open(app), 'declaracion')).bytes)
    expect(text.match(/Se comprueba en/g)).toHaveLength(8)
    for (let n = 1; n <= 8; n++) expect(text).toContain(`${n}. `)
  })

  test('names who signs and the mailbox, once there are', async () => {
    const app = await testAppWithCompany()
    const id = await open(app)
    const before = await textOf((await pdfOf(app, id, 'procedimientos')).bytes)
    const { empresaId } = app.tenant
    await app.post(`/v1/empresa/${empresaId}/certificado`, { simulado: true }, app.tenant.session)
    await app.put(`/v1/empresa/${empresaId}/buzon`, { tipo: 'simulador' }, app.tenant.session)
    const { nombre } = (await app.get(`/v1/empresa/${empresaId}/certificado`)).body.data
    const after = await textOf((await pdfOf(app, id, 'procedimientos')).bytes)
    expect([before.includes(nombre), after.includes(nombre)]).toEqual([false, true])
    expect(after).toContain('la del SII simulado')
  })

  test('the copies of the server are told to an owner of its first account alone (areas/certificacion §9)', async () => {
    const app = await testAppWithCompany({ respaldo: RESPALDO })
    const rows = createRespaldoStore(app.store.db)
    const inicio = '2026-11-20T06:15:00.000Z'
    rows.insert({ id: 'rsp_1', nombre: 'timbre-una.tar.age', destino: RESPALDO.destino, inicio })
    rows.change('rsp_1', { estado: 'hecha', ensayo: 'integra', ensayoAt: '2026-11-21T06:15:00.000Z' })
    const id = await open(app)
    const told = await textOf((await pdfOf(app, id, 'respaldo')).bytes)
    expect(told).toContain('s3://copias-propias/timbre')
    expect(told).toContain('timbre-una.tar.age, del 20-11-2026')
    expect(told).toContain('21-11-2026: es lo que se escribió')
    const byKey = await textOf((await pdfOf(app, id, 'respaldo', app.tenant.key)).bytes)
    expect(byKey).not.toContain('copias-propias')
    expect(byKey).toContain('Escriba aquí cómo se hacen')
  })

  test('stays within its page however long the names are', async () => {
    const app = await testAppWithCompany()
    const largo =
      'Comercializadora e Importadora de Áridos, Ñandúes y Maquinaria Pesada Hermanos Muñoz Ibáñez Ltda'
    const cambios = {
      razon_social: largo,
      giro: 'Ventasalpormayordemateriales'.repeat(2),
      direccion: 'Calle '.repeat(10),
    }
    expect((await app.put(`/v1/empresa/${app.tenant.empresaId}`, cambios)).status).toBe(200)
    const id = await open(app)
    for (const cual of CUALES) {
      const paginas = await measurePdf((await pdfOf(app, id, cual)).bytes)
      for (const { ancho, textos } of paginas)
        for (const { texto, x, ancho: width, girado } of textos)
          if (!girado) expect([texto, x + width <= ancho - 12, x >= 12]).toEqual([texto, true, true])
    }
  })
})

describe('the evidence of a road (areas/certificacion §5)', () => {
  test('has the papers, the samples that `muestras` gives, and the digest of each', async () => {
    const app = await testAppWithFolios({ folios: { 33: 1 } })
    const id = await onEtapa(app, 'declaracion')
    const files = await unzip(app, 'GET', `/v1/certificacion/${id}/evidencia`)
    const samples = await unzip(app, 'POST', `/v1/certificacion/${id}/muestras`)
    expect([...samples.keys()].length).toBeGreaterThan(1)
    for (const [name, bytes] of samples) expect(files.get(`muestras/${name}`)?.equals(bytes)).toBe(true)
    for (const cual of CUALES)
      expect(files.get(`papeles/${cual}.pdf`)?.subarray(0, 5).toString()).toBe('%PDF-')
    const sums = files.get('SHA256SUMS')!.toString()
    files.delete('SHA256SUMS')
    const own = [...files].map(
      ([name, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`,
    )
    expect(sums).toBe(own.join(''))
  })
})
