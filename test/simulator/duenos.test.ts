// Two accounts with one RUT at the simulated SII (simulator §11.1): whatever window one looks through, what the other did is in none.

import { expect, test } from 'bun:test'
import { pagador } from './bte-visita'
import { list, listed, request, ventanilla, words } from './folios-visita'
import { callFacade, halves, type Json } from './rcv-visita'
import { dte, EMPRESA, PERSONA, sobre } from './sobres'
import { type Portal, portal, refusal } from './visita'

const RIO_CLARO = '77123456-9'

/** An owner's view of each window of the company, by its amount. */
async function look(p: Portal, dueno: string): Promise<Record<string, number>> {
  const desk = async (path: string): Promise<Json> => (await p.desk('GET', path, dueno)).json.data
  const counted = async (path: string): Promise<number> => (await desk(`${path}?rut=${EMPRESA}`)).length
  const v = await ventanilla(p, dueno)
  const resumen = async (operacion: string, ptributario: string): Promise<number> => {
    const asked = {
      ...halves(EMPRESA),
      ptributario,
      operacion,
      estadoContab: 'REGISTRO',
      busquedaInicial: true,
    }
    return ((await callFacade(v.visita, 'getResumen', asked)).json.data ?? []).length
  }
  const { compra, venta } = await desk(`registro/202602?rut=${EMPRESA}`)
  const payer = await pagador(p, EMPRESA, dueno)
  const month = words(await payer.month('03', '2026'))
  return {
    'the RCV, purchases': await resumen('COMPRA', '202602'),
    'the RCV, sales': await resumen('VENTA', '202603'),
    'the register at the desk': compra.documentos.length + venta.documentos.length,
    'boletas of third parties': month.includes('NO REGISTRA MOVIMIENTOS') ? 0 : 1,
    'the same at the desk': await counted('bte'),
    'ranges to fetch again': listed(await list(v, 'rf', 61)).length,
    'ranges to annul': listed(await list(v, 'af', 61)).length,
    letters: await counted('correo'),
    'reports of used folios': (await desk('rcof')).length,
    neighbours: await counted('vecinos'),
    'sessions of others': (await desk('sesiones')).personas.filter(
      ({ rut }: Json) => ![EMPRESA, PERSONA.rut].includes(rut),
    ).length,
  }
}

test('neither sees documents, mails, sessions or folios of the other', async () => {
  const p = portal()
  const [uno, dos] = ['cta_1', 'cta_2']
  expect((await p.desk('POST', `vecindario?rut=${EMPRESA}`, uno, { meses: 1 })).status).toBe(201)
  const caf = await request(await ventanilla(p, uno), { tipo: 61, cantidad: 3 })
  expect(caf.file).toContain('<TD>61</TD>')
  const facturas = await request(await ventanilla(p, uno), { tipo: 33, cantidad: 3 })
  const folio = Number(/<D>(\d+)</.exec(facturas.file)![1])
  await p.e.judge(sobre([dte({ folio, caf: facturas, receptor: RIO_CLARO })]), {
    headers: { 'x-simulador-dueno': uno },
  })
  await (await pagador(p, EMPRESA, uno)).issue()
  const clave = await p.newClave(RIO_CLARO, uno)
  await p.visit(uno).clave(RIO_CLARO, clave)

  const own = await look(p, uno)
  const empty = Object.entries(own).filter(
    ([name, found]) => found === 0 && name !== 'reports of used folios',
  )
  expect(empty).toEqual([])
  const other = await look(p, dos)
  expect(Object.entries(other).filter(([, found]) => found > 0)).toEqual([])

  // A simulator that servers share, asked by itself, tells of all that they did (help of `TIMBRE_SIMULADOR_URL`).
  const byItself = await p.desk('GET', `bte?rut=${EMPRESA}`)
  expect(byItself.json.data).toHaveLength(own['the same at the desk']!)

  // A clave and a cookie are good in the world that they are of.
  expect(refusal((await p.visit(dos).clave(RIO_CLARO, clave)).text)).toBe('20')
  const thief = p.visit(dos)
  const { visita } = await pagador(p, EMPRESA, uno)
  for (const [name, value] of visita.cookies) thief.cookies.set(name, value)
  const page = await thief.go('zeus/cvc_cgi/bte/bte_indiv_cons?1')
  expect([page.status, page.headers.get('location')?.includes('IngresoRutClave')]).toEqual([302, true])
  await p.stop()
})
