// Every kind of event that what was billed to a customer may hear of, to be drawn at random (areas/clientes §3).

import { expect } from 'bun:test'
import { annulAtSii, fail, heal } from '../../support/emision'
import { boleta, factura, RECEPTOR } from '../../support/emisor'
import { compra, exportacion, guia, liquidacion, notaExportacion } from '../../support/solicitudes'
import type { CompanyApp, Reply, TestApp } from '../../support/test-app'

export const RUTS = ['77123456-9', '76192083-9', '78123450-8']
/** Nothing is issued to it. */
const NADIE = '96790240-3'
/** The simulator rejects what goes to it. */
const RECHAZA = '90000002-2'

export const FOLIOS = {
  ...{ 33: 400, 34: 50, 39: 100, 41: 50, 43: 50, 46: 50, 52: 50 },
  ...{ 56: 200, 61: 300, 110: 100, 111: 50, 112: 50 },
}

/** A small generator that repeats. */
export function dice(seed: number): (n: number) => number {
  let state = seed
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
}

/** Lets time pass, with what is ready in each second. */
export async function pass(app: TestApp, seconds = 12): Promise<void> {
  for (let i = 0; i < seconds; i++) {
    await app.drainJobs()
    app.advance(1000)
  }
}

const ok = (reply: Reply, ...also: number[]) => {
  expect([200, 201, 202, 204, ...also]).toContain(reply.status)
  return reply.status < 300 ? (reply.body?.data ?? true) : undefined
}

/** Each resolves to something where it came to anything. */
export function createSucesos(app: CompanyApp, roll: (n: number) => number) {
  const clientes: Record<string, string> = {}
  const emitidos: { tipo: number; folio: number; rut: string }[] = []
  const exportaciones: number[] = []
  const one = <T>(list: readonly T[]): T | undefined => list[roll(list.length)]
  const rut = () => one([...RUTS, RECHAZA])!
  const receptorOf = (to: string) => ({ ...RECEPTOR, rut: to, razon_social: `Cliente ${to}` })
  const line = () => [{ nombre: 'Algo', cantidad: 1, precio: 1000 + roll(9000) }]
  const foreigner = () =>
    clientes.extranjero && roll(2) ? { receptor: { cliente_id: clientes.extranjero } } : {}
  const issue = async (body: Record<string, unknown>): Promise<number | undefined> =>
    ok(await app.post('/v1/dte/emitir', body), 422, 409)?.folio
  const issueTo = async (tipo: number, body: (to: string) => Record<string, unknown>, to = rut()) => {
    const folio = await issue(body(to))
    if (folio) emitidos.push({ tipo, folio, rut: to })
    return folio
  }
  const bring = async (cuerpo: object): Promise<boolean> => {
    const { creados, actualizados } = ok(await app.post('/v1/clientes/importar', cuerpo))
    const { body } = await app.get('/v1/clientes?limite=100')
    for (const { id, rut: of, extranjero } of body.data) if (!extranjero) clientes[of] = id
    return creados + actualizados > 0
  }
  const facturaA = (to: string, tipo_dte = 33) =>
    factura({ tipo_dte, receptor: receptorOf(to), detalle: line() })

  return {
    factura: () => issueTo(33, (to) => facturaA(to)),
    exenta: () => issueTo(34, (to) => facturaA(to, 34)),
    boleta: () => issue(boleta(roll(2) ? { receptor: { rut: rut(), razon_social: 'X' } } : {})),
    boletaExenta: () => issue(boleta({ tipo_dte: 41, receptor: { rut: rut(), razon_social: 'X' } })),
    liquidacion: () => issue(liquidacion({ receptor: receptorOf(rut()) })),
    guia: () => issue(guia({}, { receptor: receptorOf(rut()) })),
    compra: () => issue(compra({}, { receptor: receptorOf(rut()) })),
    async exportacion() {
      const folio = await issue(exportacion({}, foreigner()))
      if (folio) exportaciones.push(folio)
      return folio
    },
    async notaExportacion() {
      const folio = one(exportaciones)
      return folio && issue(notaExportacion(roll(2) ? 111 : 112, { folio }, foreigner()))
    },
    async nota() {
      const of = one(emitidos)
      if (!of) return
      const tipo_dte = roll(2) ? 61 : 56
      const referencias = [{ tipo_documento: of.tipo, folio: of.folio, codigo: 3 }]
      const detalle = [{ nombre: 'Rebaja', cantidad: 1, precio: 100 + roll(300) }]
      const body = (to: string) => ({ tipo_dte, receptor: receptorOf(to), detalle, referencias })
      return issueTo(tipo_dte, body, of.rut)
    },
    async anular() {
      const of = one(emitidos)
      if (!of) return
      const nota = ok(await app.post(`/v1/dte/${of.tipo}/${of.folio}/anular`, { motivo: 'Error' }), 409, 422)
      if (nota) emitidos.push({ tipo: nota.tipo_dte, folio: nota.folio, rut: of.rut })
      return nota
    },
    /** A note that is rejected voids nothing: what it voided counts again. */
    async anularEnVano() {
      const to = one(RUTS)!
      const folio = await issueTo(33, (whose) => facturaA(whose), to)
      await pass(app)
      const nota = ok(await app.post(`/v1/dte/33/${folio}/anular`, { motivo: 'Error' }), 409, 422)
      if (nota) annulAtSii(app, nota.tipo_dte, nota.folio)
      return nota
    },
    /** Its voided document counts again, and neither of the two notes does. */
    async anularLaNota() {
      const folio = await issueTo(33, (to) => facturaA(to), one(RUTS)!)
      await pass(app)
      const nota = ok(await app.post(`/v1/dte/33/${folio}/anular`, { motivo: 'Error' }), 409, 422)
      await pass(app)
      return nota && ok(await app.post(`/v1/dte/61/${nota.folio}/anular`, { motivo: 'Error' }), 409, 422)
    },
    async descartar() {
      await fail(app, 'envio', 'sin_permiso')
      const data = ok(await app.post('/v1/dte/emitir', facturaA(rut())), 422)
      await app.drainJobs()
      await heal(app)
      const liberar_folio = roll(2) === 0
      return data && ok(await app.post(`/v1/dte/emision/${data.job_id}/descartar`, { liberar_folio }), 409)
    },
    /** A document again in another environment, or rejected there: what becomes of it is nothing to this one. */
    otroAmbiente() {
      const { client } = app.store
      const ids = client
        .prepare<[], string>("SELECT id FROM documento WHERE ambiente = 'simulacion' ORDER BY rowid")
        .pluck()
      const id = one(ids.all())
      if (!id) return
      const rejected = client
        .prepare("UPDATE documento SET estado_sii = 'rechazado' WHERE id = ? || 'c'")
        .run(id)
      if (rejected.changes) return true
      const copy = (table: string, over: Record<string, string>, from: string) => {
        const columns = client
          .prepare<[], string>(`SELECT name FROM pragma_table_info('${table}')`)
          .pluck()
          .all()
        const values = columns.map((name) => over[name] ?? name)
        client
          .prepare(`INSERT INTO ${table} (${columns}) SELECT ${values} FROM ${table} WHERE ${from}`)
          .run(id)
      }
      const aside = { ambiente: "'certificacion'", id: "id || 'c'" }
      copy('job', { ...aside, estado: "'completed'" }, 'id = (SELECT job_id FROM documento WHERE id = ?)')
      copy('documento', { ...aside, job_id: "job_id || 'c'", envio_id: 'NULL' }, 'id = ?')
      return true
    },
    pasar: () => pass(app).then(() => true),
    async crear() {
      const to = rut()
      const { status, body } = await app.post('/v1/clientes', { rut: to, razon_social: `Cliente ${to}` })
      if (status === 201) clientes[to] = body.data.id
      return status === 201
    },
    async extranjero() {
      const who = { razon_social: 'Blue Harbor', direccion: '1200 Pier 9', ciudad: 'Seattle' }
      const extranjero = { num_id: '98-7654321' }
      const { status, body } = await app.post('/v1/clientes', { rut: '55555555-5', ...who, extranjero })
      if (status === 201) clientes.extranjero = body.data.id
      return status === 201
    },
    async otroRut() {
      const known = one(Object.entries(clientes).filter(([name]) => name !== 'extranjero'))
      const to = one([...RUTS, RECHAZA, NADIE])!
      if (!known || to === known[0]) return
      const { status } = await app.put(`/v1/clientes/${known[1]}`, { rut: to })
      if (status !== 200) return
      delete clientes[known[0]]
      clientes[to] = known[1]
      return true
    },
    async otroNumero() {
      if (!clientes.extranjero) return
      const num_id = roll(2) ? '98-7654321' : '11-1'
      return ok(await app.put(`/v1/clientes/${clientes.extranjero}`, { extranjero: { num_id } }), 409)
    },
    async borrar() {
      const id = one(Object.values(clientes))
      return id && ok(await app.delete(`/v1/clientes/${id}`), 409)
    },
    async restaurar() {
      const id = one(Object.values(clientes))
      return id && ok(await app.post(`/v1/clientes/${id}/restaurar`, {}), 409)
    },
    importarArchivo: () =>
      bring({
        archivo_base64: Buffer.from(`rut;razon_social\n${rut()};De un archivo\n`).toString('base64'),
      }),
    importarEmitidos: () => bring({ periodo_desde: '202611', periodo_hasta: '202611', origen: 'emitidos' }),
  } satisfies Record<string, () => unknown>
}
