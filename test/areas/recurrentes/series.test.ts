// Series as people write them, and what comes next of them (areas/recurrentes §1 to §3).

import { beforeEach, describe, expect, test } from 'bun:test'
import { type Escena, openEscena, soporte } from './escena'

let e: Escena
beforeEach(async () => {
  e = await openEscena()
})

const faultsOf = async (reply: Promise<{ status: number; body: { detalles?: object[] } }>) => {
  const { status, body } = await reply
  return [
    status,
    (body.detalles ?? []).map((one) => [(one as { campo: string }).campo, (one as { regla: string }).regla]),
  ]
}

describe('a series (areas/recurrentes §1)', () => {
  test('is drafts by default, and tells its next date', async () => {
    const { status, body } = await e.post()
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      ...{ nombre: 'Soporte', estado: 'activa', modo: 'borrador', proxima: '2026-12-31', emitidas: 0 },
      ...{ envio: 'empresa', atraso_dias: 3, solicitud: soporte(), detenida: null, pausada_hasta: null },
      regla: { cada: 'mes', n: 1, dias: [31], habil: 'no', hora: '09:00', veces: 12, hasta: null },
    })
    expect(await e.get(body.data.id)).toEqual(body.data)
  })

  test('is refused with all that is wrong, each at its path', async () => {
    expect(await faultsOf(e.post({ regla: e.regla({ dias: ['lun'], hora: '9' }) }))).toEqual([
      422,
      [
        ['regla.dias[0]', 'valor'],
        ['regla.hora', 'hora'],
      ],
    ])
    expect(
      await faultsOf(e.post({ solicitud: soporte({ fecha_emision: '2026-12-31', programar_para: 'x' }) })),
    ).toEqual([
      422,
      [
        ['solicitud.fecha_emision', 'sobra'],
        ['solicitud.programar_para', 'sobra'],
      ],
    ])
    expect(await faultsOf(e.post({ solicitud: { tipo_dte: 61, detalle: [] } }))).toEqual([
      422,
      [['solicitud.tipo_dte', 'valor']],
    ])
    expect(
      await faultsOf(
        e.post({ solicitud: soporte({ observaciones: 'cuota {cuota}', detalle: [{ nombre: '{n' }] }) }),
      ),
    ).toEqual([
      422,
      [
        ['solicitud.detalle[0].nombre', 'valor'],
        ['solicitud.observaciones', 'valor'],
      ],
    ])
    expect(await faultsOf(e.post({ solicitud: soporte({ receptor: { rut: '77123456-9' } }) }))).toMatchObject(
      [422, [['solicitud.receptor.razon_social', 'requerido'], {}, {}, {}]],
    )
    expect(await faultsOf(e.post({ regla: e.regla({ desde: '2020-01-01', hasta: '2026-11-30' }) }))).toEqual([
      422,
      [['regla', 'pasado']],
    ])
  })

  test('has its lengths counted by what is written out', async () => {
    const nombre = `${'x'.repeat(80 - 'diciembre'.length)}{mes}`
    expect((await e.post({ solicitud: soporte({ detalle: [{ nombre, precio: 1 }] }) })).status).toBe(201)
    const longer = soporte({ detalle: [{ nombre: `x${nombre}`, precio: 1 }] })
    expect(await faultsOf(e.post({ solicitud: longer }))).toEqual([
      422,
      [['solicitud.detalle[0].nombre', 'largo_max']],
    ])
  })

  test('that issues by itself is for who may issue, of the types that he may', async () => {
    const keyOf = async (scopes: string[], extra = {}) => {
      const body = { nombre: 'k', empresa_id: e.app.tenant.empresaId, scopes, ...extra }
      const { api_key } = (await e.app.post('/v1/apikeys', body, e.app.tenant.session)).body.data
      return { 'x-api-key': api_key as string }
    }
    const body = { nombre: 'S', regla: e.regla(), solicitud: soporte(), modo: 'automatico' }
    const alone = await keyOf(['recurrentes:gestionar'])
    expect((await e.app.post('/v1/recurrentes', body, alone)).body.code).toBe('FORBIDDEN')
    expect((await e.app.post('/v1/recurrentes', { ...body, modo: 'borrador' }, alone)).status).toBe(201)
    const both = await keyOf(['recurrentes:gestionar', 'dte:emitir'])
    const { id } = (await e.app.post('/v1/recurrentes', body, both)).body.data
    const change = (headers: Record<string, string>, fecha: object) =>
      e.app.put(`/v1/recurrentes/${id}/ocurrencias/2026-12-31`, fecha, headers)
    expect((await change(alone, { solicitud: soporte() })).status).toBe(403)
    expect((await change(alone, { omitir: true })).status).toBe(200)
    expect((await e.app.put(`/v1/recurrentes/${id}`, { nombre: 'T' }, alone)).status).toBe(403)
  })

  test('is found by name, receiver and state, and another company has none of it', async () => {
    const a = await e.serie({ nombre: 'Arriendo Ñuñoa' })
    e.app.setNow('2026-12-01T13:00:00Z')
    const b = await e.serie({ nombre: 'Soporte' })
    await e.app.post(`/v1/recurrentes/${b.id}/pausar`)
    const ids = async (query: string) =>
      (await e.app.get(`/v1/recurrentes${query}`)).body.data.map(({ id }: { id: string }) => id)
    expect(await ids('')).toEqual([b.id, a.id])
    expect(await ids('?q=nunoa')).toEqual([a.id])
    expect(await ids('?rut=77123456-9&estado=pausada')).toEqual([b.id])
    expect(await ids('?rut=76543210-3')).toEqual([])
    await e.app.delete(`/v1/recurrentes/${a.id}`)
    expect(await ids('')).toEqual([b.id])
    expect((await e.app.get(`/v1/recurrentes/${a.id}`)).status).toBe(404)
  })

  test('lies sealed in the file, its request and those of single dates', async () => {
    const { id } = await e.serie({ solicitud: soporte({ observaciones: 'Secreto a voces' }) })
    await e.app.put(`/v1/recurrentes/${id}/ocurrencias/2026-12-31`, {
      solicitud: soporte({ observaciones: 'Secreto a voces' }),
    })
    for (const table of ['serie', 'ocurrencia']) {
      const row = e.app.store.client.prepare(`SELECT * FROM ${table}`).get() as object
      const text = Object.values(row).map((one) => Buffer.from(String(one)).toString('latin1'))
      expect(text.join()).not.toContain('Secreto')
    }
  })

  test('with another rule counts from today: what was done is not done again', async () => {
    const { id } = await e.serie({ regla: e.regla({ dias: [1], desde: '2026-12-01' }) })
    await e.at('2026-12-01T09:00:00')
    expect((await e.get(id)).proxima).toBe('2027-01-01')
    await e.at('2026-12-20T10:00:00')
    const changed = await e.app.put(`/v1/recurrentes/${id}`, { regla: e.regla({ dias: [1, 10, 25] }) })
    expect(changed.body.data.proxima).toBe('2026-12-25')
    await e.app.put(`/v1/recurrentes/${id}`, { regla: e.regla({ dias: [1], habil: 'siguiente' }) })
    expect((await e.get(id)).proxima).toBe('2027-01-04')
  })
})

describe('the dates to come (areas/recurrentes §3)', () => {
  test('are told as they will be issued, to the date and the peso', async () => {
    await e.app.post('/v1/tipos-cambio', {
      tipos: [
        { moneda: 'UF', fecha: '2026-12-31', valor: '39842.15' },
        { moneda: 'UF', fecha: '2026-12-01', valor: '39000' },
      ],
    })
    const solicitud = soporte({
      fecha_vencimiento: '+30d',
      detalle: [{ nombre: 'Soporte {mes}, UF {uf}, {n} de {total}', moneda: 'UF', precio: '4.5' }],
    })
    const { id } = await e.serie({ modo: 'automatico', solicitud })
    const [first, second] = await e.proximas(id, 2)
    expect(first).toMatchObject({
      ...{ fecha: '2026-12-31', fecha_emision: '2026-12-31', n: 1, estado: 'prevista', estimado: false },
      solicitud: {
        fecha_vencimiento: '2027-01-30',
        detalle: [{ nombre: 'Soporte diciembre, UF 39.842,15, 1 de 12' }],
      },
      juicio: { ok: true, faltas: [] },
    })
    expect([second.fecha, second.estimado, second.juicio.ok]).toEqual(['2027-01-31', true, true])
    await e.at('2026-12-31T09:00:00')
    const [{ folio, fecha_emision }] = await e.documentos()
    const issued = (await e.app.get(`/v1/documentos/33/${folio}`)).body.data
    expect(fecha_emision).toBe(first.fecha_emision)
    expect(issued.totales.total).toBe(first.juicio.totales.total)
    expect(issued.detalle[0].nombre).toBe(first.solicitud.detalle[0].nombre)
    expect(issued.fecha_vencimiento).toBe('2027-01-30')
  })

  test('of a UF that nobody ever knew have the fault of it', async () => {
    const { status, body } = await e.post({
      solicitud: soporte({ detalle: [{ nombre: 'A', moneda: 'UF', precio: 1 }] }),
    })
    expect([status, body.code]).toEqual([422, 'EXCHANGE_RATE_MISSING'])
  })

  test('are left out, written anew or moved by a person, and put back', async () => {
    const { id } = await e.serie()
    const put = (fecha: string, body: object) => e.app.put(`/v1/recurrentes/${id}/ocurrencias/${fecha}`, body)
    expect((await put('2026-12-31', { omitir: true })).body.data.estado).toBe('omitida')
    expect((await e.get(id)).proxima).toBe('2027-01-31')
    await put('2027-01-31', { mover_a: '2027-02-02' })
    await put('2027-02-28', { solicitud: soporte({ observaciones: 'Con descuento' }) })
    expect(
      (await e.proximas(id, 4)).map(({ fecha, fecha_emision, estado, propia, solicitud }) => [
        fecha,
        fecha_emision,
        estado,
        propia,
        solicitud?.observaciones ?? null,
      ]),
    ).toEqual([
      ['2026-12-31', '2026-12-31', 'omitida', false, null],
      ['2027-01-31', '2027-02-02', 'cambiada', false, null],
      ['2027-02-28', '2027-02-28', 'cambiada', true, 'Con descuento'],
      ['2027-03-31', '2027-03-31', 'prevista', false, null],
    ])
    for (const fecha of ['2026-12-31', '2027-01-31'])
      expect((await e.app.delete(`/v1/recurrentes/${id}/ocurrencias/${fecha}`)).status).toBe(204)
    expect((await e.get(id)).proxima).toBe('2026-12-31')
    const refused = async (fecha: string, body: object) => {
      const reply = await put(fecha, body)
      return [reply.status, reply.body.detalles?.[0]?.regla ?? reply.body.code]
    }
    expect(await refused('2026-12-30', { omitir: true })).toEqual([404, 'NOT_FOUND'])
    expect(await refused('2026-12-31', { mover_a: '2026-11-30' })).toEqual([422, 'pasado'])
    expect(await refused('2026-12-31', { mover_a: '2026-12-31' })).toEqual([422, 'igual'])
    expect(await refused('2026-12-31', { omitir: true, mover_a: '2026-12-30' })).toEqual([422, 'excluyente'])
    expect(await refused('2026-12-31', { solicitud: soporte({ observaciones: '{x}' }) })).toEqual([
      422,
      'valor',
    ])
  })

  test('are not put back once their day is past: they would be issued at once', async () => {
    const { id } = await e.serie({ modo: 'automatico', regla: e.regla({ dias: [10] }) })
    const fecha = `/v1/recurrentes/${id}/ocurrencias/2026-12-10`
    await e.app.put(fecha, { omitir: true })
    e.app.setNow('2026-12-12T15:00:00Z')
    expect((await e.app.delete(fecha)).body.code).toBe('INVALID_STATE')
    await e.at('2026-12-12T12:01:00')
    expect(await e.documentos()).toEqual([])
  })

  test('keep what is due under another hour, and moved ones have that hour too', async () => {
    const { id } = await e.serie({ modo: 'automatico', regla: e.regla({ dias: [10, 20], veces: 3 }) })
    await e.app.put(`/v1/recurrentes/${id}/ocurrencias/2026-12-20`, { mover_a: '2026-12-22' })
    e.app.setNow('2026-12-11T15:00:00Z')
    const hora = e.regla({ dias: [10, 20], veces: 3, hora: '15:00' })
    expect((await e.app.put(`/v1/recurrentes/${id}`, { regla: hora })).body.data.proxima).toBe('2026-12-10')
    await e.at('2026-12-11T12:01:00')
    await e.at('2026-12-22T14:59:00')
    expect(await e.documentos()).toHaveLength(1)
    await e.at('2026-12-22T15:00:00')
    expect(await e.documentos()).toHaveLength(2)
  })
})
