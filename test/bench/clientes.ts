// A book of fifty thousand customers (areas/clientes): brought in as a file, then found in every way a person or a program asks, pages
// and their counts included.

import { join } from 'node:path'
import { rutDv } from '../../src/domain/rut'
import { openDatabase } from '../../src/store/driver'
import { ask, finished } from './ask'
import { type Company, createCompany } from './company'
import { median, spread } from './measure'
import type { Report } from './report'
import { type AppServer, startApp, startSimulator, withFolder } from './server'
import { reportLag, watched } from './watched'

const CUSTOMERS = 50_000
const PAGE = 50
const ROUNDS = 15
/** Milliseconds. */
const SEARCH = 20

const LAST = `limite=${PAGE}&pagina=${CUSTOMERS / PAGE}`
// A fifth of them are «spa»: the last but one page of these.
const DEEP = `limite=${PAGE}&pagina=${CUSTOMERS / 5 / PAGE - 1}`

/** The questions, and the numbers of their matches. */
const ASKED: readonly (readonly [name: string, query: string, found: number])[] = [
  ['first_page', `limite=${PAGE}`, CUSTOMERS],
  ['last_page', LAST, CUSTOMERS],
  ['rut', `rut=${rutOf(777)}`, 1],
  ['q_one', 'q=cliente%2031415', 1],
  ['q_part_of_rut', `q=${rutOf(777).slice(0, 7)}`, 10],
  ['q_whole_rut', `q=${rutOf(777).replace('-', '')}`, 1],
  ['q_email', 'q=cobranza777@', 1],
  ['q_nobody', 'q=zzyzx', 0],
  ['q_fifth', 'q=spa', CUSTOMERS / 5],
  ['q_fifth_deep', `q=spa&${DEEP}`, CUSTOMERS / 5],
  ['q_letter', 'q=e', CUSTOMERS],
  ['q_letter_last', `q=e&${LAST}`, CUSTOMERS],
  ['billed', 'orden=-total_facturado', CUSTOMERS],
  ['billed_last', `orden=-total_facturado&${LAST}`, CUSTOMERS],
  ['billed_q_nobody', 'orden=-total_facturado&q=zzyzx', 0],
  ['billed_q_fifth', 'orden=-total_facturado&q=spa', CUSTOMERS / 5],
  ['billed_q_fifth_deep', `orden=-total_facturado&q=spa&${DEEP}`, CUSTOMERS / 5],
  ['billed_q_letter_last', `orden=-total_facturado&q=e&${LAST}`, CUSTOMERS],
  ['newest_q_fifth_deep', `orden=-ultimo_dte&q=spa&${DEEP}`, CUSTOMERS / 5],
]

export const measureClientes = (report: Report): Promise<void> =>
  withFolder(async (dir) => {
    const path = join(dir, 'timbre.db')
    const simulator = await startSimulator({ judgeAfterMs: 0 })
    const app = await startApp({ path, simuladorUrl: simulator.url, jobs: 'now' })
    const company = await createCompany(app.url)
    const importing = await watched(app, () => bringIn(app, company))
    report.figure('clientes_import_ms', `import of ${CUSTOMERS} customers, ms`, importing.ms)
    bill(path)
    const times: Record<string, number[]> = {}
    const searching = await watched(app, async () => {
      for (let round = 0; round < ROUNDS; round++)
        for (const [name, query, found] of ASKED) {
          const began = performance.now()
          const answer = await ask(app, company, 'GET', `/v1/clientes?${query}`)
          const { paginacion } = (await answer.json()) as { paginacion: { total: number } }
          times[name] = [...(times[name] ?? []), performance.now() - began]
          if (paginacion.total !== found) throw new Error(`${query} found ${paginacion.total}`)
        }
    })
    await app.stop()
    await simulator.stop()
    for (const [name, query] of ASKED)
      report.figure(`clientes_${name}_ms`, `?${query}, ms`, spread(times[name]!))
    const worst = ASKED.map(([name]) => ({ name, ms: median(times[name]!) })).reduce((a, b) =>
      a.ms > b.ms ? a : b,
    )
    report.target('clientes_worst_ms', `the slowest of these, ${worst.name}, ms`, worst.ms, '<', SEARCH)
    reportLag(report, 'clientes', { import: [importing], search: [searching] })
  })

function rutOf(i: number): string {
  const numero = String(60_000_000 + i)
  return `${numero}-${rutDv(numero)}`
}

const FIRST = [
  'Comercial',
  'Constructora',
  'Transportes',
  'Inversiones',
  'Sociedad Agrícola',
  'Importadora',
  'Clínica',
]
const SECOND = [
  'Río Claro',
  'Ñandú',
  'del Maule',
  'Los Andes',
  'El Roble',
  'Costa Azul',
  'Cordillera',
  'Aysén',
  'Puerto Varas',
]
const THIRD = ['SpA', 'Ltda.', 'S.A.', 'y Compañía Limitada', 'E.I.R.L.']
const GIROS = ['Obras de edificación', 'Venta al por menor de abarrotes', 'Transporte de carga por carretera']

/** Names as long as the real ones, no two alike. */
function fileOf(): string {
  const of = <T>(list: readonly T[], i: number): T => list[i % list.length]!
  const lines = Array.from({ length: CUSTOMERS }, (_, i) =>
    [
      rutOf(i),
      `${of(FIRST, i * 5)} ${of(SECOND, i * 7)} Cliente ${i} ${of(THIRD, i)}`,
      of(GIROS, i),
      `Camino a Pelarco Km ${i}`,
      'Pelarco',
      `cobranza${i}@example.cl`,
    ].join(';'),
  )
  return ['rut;razon_social;giro;direccion;comuna;email', ...lines].join('\r\n')
}

async function bringIn(app: AppServer, company: Company): Promise<void> {
  const body = { archivo_base64: Buffer.from(fileOf()).toString('base64') }
  const queued = await ask(app, company, 'POST', '/v1/clientes/importar?esperar=0', body)
  const { data } = (await queued.json()) as { data: { job_id: string } }
  const { creados } = await finished<{ creados: number }>(app, company, '/v1/clientes', data.job_id)
  if (creados !== CUSTOMERS) throw new Error(`${creados} customers came of it`)
}

/** As if each had been billed something: fifty thousand documents would take minutes, and the list reads sums. */
function bill(path: string): void {
  const db = openDatabase(path)
  db.exec(`UPDATE cliente_suma SET documentos = 1, total = substr(rut, 1, 8) * 2654435761 % 90000000, ultimo_id = 'doc', ultimo_tipo = 33,
      ultimo_folio = 1, ultimo_fecha = date('2026-01-01', '+' || (substr(rut, 1, 8) * 31 % 300) || ' days'),
      ultimo_creado = '2026-11-20T14:02:11.000Z'`)
  db.close()
}
