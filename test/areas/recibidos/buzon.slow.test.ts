// A company's mailbox, of both kinds by the same tests (areas/recibidos/buzon §2): what is in it comes in once, whatever the server does,
// and each message says what came of it.

import { afterEach, describe, expect, test } from 'bun:test'
import { prepareBuzon } from '../../../src/areas/recibidos/buzon/statements'
import { nextTurn } from '../../../src/base/turn'
import { buzonDe } from '../../../src/simulator'
import { openImapServer, type ServidorImap } from '../../support/imap'
import { FACTURA, latin1, mail, testAppWithReceiver } from '../../support/recibidos'

/** The receiver of most golden documents. */
const RECEPTOR = '77123456-9'

type App = Awaited<ReturnType<typeof testAppWithReceiver>>

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

/** A box of one kind: how it is set, and how a letter comes into it. */
interface Caja {
  app: App
  imap: ServidorImap | null
  put(mensaje: Buffer): Promise<void>
  leer(): ReturnType<App['post']>
  mensajes(): Promise<Fila[]>
}
interface Fila {
  resultado: string
  documentos: { folio: number }[]
  repetidos: number
  ajenos: number
  ignorados: { nombre: string; motivo: string }[]
  asunto: string
  de: string | null
}

const AJUSTE = (imap: ServidorImap) => ({
  tipo: 'imap',
  host: 'erp.example.cl',
  puerto: imap.puerto,
  seguridad: 'tls',
  usuario: imap.usuario,
  clave: imap.clave,
})

const put = (app: App, body: object) =>
  app.put(`/v1/empresa/${app.tenant.empresaId}/buzon`, body, app.tenant.session)

async function caja(tipo: 'imap' | 'simulador', over: object = {}): Promise<Caja> {
  const imap = tipo === 'imap' ? await openImapServer() : null
  if (imap) open.push(imap)
  const app = await testAppWithReceiver(imap ? { caCorreo: imap.ca } : {})
  const saved = await put(app, { ...(imap ? AJUSTE(imap) : { tipo }), ...over })
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body))
  return {
    app,
    imap,
    put: async (mensaje) => {
      if (imap) imap.put(mensaje)
      else {
        const init = {
          headers: { ...app.tenant.key, 'content-type': 'message/rfc822' },
          body: new Uint8Array(mensaje),
        }
        const sent = await app.request('POST', `/simulador/correo?para=${buzonDe(RECEPTOR)}`, init)
        if (sent.status !== 201) throw new Error(JSON.stringify(sent.body))
      }
    },
    leer: () => app.post('/v1/recibidos/buzon/leer'),
    mensajes: async () => (await app.get('/v1/recibidos/mensajes')).body.data,
  }
}

const factura = (folio = 1): Buffer => latin1(FACTURA.replace(/<Folio>\d+</, `<Folio>${folio}<`))
const carta = (id: string, ...partes: Parameters<typeof mail>[0]): Buffer =>
  Buffer.from(mail(partes).toString('latin1').replace('<m1@', `<${id}@`), 'latin1')
const conFactura = (folio = 1, id = `m${folio}`): Buffer =>
  carta(id, { nombre: `factura-${folio}.xml`, bytes: factura(folio) })

for (const tipo of ['imap', 'simulador'] as const)
  describe(`a box of kind ${tipo}`, () => {
    test('that brings a mail which says to be the SII’s tells who sent it', async () => {
      const c = await caja(tipo)
      const xml =
        '<?xml version="1.0" encoding="ISO-8859-1"?>\n<RESULTADO_ENVIO><IDENTIFICACION><RUTEMISOR>90000012-K</RUTEMISOR>' +
        '<TRACKID>7</TRACKID><ESTADO>EPR</ESTADO></IDENTIFICACION></RESULTADO_ENVIO>'
      await c.put(carta('sii', { nombre: 'resultado.xml', bytes: Buffer.from(xml, 'latin1') }))
      await c.leer()
      const [{ de }] = (await c.mensajes()) as [Fila]
      expect(de).toContain('@')
      const { data } = (await c.app.get('/v1/recibidos/respuestas/recibidas')).body
      expect(data).toMatchObject([{ clase: 'sii', remitente: de }])
    })

    test('is read to its end, each message with what came of it, and a second reading finds nothing', async () => {
      const c = await caja(tipo)
      await c.put(conFactura(1))
      await c.put(
        carta('foto', { nombre: '../../etc/foto.png', tipo: 'image/png', bytes: Buffer.from([137, 80]) }),
      )
      await c.put(
        carta('ajeno', { nombre: 'otra.xml', bytes: latin1(FACTURA.replaceAll(RECEPTOR, '76192083-9')) }),
      )
      await c.put(conFactura(1, 'otra-vez'))
      expect((await c.leer()).body.data).toEqual({ mensajes: 4, documentos: 1, repetidos: 1, ignorados: 2 })
      expect(
        (await c.mensajes()).map((m) => [m.resultado, m.documentos.length, m.repetidos, m.ajenos]),
      ).toEqual([
        ['repetido', 0, 1, 0],
        ['otro_rut', 0, 0, 1],
        ['ignorado', 0, 0, 0],
        ['documentos', 1, 0, 0],
      ])
      const [, , ignored, first] = await c.mensajes()
      expect(ignored!.ignorados).toEqual([
        expect.objectContaining({ motivo: expect.stringMatching(/foto\.png: No es un XML/) }),
      ])
      expect(JSON.stringify(ignored)).not.toContain('../')
      expect(first).toMatchObject({ de: 'dte@proveedor.example', asunto: 'Envio de DTE' })
      expect((await c.leer()).body.data).toEqual({ mensajes: 0, documentos: 0, repetidos: 0, ignorados: 0 })
    })

    test('takes a message that came twice, or by two ways, once', async () => {
      const c = await caja(tipo)
      await c.put(conFactura())
      await c.put(Buffer.concat([Buffer.from('Received: from b by c; today\r\n'), conFactura()]))
      expect((await c.leer()).body.data).toMatchObject({ mensajes: 2, documentos: 1, repetidos: 1 })
      expect(await c.mensajes()).toHaveLength(1)
    })

    test('is read a letter in a turn: the server answers others between two', async () => {
      const c = await caja(tipo)
      for (let folio = 1; folio <= 20; folio++) await c.put(conFactura(folio))
      const taken = c.app.store.client
        .prepare("SELECT count(*) FROM mensaje WHERE resultado <> 'leyendo'")
        .pluck() as unknown as { get(): number }
      const [perTurn, reading] = [[] as number[], c.leer()]
      for (let before = 0; before < 20; ) {
        await nextTurn()
        const now = taken.get()
        perTurn.push(now - before)
        before = now
      }
      expect((await reading).body.data.documentos).toBe(20)
      expect(Math.max(...perTurn)).toBe(1)
    })

    test('takes what has the number of another message for what it is', async () => {
      const c = await caja(tipo)
      await c.put(carta('m1', { nombre: 'x.xml', bytes: Buffer.from('<a/>') }))
      await c.put(conFactura(1, 'm1'))
      expect((await c.leer()).body.data).toMatchObject({ documentos: 1, ignorados: 1 })
    })

    test('looks at nothing from before the day that was set', async () => {
      const c = await caja(tipo, { desde: '2026-11-21' })
      await c.put(conFactura())
      expect((await c.leer()).body.data.mensajes).toBe(0)
      await put(c.app, { ...(c.imap ? AJUSTE(c.imap) : { tipo }), desde: '2026-11-20' })
      expect((await c.leer()).body.data.mensajes).toBe(1)
    })

    test('survives hostile letters, and tells why it took nothing of them', async () => {
      const c = await caja(tipo)
      const nested = Array.from(
        { length: 100 },
        (_, i) => `Content-Type: multipart/mixed; boundary="n${i}"\r\n\r\n--n${i}\r\n`,
      )
      const zip = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(4000)])
      await c.put(Buffer.from(`From: a@b.cl\r\nSubject: hondo\r\n${nested.join('')}`))
      await c.put(carta('zip', { nombre: 'facturas.zip', tipo: 'application/zip', bytes: zip }))
      await c.put(
        carta('mentira', {
          nombre: 'x.xml',
          tipo: 'text/xml; charset=klingon',
          bytes: Buffer.from('<?xml version="1.0" encoding="klingon"?><DTE/>'),
        }),
      )
      await c.put(
        carta('bomba', {
          nombre: 'b.xml',
          bytes: Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><DTE>&b;</DTE>'),
        }),
      )
      await c.put(Buffer.from([0, 255, 10, 10]))
      await c.put(conFactura())
      expect((await c.leer()).body.data).toEqual({ mensajes: 6, documentos: 1, repetidos: 0, ignorados: 5 })
      const rows = await c.mensajes()
      expect(
        rows.filter(({ resultado }) => resultado === 'ignorado').every((m) => m.ignorados[0]!.motivo),
      ).toBe(true)
      expect(rows.find(({ ignorados }) => JSON.stringify(ignorados).includes('facturas.zip'))).toBeDefined()
    })

    test('goes on at once while more than two hundred wait, in one job', async () => {
      const c = await caja(tipo)
      for (let i = 0; i < 205; i++)
        await c.put(Buffer.from(`From: a@b.cl\r\nMessage-ID: <${i}@b>\r\nSubject: ${i}\r\n\r\nhola`))
      expect((await c.leer()).status).toBe(202)
      c.app.advance(1000)
      await c.app.drainJobs()
      const { data } = (await c.app.get('/v1/recibidos/trabajos?tipo=buzon.leer')).body
      expect(data).toMatchObject([{ estado: 'completed', result: { mensajes: 205, ignorados: 205 } }])
      expect((await c.app.get('/v1/recibidos/mensajes?resultado=documentos')).body.data).toEqual([])
      expect((await c.app.get('/v1/recibidos/mensajes?limite=1')).body.paginacion.total).toBe(205)
      // The second run asks for what follows alone: a first reading of a large folder would else list all of it at each.
      const asked = c.imap?.ordenes.filter((one) => one.startsWith('UID SEARCH'))
      expect(asked?.map((one) => /\d+:\*/.exec(one)![0]) ?? ['1:*', '201:*']).toEqual(['1:*', '201:*'])
    })

    test('is read by the schedule, and by nobody once it is gone', async () => {
      const c = await caja(tipo)
      await c.put(conFactura())
      c.app.advance(20 * 60_000)
      await c.app.app.services.programacion.reloj.look()
      c.app.advance(20 * 60_000)
      await c.app.app.services.programacion.reloj.look()
      await c.app.drainJobs()
      expect(await c.mensajes()).toHaveLength(1)
      const path = `/v1/empresa/${c.app.tenant.empresaId}/buzon`
      const gone = await c.app.delete(path, undefined, c.app.tenant.session)
      expect([gone.status, gone.body]).toEqual([204, ''])
      expect((await c.app.get(path, c.app.tenant.session)).body.data).toBeNull()
      expect((await c.leer()).status).toBe(404)
      expect(await c.mensajes()).toHaveLength(1)
    })
  })

describe('a server', () => {
  test('that refuses the password is asked once: the box is off until a person saves it again', async () => {
    const c = await caja('imap', { clave: 'mala' })
    const { session, empresaId } = c.app.tenant
    expect(await c.leer()).toMatchObject({ status: 502, body: { code: 'MAILBOX_ERROR' } })
    const path = `/v1/empresa/${empresaId}/buzon`
    expect(await c.leer()).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    expect((await c.app.post(`${path}/probar`, undefined, session)).status).toBe(409)
    for (const minutes of [1, 25]) {
      c.app.advance(minutes * 60_000)
      await c.app.app.services.programacion.reloj.look()
      await c.app.drainJobs()
    }
    expect(c.imap!.logins()).toBe(1)
    const { estado } = (await c.app.get(`/v1/empresa/${empresaId}/programacion`, session)).body.data
    expect(estado.find(({ tarea }: { tarea: string }) => tarea === 'buzon').omitida).toBe('PORTAL_LOCKED')
    const told = (await c.app.get(path, session)).body.data
    expect(told.apagado.motivo).toContain('no admitió el usuario o la clave')
    const waiting = async () =>
      (await c.app.get('/v1/resumen', session)).body.data.atencion.filter(
        ({ asunto }: { asunto: string }) => asunto === 'buzon_apagado',
      )
    expect(await waiting()).toEqual([
      { asunto: 'buzon_apagado', ...told.apagado, enlace: '/v1/recibidos/mensajes' },
    ])
    expect(JSON.stringify([told, c.app.logs])).not.toContain('mala')
    expect((await put(c.app, AJUSTE(c.imap!))).body.data.apagado).toBeNull()
    expect((await c.leer()).status).toBe(200)
    expect(await waiting()).toEqual([])
  })

  test('that drops in the middle loses nothing and brings nothing twice', async () => {
    const c = await caja('imap')
    for (const folio of [1, 2, 3]) await c.put(conFactura(folio))
    c.imap!.cortaTras = 2
    expect((await c.leer()).status).toBe(502)
    const told = await c.app.get(`/v1/empresa/${c.app.tenant.empresaId}/buzon`, c.app.tenant.session)
    expect(told.body.data).toMatchObject({ apagado: null, error: expect.stringContaining('cortó') })
    expect((await c.leer()).body.data).toMatchObject({ repetidos: 0, ignorados: 0 })
    expect((await c.mensajes()).map(({ resultado }) => resultado)).toEqual(Array(3).fill('documentos'))
  })

  test('that numbers its letters anew brings nothing twice, nor loses what came meanwhile', async () => {
    const c = await caja('imap')
    for (const folio of [1, 2]) await c.put(conFactura(folio))
    await c.leer()
    const letters = c.imap!.carpetas.get('INBOX')!
    c.imap!.validez++
    letters.splice(0, 2)
    for (const folio of [3, 2, 1]) await c.put(conFactura(folio))
    expect((await c.leer()).body.data).toEqual({ mensajes: 3, documentos: 1, repetidos: 2, ignorados: 0 })
    expect(await c.mensajes()).toHaveLength(3)
  })

  test('that told of a letter too late is found out within a day', async () => {
    const c = await caja('imap')
    c.imap!.put(conFactura(1), undefined, 5)
    await c.leer()
    const letters = c.imap!.carpetas.get('INBOX')!
    letters.unshift({ ...letters[0]!, uid: 3, mensaje: conFactura(2) })
    expect((await c.leer()).body.data.mensajes).toBe(0)
    c.app.advance(25 * 3_600_000)
    expect((await c.leer()).body.data).toMatchObject({ mensajes: 1, documentos: 1 })
  })

  test('that told too late of more than a run takes leaves none of them', async () => {
    const c = await caja('imap')
    c.imap!.put(conFactura(1), undefined, 1000)
    await c.leer()
    const letters = c.imap!.carpetas.get('INBOX')!
    const late = Array.from({ length: 205 }, (_, i) => ({
      ...letters[0]!,
      uid: i + 1,
      mensaje: Buffer.from(`From: a@b.cl\r\nMessage-ID: <${i}@b>\r\nSubject: ${i}\r\n\r\nhola`),
    }))
    letters.unshift(...late)
    c.app.advance(25 * 3_600_000)
    await c.leer()
    c.app.advance(1000)
    await c.app.drainJobs()
    expect((await c.app.get('/v1/recibidos/mensajes?limite=1')).body.paginacion.total).toBe(206)
  })

  test('shows of a message the first hundred documents that it brought, and reads no more of them', async () => {
    const c = await caja('imap')
    const dte = FACTURA.replace(/<\?.*?\?>/, '')
    const many = Array.from({ length: 120 }, (_, i) => dte.replace(/<Folio>\d+</, `<Folio>${i + 1}<`))
    await c.put(carta('muchas', { nombre: 'muchas.xml', bytes: latin1(`<X>${many.join('')}</X>`) }))
    await c.put(conFactura(500))
    expect((await c.leer()).body.data.documentos).toBe(121)
    const [last, first] = await c.mensajes()
    expect(last!.documentos.map(({ folio }) => folio)).toEqual([500])
    expect(first!.documentos.map(({ folio }) => folio)).toEqual(many.slice(0, 100).map((_, i) => i + 1))
    const { client } = c.app.store
    const { source } = prepareBuzon(client).documentos
    const plan = client
      .prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${source}`)
      .all({ mensaje: 'msj_1', limit: 100 })
    // Neither a whole table nor a sort, for which all that a message brought is read.
    expect(plan.filter(({ detail }) => /SCAN|TEMP B-TREE/.test(detail))).toEqual([])
  })

  test('that names letters which are not there does not hold up the others', async () => {
    const c = await caja('imap')
    await c.put(conFactura(1))
    c.imap!.inventa = [2, 3, 900]
    expect((await c.leer()).body.data).toMatchObject({ mensajes: 1, documentos: 1 })
    c.imap!.inventa = []
    c.imap!.put(conFactura(2), undefined, 901)
    expect((await c.leer()).body.data).toMatchObject({ mensajes: 1, documentos: 1 })
  })

  test('is told of what was read, also by the run after one that could not tell it', async () => {
    const c = await caja('imap', { despues: 'mover', carpeta_procesados: 'Leidas' }).catch(() => null)
    expect(c).not.toBeNull()
    c!.imap!.carpetas.set('Leidas', [])
    await c!.put(conFactura(1))
    c!.imap!.maldad = (orden) => (orden.startsWith('UID MOVE') ? 'corta' : undefined)
    expect((await c!.leer()).status).toBe(502)
    expect(await c!.mensajes()).toHaveLength(1)
    c!.imap!.maldad = null
    expect((await c!.leer()).body.data.mensajes).toBe(0)
    expect([c!.imap!.carpetas.get('INBOX')!.length, c!.imap!.carpetas.get('Leidas')!.length]).toEqual([0, 1])
  })

  test('is asked no further than a try needs', async () => {
    const c = await caja('imap')
    await c.put(conFactura())
    const path = `/v1/empresa/${c.app.tenant.empresaId}/buzon/probar`
    expect((await c.app.post(path, undefined, c.app.tenant.session)).body.data.mensajes).toBe(1)
    expect(await c.mensajes()).toEqual([])
    expect((await c.app.post(path, undefined, c.app.tenant.key)).status).toBe(403)
  })
})

describe('a box that changes while somebody is in it', () => {
  /** The same clock that tests do not move would say of two savings that they are one. */
  const save = (c: Caja, over: object = {}) => {
    c.app.advance(1000)
    return put(c.app, { ...AJUSTE(c.imap!), ...over })
  }
  const box = (c: Caja) => `/v1/empresa/${c.app.tenant.empresaId}/buzon`
  /** Done once, when the first order of a kind comes, before it is answered. */
  const amid = (c: Caja, orden: string, run: () => unknown): void => {
    c.imap!.maldad = (given) => {
      if (!given.startsWith(orden)) return undefined
      c.imap!.maldad = null
      void run()
      return undefined
    }
  }
  const titular = (c: Caja) => ({ empresaId: c.app.tenant.empresaId, ambiente: 'simulacion' as const })
  const buzones = (c: Caja) => c.app.app.services.buzon.buzones

  test.each<[string, string]>([
    ['when its letters are sent', 'UID FETCH'],
    ['when it is asked what there is', 'UID SEARCH'],
    ['when it is opened', 'EXAMINE'],
  ])('and is deleted %s ends the reading and says so, and what it brought stays', async (_, orden) => {
    const c = await caja('imap')
    for (const folio of [1, 2, 3]) await c.put(conFactura(folio))
    amid(c, orden, () => buzones(c).remove(titular(c)))
    const ended = await c.leer()
    expect(ended).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    expect(ended.body.error).toContain('se borró mientras se leía')
    expect(c.app.logs.filter(({ level }) => level === 'error')).toEqual([])
    expect((await c.mensajes()).every(({ resultado }) => resultado === 'documentos')).toBe(true)
    expect((await c.app.get('/v1/recibidos/trabajos?tipo=buzon.leer')).body.data[0].estado).toBe('failed')
    expect((await put(c.app, AJUSTE(c.imap!))).status).toBe(200)
    expect((await c.leer()).status).toBe(200)
    expect(await c.mensajes()).toHaveLength(3)
  })

  test('and whose company is removed ends the reading and says so', async () => {
    const c = await caja('imap')
    for (const folio of [1, 2, 3]) await c.put(conFactura(folio))
    amid(c, 'UID FETCH', () => c.app.store.client.exec("UPDATE empresa SET deleted_at = '2026-11-20'"))
    await c.leer()
    const { estado, error } = c.app.store.client
      .prepare("SELECT estado, error FROM job WHERE kind = 'buzon.leer'")
      .get() as { estado: string; error: string }
    expect([estado, error]).toEqual(['failed', expect.stringContaining('La empresa se eliminó')])
  })

  test('and is saved anew is read as it is now, none of its numbers taken for those of the other', async () => {
    const c = await caja('imap')
    c.imap!.carpetas.set('Compras', [])
    for (const folio of [1, 2]) await c.put(conFactura(folio))
    const other = c.imap!.carpetas.get('Compras')!
    for (const folio of [11, 12])
      other.push({ ...c.imap!.carpetas.get('INBOX')![0]!, uid: folio - 10, mensaje: conFactura(folio) })
    amid(c, 'UID FETCH', () => {
      c.app.advance(1000)
      const now = buzones(c).get(titular(c))!
      buzones(c).save(titular(c), { ...now, carpeta: 'Compras', clave: null })
    })
    expect((await c.leer()).status).toBe(202)
    c.app.advance(1000)
    await c.app.drainJobs()
    const folios = (await c.mensajes()).map(({ documentos }) => documentos[0]!.folio).sort((a, b) => a - b)
    expect(folios.slice(-2)).toEqual([11, 12])
    expect((await c.leer()).body.data.mensajes).toBe(0)
  })

  test('stays on where the refused password was that of the one before', async () => {
    for (const way of ['probar', 'leer'] as const) {
      const c = await caja('imap', { clave: 'mala' })
      amid(c, 'AUTHENTICATE', () => {
        c.app.advance(1000)
        buzones(c).save(titular(c), { ...buzones(c).get(titular(c))!, clave: c.imap!.clave })
      })
      const tried =
        way === 'leer'
          ? await c.leer()
          : await c.app.post(`${box(c)}/probar`, undefined, c.app.tenant.session)
      // The job goes on with what is set now.
      expect([way, tried.status]).toEqual(way === 'leer' ? ['leer', 202] : ['probar', 502])
      c.app.advance(1000)
      await c.app.drainJobs()
      expect((await c.app.get(box(c), c.app.tenant.session)).body.data.apagado).toBeNull()
      expect((await c.leer()).status).toBe(200)
    }
  })

  test('and is deleted while it is tried is told as gone', async () => {
    const c = await caja('imap')
    amid(c, 'EXAMINE', () => buzones(c).remove(titular(c)))
    const tried = await c.app.post(`${box(c)}/probar`, undefined, c.app.tenant.session)
    expect([tried.status, tried.body.code]).toEqual([404, 'NOT_FOUND'])
  })

  test('is gone into one after the other: a wrong password is tried once by all who come', async () => {
    const c = await caja('imap', { clave: 'mala' })
    const { session } = c.app.tenant
    const come = await Promise.all([
      c.app.post(`${box(c)}/probar`, undefined, session),
      c.app.post(`${box(c)}/probar`, undefined, session),
      c.leer(),
    ])
    expect(come.map(({ status }) => status).sort()).toEqual([409, 409, 502])
    expect(c.imap!.logins()).toBe(1)
    expect((await save(c)).status).toBe(200)
    expect((await c.leer()).status).toBe(200)
  })
})

describe('a mailbox', () => {
  test('is refused with all its faults at once, and never to where the server may not go', async () => {
    const app = await testAppWithReceiver({ privadas: false })
    const faults = async (body: object): Promise<string[]> => {
      const { status, body: answer } = await put(app, body)
      expect(status).toBe(422)
      return answer.detalles.map(({ campo }: { campo: string }) => campo).sort()
    }
    expect(await faults({ tipo: 'pop3' })).toEqual(['tipo'])
    expect(await faults({ tipo: 'imap' })).toEqual(['clave', 'host', 'puerto', 'seguridad', 'usuario'])
    const good = {
      tipo: 'imap',
      host: 'imap.example.cl',
      puerto: 993,
      seguridad: 'tls',
      usuario: 'a',
      clave: 'b',
    }
    for (const host of [
      '127.0.0.1',
      '169.254.169.254',
      '::1',
      '10.1.2.3',
      'https://imap.example.cl',
      '127.1',
      '0x7f000001',
      'a b',
    ])
      expect([host, await faults({ ...good, host })]).toEqual([host, ['host']])
    expect(await faults({ ...good, despues: 'mover' })).toEqual(['carpeta_procesados'])
    expect(await faults({ ...good, seguridad: 'ninguna' })).toEqual(['seguridad'])
    expect(await faults({ ...good, carpeta: 'INBOX\r\nA1 LOGOUT' })).toEqual(['carpeta'])
    expect(await faults({ tipo: 'simulador', host: 'a.cl', clave: 'x' })).toEqual(['clave', 'host'])
    // A name that leads there is found out when it is gone to.
    expect((await put(app, good)).status).toBe(200)
    expect((await app.post('/v1/recibidos/buzon/leer')).body.error).toContain(
      'no lee buzones en redes privadas',
    )
  })

  test('may be on the own machine or network by default, as a receiver of webhooks may, but never at metadata', async () => {
    const app = await testAppWithReceiver({})
    const box = { tipo: 'imap', puerto: 993, seguridad: 'tls', usuario: 'a', clave: 'b' }
    for (const host of ['127.0.0.1', 'localhost', '10.0.0.1', 'correo'])
      expect([host, (await put(app, { ...box, host })).status]).toEqual([host, 200])
    const { status, body } = await put(app, { ...box, host: '169.254.169.254' })
    expect([status, body.detalles.map(({ campo }: { campo: string }) => campo)]).toEqual([422, ['host']])
    expect(body.error).toStartWith('Un buzón no puede estar en')
  })

  test('keeps its password for the server that it was written for, and shows it to nobody', async () => {
    const c = await caja('imap')
    const { clave, ...rest } = AJUSTE(c.imap!)
    expect((await put(c.app, { ...rest, despues: 'marcar' })).status).toBe(200)
    expect((await c.leer()).status).toBe(200)
    for (const other of [
      { host: 'otro.example.cl' },
      { usuario: 'otro' },
      { puerto: 1 },
      { seguridad: 'starttls' },
    ])
      expect((await put(c.app, { ...rest, ...other })).body.detalles).toMatchObject([{ campo: 'clave' }])
    const path = `/v1/empresa/${c.app.tenant.empresaId}/buzon`
    const shown = JSON.stringify((await c.app.get(path, c.app.tenant.session)).body)
    expect(shown).not.toContain(clave)
    const raw = c.app.store.client.prepare('SELECT clave_cifrada FROM buzon').pluck().get() as Buffer
    expect(raw.includes(Buffer.from(clave))).toBe(false)
  })

  test('of the simulator is for simulation alone, and two accounts with one RUT have each their own', async () => {
    const c = await caja('simulador')
    await c.put(conFactura())
    const twin = await c.app.registerCompany({ rut: RECEPTOR })
    const saved = await c.app.put(`/v1/empresa/${twin.empresaId}/buzon`, { tipo: 'simulador' }, twin.session)
    expect(saved.status).toBe(200)
    expect((await c.app.post('/v1/recibidos/buzon/leer', undefined, twin.key)).body.data.mensajes).toBe(0)
    expect((await c.leer()).body.data.mensajes).toBe(1)
    expect((await c.app.get('/v1/recibidos/mensajes', twin.key)).body.data).toEqual([])
    c.app.store.client.exec(`UPDATE empresa SET ambiente = 'certificacion' WHERE id = '${twin.empresaId}'`)
    const other = await c.app.put(`/v1/empresa/${twin.empresaId}/buzon`, { tipo: 'simulador' }, twin.session)
    expect(other.body.detalles).toMatchObject([{ campo: 'tipo' }])
  })

  test('of another account is not there', async () => {
    const c = await caja('simulador')
    const other = await c.app.registerCompany({ rut: '76543210-3' })
    for (const method of ['GET', 'DELETE'] as const)
      expect(
        (
          await c.app.request(method, `/v1/empresa/${c.app.tenant.empresaId}/buzon`, {
            headers: other.session,
          })
        ).status,
      ).toBe(404)
  })
})
