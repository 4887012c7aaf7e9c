// Received documents (areas/recibidos): mails taken in one after the other, and the first page of ten thousand.

import { FACTURA, latin1, mail, testAppWithReceiver } from '../support/recibidos'
import { median } from './measure'
import type { Report } from './report'

const CORREOS = 1000
const DOCUMENTOS = 10_000
const ROUNDS = 20

export async function measureRecibidos(report: Report): Promise<void> {
  const app = await testAppWithReceiver()
  const mailOf = (folio: number) =>
    mail([{ nombre: 'f.xml', bytes: latin1(FACTURA.replace('<Folio>1<', `<Folio>${folio}<`)) }])
  for (let i = 1; i <= 20; i++) await app.entrar(mailOf(i))
  const start = performance.now()
  for (let i = 21; i <= CORREOS + 20; i++) await app.entrar(mailOf(i), { nombre: 'm.eml', origen: 'correo' })
  const seconds = (performance.now() - start) / 1000
  report.target('recibidos_mails_per_s', 'mails taken in a second', CORREOS / seconds, '>=', 50)

  fill(app.store.client)
  for (const [name, path] of [
    ['first_page', '/v1/recibidos'],
    ['not_in_register', '/v1/recibidos?en_rcv=false'],
  ] as const) {
    const times: number[] = []
    for (let i = 0; i < ROUNDS; i++) {
      const began = performance.now()
      const { status, body } = await app.get(path)
      times.push(performance.now() - began)
      if (status !== 200 || body.paginacion.total < DOCUMENTOS)
        throw new Error(`${status} ${body.paginacion?.total}`)
    }
    report.target(`recibidos_${name}_ms`, `${path} of ${DOCUMENTOS} documents, ms`, median(times), '<', 20)
  }
}

/** Copies of the first document, as many as there must be. */
function fill(client: Awaited<ReturnType<typeof testAppWithReceiver>>['store']['client']): void {
  const columns = client.prepare("SELECT name FROM pragma_table_info('recibido')").pluck().all() as string[]
  const own: Record<string, string> = {
    id: "'rec_' || printf('%026d', i)",
    primero_id: "'rec_' || printf('%026d', i)",
    folio: '100000 + i',
    huella: "'h' || i",
    primero_en: "strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', '+' || i || ' minutes')",
  }
  client.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${DOCUMENTOS})
    INSERT INTO recibido (${columns}) SELECT ${columns.map((name) => own[name] ?? `r.${name}`)}
    FROM n, recibido r WHERE r.folio = 1`)
}
