// A mailbox by IMAP: what comes of it byte by byte, and of a server that refuses, drops, stalls or lies.

import { afterEach, describe, expect, test } from 'bun:test'
import { CARTA_MAX, type Casilla, CasillaFault } from '../../src/mail/casilla'
import { type Imap, openImap } from '../../src/mail/imap'
import { toFault } from '../../src/mail/imap-fault'
import { openImapServer, type ServidorImap } from '../support/imap'

/** For servers that stall: one that only is slow on a busy machine still answers in time. */
const RAPIDO = { conexionMs: 5000, saludoMs: 1000, respuestaMs: 1000 }
/** For letters of many megabytes. */
const PACIENTE = { conexionMs: 20_000, saludoMs: 20_000, respuestaMs: 20_000 }
const NEVER = new AbortController().signal

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

async function server(options = {}): Promise<ServidorImap> {
  const one = await openImapServer(options)
  open.push(one)
  return one
}

async function box(
  imap: ServidorImap,
  over: Partial<Imap> = {},
  signal = NEVER,
  paciencia = RAPIDO,
): Promise<Casilla> {
  const casilla = await openImap(
    {
      host: 'erp.example.cl',
      addresses: ['127.0.0.1'],
      puerto: imap.puerto,
      seguridad: 'tls',
      usuario: imap.usuario,
      clave: imap.clave,
      carpeta: 'INBOX',
      desde: null,
      despues: 'nada',
      carpetaProcesados: null,
      ...over,
    },
    signal,
    { paciencia, ca: imap.ca },
  )
  open.push(casilla)
  return casilla
}

async function readAll(casilla: Casilla, uids: readonly number[]) {
  const cartas = []
  for await (const carta of casilla.read(uids)) cartas.push(carta)
  return cartas
}

const faultOf = (run: Promise<unknown>): Promise<CasillaFault> =>
  run.then(
    () => {
      throw new Error('it went well')
    },
    (fault) => {
      if (!(fault instanceof CasillaFault)) throw fault
      return fault
    },
  )

describe('a box', () => {
  test('gives its letters as they lie there, any byte in them, from a number and a day on, and changes nothing', async () => {
    const imap = await server()
    const odd = Buffer.concat([
      Buffer.from('Subject: x\r\n\r\n'),
      Buffer.from([0xff, 0xfe, 0x80, 13, 10, 41, 13, 10]),
    ])
    imap.put('Subject: old\r\n\r\nold', new Date('2026-10-31T23:00:00Z'))
    imap.put(odd, new Date('2026-11-02T10:30:15Z'))
    imap.put('Subject: new\r\n\r\nnew')
    const casilla = await box(imap, { desde: '2026-11-01' })
    expect([casilla.validez, casilla.total]).toEqual(['1700000000', 3])
    expect(await casilla.list(0)).toEqual([2, 3])
    expect(await casilla.list(2)).toEqual([3])
    expect(await casilla.list(3)).toEqual([])
    const [first, second, ...more] = await readAll(casilla, [2, 3, 9])
    expect(more).toEqual([])
    expect([first!.uid, first!.recibidoEn?.toISOString()]).toEqual([2, '2026-11-02T10:30:15.000Z'])
    expect(Buffer.from(first!.mensaje)).toEqual(odd)
    expect(second!.uid).toBe(3)
    await casilla.settle([2, 3])
    expect(imap.carpetas.get('INBOX')!.map(({ flags }) => [...flags])).toEqual([[], [], []])
    expect(imap.ordenes.filter((orden) => /STORE|MOVE|EXPUNGE|DELETE|^SELECT/.test(orden))).toEqual([])
    expect(imap.ordenes.some((orden) => orden.includes('clave'))).toBe(false)
  })

  test('has what was read marked, or moved to another folder', async () => {
    const imap = await server()
    imap.carpetas.set('Facturas leídas', [])
    imap.carpetas.set('Leidas', [])
    for (const n of [1, 2]) imap.put(`Subject: ${n}\r\n\r\n`)
    await (await box(imap, { despues: 'marcar' })).settle([1])
    expect(imap.carpetas.get('INBOX')!.map(({ flags }) => flags.size)).toEqual([1, 0])
    await (await box(imap, { despues: 'mover', carpetaProcesados: 'Leidas' })).settle([1])
    expect(imap.carpetas.get('INBOX')!.map(({ uid }) => uid)).toEqual([2])
    expect(imap.carpetas.get('Leidas')).toHaveLength(1)
  })

  test('is in the folder of the name that was written, whatever letters that has', async () => {
    const imap = await server()
    // As RFC 3501 §5.1.3 has them on the wire.
    for (const name of ['Facturas le&AO0-das', 'A&-B', '&ZeVnLIqe-/&U,BTFw-']) imap.carpetas.set(name, [])
    for (const carpeta of ['Facturas leídas', 'A&B', '日本語/台北'])
      expect((await box(imap, { carpeta })).total).toBe(0)
    imap.put('Subject: 1\r\n\r\n')
    const moving = await box(imap, { despues: 'mover', carpetaProcesados: 'Facturas leídas' })
    await moving.settle([1])
    expect(imap.carpetas.get('Facturas le&AO0-das')).toHaveLength(1)
  })

  test('with no letter since the day that is asked for is empty', async () => {
    const imap = await server()
    imap.put('Subject: old\r\n\r\nold', new Date('2020-01-01T00:00:00Z'))
    expect(await (await box(imap, { desde: '2026-11-01' })).list(0)).toEqual([])
    const all = await box(imap, { desde: '1990-01-01' })
    expect(await all.list(0)).toEqual([1])
  })

  test('is read no further than the largest letter that is taken', async () => {
    const imap = await server()
    imap.put(Buffer.alloc(CARTA_MAX + 4096, 'x'))
    const casilla = await box(imap, {}, NEVER, PACIENTE)
    const [carta] = await readAll(casilla, [1])
    expect(carta!.mensaje.length).toBe(CARTA_MAX + 1)
  })
})

describe('a server', () => {
  test('that refuses the password is asked once, however many addresses it has', async () => {
    const imap = await server()
    const fault = await faultOf(box(imap, { clave: 'otra', addresses: ['127.0.0.1', '127.0.0.1', '::1'] }))
    expect([fault.motivo, imap.logins()]).toEqual(['clave', 1])
    expect(fault.message).toContain('no admitió el usuario o la clave')
    expect(JSON.stringify([fault.message, String((fault.cause as Error).message)])).not.toContain('otra')
  })

  test('that is too busy to let anybody in has not refused the password', async () => {
    const imap = await server()
    for (const word of ['UNAVAILABLE', 'LIMIT', 'INUSE']) {
      imap.rehusa = `[${word}] try later`
      expect((await faultOf(box(imap))).motivo).toBe('conexion')
    }
    imap.rehusa = null
    imap.maldad = (orden) => (orden.startsWith('AUTHENTICATE') ? 'corta' : undefined)
    // By a connection that was cut nothing is known of the certificate either.
    expect(await faultOf(box(imap))).toMatchObject({
      motivo: 'conexion',
      message: 'El servidor de correo cortó la conexión',
    })
  })

  test('whose certificate nobody vouches for, or is of another name, gets no password', async () => {
    const imap = await server()
    const plain = { paciencia: RAPIDO }
    const where = {
      addresses: ['127.0.0.1'],
      puerto: imap.puerto,
      usuario: 'a',
      clave: 'b',
      carpeta: 'INBOX',
    }
    const rest = { desde: null, despues: 'nada' as const, carpetaProcesados: null, seguridad: 'tls' as const }
    const unknown = await faultOf(openImap({ ...where, ...rest, host: 'erp.example.cl' }, NEVER, plain))
    expect(unknown.message).toContain('certificado')
    const other = await faultOf(box(imap, { host: 'correo.example.cl' }))
    expect([other.motivo, other.message]).toEqual(['conexion', expect.stringContaining('otro nombre')])
    // Nor one that is named by its address, which the certificate would have to prove.
    expect((await faultOf(box(imap, { host: '127.0.0.1' }))).message).toContain('otro nombre')
    expect(imap.logins()).toBe(0)
  })

  test('that does not offer encryption gets no password', async () => {
    const imap = await server({ plain: true })
    const tries: [saludo: string | null, starttls: string | undefined][] = [
      [null, undefined],
      ['* OK [CAPABILITY IMAP4rev1 STARTTLS AUTH=PLAIN] hi', 'TAG NO not today'],
      ['* OK [CAPABILITY IMAP4rev1 STARTTLS AUTH=PLAIN] hi', 'TAG BAD what'],
      [
        '* OK [CAPABILITY IMAP4rev1 STARTTLS AUTH=PLAIN] hi',
        'TAG OK go\r\n* CAPABILITY IMAP4rev1 AUTH=PLAIN',
      ],
      ['* PREAUTH [CAPABILITY IMAP4rev1 STARTTLS] come in', undefined],
    ]
    for (const [saludo, starttls] of tries) {
      imap.saludo = saludo
      imap.maldad = (orden) => (orden === 'STARTTLS' ? starttls : undefined)
      const fault = await faultOf(box(imap, { seguridad: 'starttls' }))
      expect([saludo, fault.motivo, fault.message]).toEqual([
        saludo,
        'conexion',
        expect.stringMatching(/cifra|TLS/),
      ])
    }
    expect(imap.logins()).toBe(0)
    expect(imap.ordenes.filter((orden) => /LOGIN|AUTHENTICATE|EXAMINE/.test(orden))).toEqual([])
  })

  test('that does not encrypt from the beginning is told from one that is not well', async () => {
    const imap = await server({ plain: true })
    expect((await faultOf(box(imap))).message).toContain('elija starttls')
  })

  test('that refuses a password as an order that it does not understand has refused it', async () => {
    const imap = await server()
    imap.maldad = (orden) => (orden.startsWith('AUTHENTICATE') ? 'TAG BAD invalid credentials' : undefined)
    expect(await faultOf(box(imap))).toMatchObject({ motivo: 'clave' })
  })

  test('that takes no passwords at all says so, and gets none', async () => {
    const imap = await server()
    imap.saludo = '* OK [CAPABILITY IMAP4rev1 LOGINDISABLED AUTH=GSSAPI] hi'
    imap.maldad = (orden) =>
      orden === 'CAPABILITY' ? '* CAPABILITY IMAP4rev1 LOGINDISABLED AUTH=GSSAPI\r\nTAG OK done' : undefined
    expect(await faultOf(box(imap))).toMatchObject({
      motivo: 'conexion',
      message: expect.stringContaining('no admite entrar con usuario y clave'),
    })
    expect(imap.logins()).toBe(0)
  })

  test('that says goodbye in the middle is quoted', async () => {
    const imap = await server()
    for (const n of [1, 2]) imap.put(`Subject: ${n}\r\n\r\n`)
    for (const orden of ['UID SEARCH', 'UID FETCH', 'EXAMINE']) {
      imap.maldad = (given) => (given.startsWith(orden) ? '* BYE cerramos por mantención' : undefined)
      const fault = await faultOf(
        (async () => {
          const casilla = await box(imap)
          await readAll(casilla, await casilla.list(0))
        })(),
      )
      expect([orden, fault.motivo, fault.message]).toEqual([
        orden,
        'conexion',
        expect.stringContaining('cerramos por mantenci'),
      ])
    }
  })

  test('that says too great a length of a letter ends in a fault', async () => {
    const imap = await server()
    imap.put('Subject: 1\r\n\r\nhola')
    for (const length of [4000, 99_999_999_999]) {
      imap.maldad = (orden) =>
        orden.startsWith('UID FETCH')
          ? `* 1 FETCH (UID 1 BODY[]<0> {${length}}\r\nSubject: 1)\r\nTAG OK done`
          : undefined
      const casilla = await box(imap)
      expect([length, (await faultOf(readAll(casilla, [1]))).motivo]).toEqual([length, 'conexion'])
    }
  })

  test('without the folder, or without the one to move to, says which', async () => {
    const imap = await server()
    expect(await faultOf(box(imap, { carpeta: 'Compras' }))).toMatchObject({
      motivo: 'carpeta',
      message: 'El buzón no tiene la carpeta «Compras»',
    })
    const moving = box(imap, { despues: 'mover', carpetaProcesados: 'Leidas' })
    expect((await faultOf(moving)).message).toContain('«Leidas»')
    imap.carpetas.set('Leidas', [])
    imap.mueve = false
    const copying = box(imap, { despues: 'mover', carpetaProcesados: 'Leidas' })
    expect((await faultOf(copying)).message).toContain('no sabe mover')
  })

  test('that drops, stalls or talks nonsense ends in a fault, not in an empty box', async () => {
    const imap = await server()
    for (const n of [1, 2, 3]) imap.put(`Subject: ${n}\r\n\r\n`)
    for (const evil of ['corta', null, 'TAG NO Server error', '* SEARCH 1 2 3\r\nTAG BAD no'] as const) {
      imap.maldad = (orden) => (orden.startsWith('UID SEARCH') ? evil : undefined)
      expect((await faultOf((await box(imap)).list(0))).motivo).toBe('conexion')
    }
    imap.maldad = null
    imap.cortaTras = 1
    const casilla = await box(imap)
    expect((await faultOf(readAll(casilla, [1, 2, 3]))).motivo).toBe('conexion')
  })

  test('that names numbers that are none, or letters that were not asked for, is not believed', async () => {
    const imap = await server()
    for (const n of [1, 2]) imap.put(`Subject: ${n}\r\n\r\n`)
    imap.inventa = [0, 2, 2, 99, 4294967296]
    const casilla = await box(imap)
    expect(await casilla.list(0)).toEqual([1, 2, 99])
    imap.maldad = (orden) =>
      orden.startsWith('UID FETCH')
        ? '* 1 FETCH (UID 7 BODY[]<0> {2}\r\nhi)\r\n* 2 FETCH (UID 2 BODY[]<0> {2}\r\nho)\r\n* 2 FETCH (UID 2 BODY[]<0> {2}\r\nhu)\r\nTAG OK done'
        : undefined
    expect((await readAll(casilla, [1, 2])).map(({ uid, mensaje }) => [uid, String(mensaje)])).toEqual([
      [2, 'ho'],
    ])
  })

  test('is left when who waits gives up', async () => {
    const imap = await server()
    imap.maldad = (orden) => (orden.startsWith('UID SEARCH') ? null : undefined)
    const stop = new AbortController()
    const casilla = await box(imap, {}, stop.signal)
    const waiting = faultOf(casilla.list(0))
    stop.abort()
    expect((await waiting).motivo).toBe('conexion')
  })
})

test.each([
  ['CERT_HAS_EXPIRED', 'venció ('],
  ['CERT_NOT_YET_VALID', 'aún no rige'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'es de otro nombre'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'ninguna autoridad conocida; si es propia'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'NODE_EXTRA_CA_CERTS'],
])('of a certificate that is not believed (%s) it is said why', (code, why) => {
  const { motivo, message } = toFault(Object.assign(new Error('tls'), { code }))
  expect([motivo, message]).toEqual(['conexion', expect.stringContaining(why)])
})
