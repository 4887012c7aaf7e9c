import { beforeAll, describe, expect, test } from 'bun:test'
import { prepareImportacion } from '../../../src/areas/clientes/statements'
import { rutDv } from '../../../src/domain/rut'
import { openStore } from '../../../src/store/store'
import { factura, RECEPTOR } from '../../support/emisor'
import { compra, guia } from '../../support/solicitudes'
import { type CompanyApp, loadFolios, testApp, testAppWithCompany } from '../../support/test-app'
import { archivo, importar as importarRcv } from '../rcv/archivos'

let app: CompanyApp
beforeAll(async () => {
  app = await testAppWithCompany()
})

const base64 = (text: string | Uint8Array) => Buffer.from(text as string).toString('base64')
const upload = (text: string | Uint8Array) =>
  app.post('/v1/clientes/importar', { archivo_base64: base64(text) })
const one = async (rut: string) => (await app.get(`/v1/clientes?rut=${rut}`)).body.data[0]
const rutOf = (n: number) => `${n}-${rutDv(String(n))}`

describe('a file of customers (areas/clientes §4)', () => {
  test('makes who is missing, and tells every line that is wrong with all its faults', async () => {
    const { status, body } = await upload(
      [
        'RUT;Razón Social;giro;correo;forma_pago',
        '77.123.456-9;Constructora Río Claro SpA;Obras;facturas@example.cl;2',
        '77123456-0;Mala;;;',
        '66666666-6;Público;;;',
        ';Sin RUT;;nadie;9',
        '76192083-9;"Ñandú; ""y hermanos""";;;',
        '',
        `78123450-8;${'x'.repeat(101)};;;`,
      ].join('\r\n'),
    )
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ creados: 2, actualizados: 0, omitidos: 0 })
    expect(body.data.errores).toEqual([
      { linea: 3, mensaje: 'rut: 77123456-0 no es un RUT válido' },
      { linea: 4, mensaje: expect.stringContaining('consumidores finales') },
      {
        linea: 5,
        mensaje: expect.stringMatching(/email: .*; rut: falta; forma_pago_defecto: debe ser de 1 a 3/),
      },
      { linea: 8, mensaje: expect.stringContaining('razon_social: tiene 101 caracteres y admite 100') },
    ])
    expect(await one('76192083-9')).toMatchObject({ razon_social: 'Ñandú; "y hermanos"', origen: 'csv' })
    expect(await one('77123456-9')).toMatchObject({ email: 'facturas@example.cl', forma_pago_defecto: 2 })
  })

  test('holds the number and the country of a foreigner to what a document takes', async () => {
    const lines = [
      'rut;razon_social;num_id;nacionalidad',
      '55555555-5;Uno;A‐7;225',
      '55555555-5;Dos;日本;777',
    ]
    const { body } = await upload(lines.join('\n'))
    expect(body.data).toMatchObject({
      creados: 1,
      errores: [{ linea: 3, mensaje: expect.stringMatching(/num_id: no puede.*; nacionalidad: aduana no/) }],
    })
    expect((await one('55555555-5')).extranjero).toMatchObject({ num_id: 'A-7' })
  })

  test('fills what is lacking and changes nothing that is there, nor what a person emptied', async () => {
    const { id } = await one('77123456-9')
    await app.put(`/v1/clientes/${id}`, { giro: 'Lo que una persona escribió', email: null })
    const { body } = await upload(
      'rut,razon_social,giro,email,comuna\n77123456-9,OTRO NOMBRE,Otro giro,otro@example.cl,Talca\n76192083-9,X,,,\n',
    )
    expect(body.data).toEqual({ creados: 0, actualizados: 1, omitidos: 1, errores: [] })
    expect(await one('77123456-9')).toMatchObject({
      razon_social: 'Constructora Río Claro SpA',
      giro: 'Lo que una persona escribió',
      email: null,
      comuna: 'Talca',
    })
    const { body: told } = await app.get(`/v1/clientes/${id}/historial?limite=1`)
    expect(told.data[0]).toMatchObject({
      usuario: null,
      campos: [{ campo: 'comuna', antes: null, despues: 'Talca' }],
    })
  })

  test('does not bring back who was deleted, and says so', async () => {
    const { id } = await one('76192083-9')
    await app.delete(`/v1/clientes/${id}`)
    const { body } = await upload('rut;razon_social\n76192083-9;Ñandú\n')
    expect(body.data.errores).toEqual([{ linea: 2, mensaje: expect.stringContaining('eliminado') }])
    await app.post(`/v1/clientes/${id}/restaurar`, {})
  })

  test('reads what the list gives as CSV, also a name that a spreadsheet would take for a formula', async () => {
    await app.post('/v1/clientes', { rut: '96790240-3', razon_social: '=Suma & Sigue' })
    const csv = (await app.get('/v1/clientes?formato=csv')).body
    expect(csv).toContain("'=Suma")
    const other = await app.registerCompany()
    const { status, body } = await app.post(
      '/v1/clientes/importar',
      { archivo_base64: base64(csv) },
      other.key,
    )
    expect([status, body.data.errores]).toEqual([201, []])
    const { body: list } = await app.get('/v1/clientes?rut=96790240-3', other.key)
    expect(list.data[0].razon_social).toBe('=Suma & Sigue')
  })

  test.each([
    ['windows-1252', Buffer.from('rut;razon_social\n90000012-K;Pe\xf1a\n', 'latin1')],
    [
      'UTF-16',
      Buffer.concat([
        Buffer.from([0xff, 0xfe]),
        Buffer.from('rut\trazon_social\n90000012-K\tPeña\n', 'utf16le'),
      ]),
    ],
    [
      'lines that begin after blank ones',
      Buffer.from('\r\n;;\r\nrut;razon_social;;\r\n90000012-K;Peña;;\r\n'),
    ],
    ['a quote that nothing closes', Buffer.from('rut;razon_social\n90000012-K;"Peña\n')],
  ])('is read in %s', async (_, bytes) => {
    const { status } = await upload(bytes)
    expect(status).toBe(201)
    expect(await one('90000012-K')).toMatchObject({ razon_social: expect.stringContaining('Peña') })
  })

  test.each([
    ['nothing', ''],
    ['a spreadsheet', 'PK\x03\x04\0\0'],
    ['no RUT', 'razon_social\nX\n'],
    ['a column twice', 'rut;rut;razon_social\n'],
    ['a column that nobody knows', 'rut;razon_social;gro\n'],
  ])('is refused before anything is queued: %s', async (_, text) => {
    const { status, body } = await upload(text || ' ')
    expect([status, body.code]).toEqual([422, 'VALIDATION_ERROR'])
    expect((await app.get('/v1/clientes/trabajos?estado=pending')).body.data).toEqual([])
  })

  test('is read as Excel writes it: UTF-16, other names in another order, breaks in a cell, formulas, a RUT twice', async () => {
    const company = await testAppWithCompany()
    const text = [
      'Teléfono;RAZÓN SOCIAL;R.U.T.;Dirección;Correo electrónico;Giro',
      '+56 9 1234 5678;"Sastrería ""El\nHilo""; Ltda.";77.123.456-9;=1+1;;',
      ';;;;;',
      '',
      ';-Otra-;76.192.083-9;"@calle, 5";ventas@example.cl;Ropa',
      ';SASTRERIA EL HILO;771234569;;hilo@example.cl;Telas',
      ";'+Más SpA;78123450-8;;;",
    ].join('\r\n')
    const archivo_base64 = base64(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]))
    const { body } = await company.post('/v1/clientes/importar', { archivo_base64 })
    // The line that names a RUT again fills what the first left empty.
    expect(body.data).toEqual({ creados: 3, actualizados: 1, omitidos: 0, errores: [] })
    const found = (await company.get('/v1/clientes')).body.data
    expect(found.map((one: Record<string, unknown>) => [one.rut, one.razon_social])).toEqual([
      ['78123450-8', '+Más SpA'],
      ['76192083-9', '-Otra-'],
      ['77123456-9', 'Sastrería "El Hilo"; Ltda.'],
    ])
    expect(found[2]).toMatchObject({
      telefono: '+56 9 1234 5678',
      direccion: '=1+1',
      email: 'hilo@example.cl',
      giro: 'Telas',
    })
    expect(found[1]).toMatchObject({ direccion: '@calle, 5', email: 'ventas@example.cl' })
  })

  test('goes on where it was when the server died, and doubles nothing', async () => {
    const company = await testAppWithCompany()
    const lines = Array.from({ length: 4000 }, (_, i) => `${rutOf(70_000_000 + i)};Cliente ${i};Giro`)
    const bad = [...lines.slice(0, 2000), 'nada;Mala', ...lines.slice(2000)]
    const file = base64(['rut;razon_social;giro', ...bad].join('\n'))
    const count = (db: typeof company.store) =>
      db.client.prepare('SELECT count(*) FROM cliente').pluck().get() as number
    const queued = company.post('/v1/clientes/importar', { archivo_base64: file })
    // Midway, as the disk has it then.
    while (count(company.store) < 500) await new Promise((resolve) => setImmediate(resolve))
    const dead = company.store.client.serialize()
    await queued
    const store = openStore({
      path: dead,
      masterKey: new Uint8Array(32).fill(7),
      clock: () => company.time.now,
    })
    expect(count(store)).toBeLessThan(3000)
    const next = await testApp({ store, now: company.time.now.toISOString() })
    next.speakAs(company.tenant)
    next.app.services.runner.rescue?.()
    next.advance(60_000)
    await next.drainJobs()
    const [job] = (await next.get('/v1/clientes/trabajos')).body.data
    expect(job).toMatchObject({
      estado: 'completed',
      result: { creados: 4000, actualizados: 0, omitidos: 0 },
    })
    expect(job.result.errores).toEqual([{ linea: 2002, mensaje: expect.stringContaining('no es un RUT') }])
    expect(count(store)).toBe(4000)
    expect(store.client.prepare('SELECT count(*) FROM cliente_archivo').pluck().get()).toBe(0)
  })
})

describe('an import of months (areas/clientes §4)', () => {
  test('takes the parties of the register by name, and the receivers of what was issued with all they said', async () => {
    const company = await testAppWithCompany()
    await importarRcv(company, '202611', archivo('venta'))
    const months = { periodo_desde: '202610', periodo_hasta: '202611' }
    const rcv = await company.post('/v1/clientes/importar', { ...months, origen: 'rcv' })
    expect(rcv.status).toBe(201)
    expect(rcv.body.data.creados).toBeGreaterThan(0)
    const { body } = await company.get('/v1/clientes?limite=100')
    expect(body.data.length).toBe(rcv.body.data.creados)
    expect(body.data[0]).toMatchObject({ origen: 'rcv', giro: null })
    expect(body.data.map(({ rut }: { rut: string }) => rut)).not.toContain('66666666-6')

    await loadFolios(company, company.tenant, { 33: 5 })
    const known = body.data[0]
    for (const rut of [known.rut, '78123450-8'])
      await company.post('/v1/dte/emitir', factura({ receptor: { ...RECEPTOR, rut, email: 'a@example.cl' } }))
    const emitidos = await company.post('/v1/clientes/importar', { ...months, origen: 'emitidos' })
    expect(emitidos.body.data).toEqual({ creados: 1, actualizados: 1, omitidos: 0, errores: [] })
    const filled = (await company.get(`/v1/clientes/${known.id}`)).body.data
    expect(filled).toMatchObject({
      razon_social: known.razon_social,
      giro: RECEPTOR.giro,
      email: 'a@example.cl',
    })
    const before = await company.post('/v1/clientes/importar', {
      periodo_desde: '202601',
      periodo_hasta: '202609',
      origen: 'emitidos',
    })
    expect(before.body.data).toEqual({ creados: 0, actualizados: 0, omitidos: 0, errores: [] })
  })

  test('takes who got guides alone, or what was voided since, and nobody who sold', async () => {
    const company = await testAppWithCompany()
    await loadFolios(company, company.tenant, { 33: 5, 46: 5, 52: 5, 61: 5 })
    const to = (rut: string) => ({ receptor: { ...RECEPTOR, rut } })
    for (const body of [guia({}, to('76192083-9')), factura(to('77123456-9')), compra({}, to('78123450-8'))])
      expect((await company.post('/v1/dte/emitir', body)).status).toBe(202)
    await company.settle()
    expect((await company.post('/v1/dte/33/1/anular', { motivo: 'Error' })).status).toBe(202)
    await company.settle()
    const months = { periodo_desde: '202611', periodo_hasta: '202611', origen: 'emitidos' }
    const { body } = await company.post('/v1/clientes/importar', months)
    expect(body.data).toMatchObject({ creados: 2, errores: [] })
    const { data } = (await company.get('/v1/clientes')).body
    expect(data.map(({ rut, giro }: Record<string, string>) => [rut, giro]).sort()).toEqual([
      ['76192083-9', RECEPTOR.giro],
      ['77123456-9', RECEPTOR.giro],
    ])
  })

  test('takes of a month who got guides in it and was last billed before', async () => {
    const company = await testAppWithCompany({ now: '2026-10-20T14:00:00Z' })
    await loadFolios(company, company.tenant, { 33: 5, 52: 5 })
    expect((await company.post('/v1/dte/emitir', factura())).status).toBe(202)
    company.setNow('2026-11-20T14:00:00Z')
    const moved = { ...RECEPTOR, direccion: 'Calle Nueva 1' }
    expect((await company.post('/v1/dte/emitir', guia({}, { receptor: moved }))).status).toBe(202)
    await company.settle()
    const month = { periodo_desde: '202611', periodo_hasta: '202611', origen: 'emitidos' }
    const { body } = await company.post('/v1/clientes/importar', month)
    expect(body.data).toMatchObject({ creados: 1, errores: [] })
    expect((await company.get('/v1/clientes')).body.data).toMatchObject([
      { rut: RECEPTOR.rut, direccion: 'Calle Nueva 1' },
    ])
  })

  test('looks each party up by its RUT, however many documents the months have', () => {
    const { client } = app.store
    const { nextVenta, nombreVenta, nextEmitido, ultimo, otroUltimo, emitidoEn } = prepareImportacion(client)
    const plans = [nextVenta, nombreVenta, nextEmitido, ultimo, otroUltimo, emitidoEn].map(({ source }) => {
      const names = [...source.matchAll(/@(\w+)/g)].map(([, name]) => [name, ''])
      const plan = client.prepare(`EXPLAIN QUERY PLAN ${source}`).all(Object.fromEntries(names))
      return (plan[0] as { detail: string }).detail
    })
    const venta = 'rcv_documento_unico (empresa_id=? AND ambiente=? AND lado=? AND rut'
    const emitido = 'documento_receptor (empresa_id=? AND ambiente=? AND rut_receptor'
    const wanted = [
      ...[`${venta}>?)`, `${venta}=?)`, `${emitido}>?)`],
      ...['PRIMARY KEY (empresa_id=? AND ambiente=? AND rut=?', `${emitido}=?)`, `${emitido}=?)`],
    ]
    expect(plans).toEqual(wanted.map((index) => expect.stringContaining(index)))
  })

  test('reads each month at the SII first where that is asked for, a unit a month', async () => {
    const company = await testAppWithCompany({ planInicial: 'Gratis' })
    const months = { periodo_desde: '202609', periodo_hasta: '202611', origen: 'rcv', sincronizar: true }
    const blind = await company.post('/v1/clientes/importar', months)
    expect([blind.status, blind.body.code]).toEqual([422, 'PORTAL_CREDENTIALS_MISSING'])
    const { empresaId, session } = company.tenant
    await company.put(`/v1/empresa/${empresaId}/portal/clave`, { simulado: true }, session)
    await company.post('/simulador/vecindario', { meses: 3 }, company.tenant.session)
    const queued = await company.post('/v1/clientes/importar?esperar=0', months)
    expect(queued.status).toBe(202)
    await company.settle()
    const { body } = await company.get(`/v1/clientes/trabajos/${queued.body.data.job_id}`)
    expect(body.data).toMatchObject({ estado: 'completed', objeto: 'rcv 202609 a 202611' })
    const read = (await company.get('/v1/rcv/trabajos')).body.data
    expect(read.map(({ objeto, estado }: Record<string, string>) => `${objeto} ${estado}`).sort()).toEqual([
      '202609 completed',
      '202610 completed',
      '202611 completed',
    ])
    const use = (await company.get('/v1/cuenta/uso', company.tenant.session)).body.data
    expect(use.consultas.por_operacion.rcv).toBe(3)
    const many = { ...months, periodo_desde: '202201', periodo_hasta: '202611' }
    const { status, body: refused } = await company.post('/v1/clientes/importar', many)
    expect([status, refused.code]).toEqual([403, 'PLAN_LIMIT'])
  })

  test('takes what the register has and names the months that were never read', async () => {
    const company = await testAppWithCompany()
    await importarRcv(company, '202611', archivo('venta'))
    const months = { periodo_desde: '202609', periodo_hasta: '202611', origen: 'rcv' }
    const { status, body } = await company.post('/v1/clientes/importar', months)
    expect(status).toBe(201)
    expect(body.data.creados).toBeGreaterThan(0)
    expect(body.data.errores).toEqual([
      { linea: null, mensaje: expect.stringMatching(/de 202609 a 202610:.*sincronizar/) },
    ])
    const alone = { ...months, periodo_hasta: '202610' }
    const nothing = await company.post('/v1/clientes/importar', alone)
    expect(nothing.body.data).toMatchObject({ creados: 0, actualizados: 0, errores: [{ linea: null }] })
  })

  test('ends where the quota does, and a retry goes on with the months that are left', async () => {
    const company = await testAppWithCompany({ planInicial: 'Gratis' })
    const { empresaId, cuentaId, session } = company.tenant
    await company.put(`/v1/empresa/${empresaId}/portal/clave`, { simulado: true }, session)
    await company.post('/simulador/vecindario', { meses: 3 }, session)
    const asked = { periodo_desde: '202610', periodo_hasta: '202611', origen: 'rcv', sincronizar: true }
    const spent = (consultas: number) => {
      company.store.client.exec('DELETE FROM cuota_consulta')
      company.store.client
        .prepare("INSERT INTO cuota_consulta VALUES (?, '202611', 'rcv', ?)")
        .run(cuentaId, consultas)
    }
    spent(49)
    expect((await company.post('/v1/clientes/importar', asked)).body.code).toBe('PLAN_LIMIT')
    spent(48)
    const queued = await company.post('/v1/clientes/importar?esperar=0', asked)
    expect(queued.status).toBe(202)
    // Somebody else was quicker.
    spent(49)
    await company.settle()
    const path = `/v1/clientes/trabajos/${queued.body.data.job_id}`
    const stopped = (await company.get(path)).body.data
    expect(stopped).toMatchObject({ estado: 'failed', error: { code: 'PLAN_LIMIT' } })
    const months = async () =>
      (await company.get('/v1/rcv/trabajos')).body.data.map(({ objeto }: { objeto: string }) => objeto)
    expect(await months()).toEqual(['202610'])
    expect((await company.post(`${path}/reintentar`, undefined)).body.code).toBe('PLAN_LIMIT')
    spent(1)
    expect((await company.post(`${path}/reintentar`, undefined)).status).toBeLessThan(300)
    await company.settle()
    expect((await company.get(path)).body.data.estado).toBe('completed')
    expect((await months()).sort()).toEqual(['202610', '202611'])
  })

  test('tells all that is wrong with what is asked', async () => {
    const wrong = async (body: object) => {
      const answer = await app.post('/v1/clientes/importar', body)
      expect(answer.status).toBe(422)
      return answer.body.detalles.map(({ campo }: { campo: string }) => campo).sort()
    }
    expect(await wrong({})).toEqual(['origen', 'periodo_desde', 'periodo_hasta'])
    const emitidos = { origen: 'emitidos', sincronizar: true }
    // The month is none yet, the other none any more, and they stand in the wrong order.
    expect(await wrong({ ...emitidos, periodo_desde: '202612', periodo_hasta: '201601' })).toEqual([
      'periodo_desde',
      'periodo_hasta',
      'periodo_hasta',
      'sincronizar',
    ])
    expect(await wrong({ ...emitidos, periodo_desde: '202612', periodo_hasta: '202611' })).toEqual([
      'periodo_desde',
      'periodo_hasta',
      'sincronizar',
    ])
    expect(await wrong({ archivo_base64: base64('rut;razon_social'), origen: 'rcv' })).toEqual(['origen'])
    expect(await wrong({ archivo_base64: base64('rut;rut;gro'), periodo_desde: '202611' })).toEqual([
      'archivo',
      'archivo',
      'archivo',
      'periodo_desde',
    ])
  })
})
