// Flags beat environment, which beats defaults; nonsense is told in Spanish, all of it at once (http §23).

import { describe, expect, test } from 'bun:test'
import { ConfigError, loadConfig } from '../src/config'

const faults = (env: Record<string, string>, flags = {}): string[] => {
  try {
    loadConfig(env, flags)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message.split('\n').map((line) => line.split(':')[0]!)
  }
}

describe('loadConfig', () => {
  test('has a default for everything, and takes an empty variable for an absent one', () => {
    const defaults = {
      dataDir: './datos',
      addr: { hostname: '127.0.0.1', port: 3000 },
      masterKey: null,
      publicUrl: null,
      logLevel: 'info',
      simuladorUrl: null,
      simuladorCompartido: false,
      maxBacklog: 100_000,
      formatoDte: '2.5',
      firma: 'auto',
      umbrales: [],
      webhooksHttpsOnly: false,
      webhooksPrivate: true,
      streams: { porUsuario: 5, porEmpresa: 50 },
      metricsToken: null,
      openRegistration: false,
      smtp: null,
      respaldo: null,
      admin: null,
    } as const
    expect(loadConfig({})).toMatchObject(defaults)
    expect(loadConfig({ TIMBRE_ADDR: '', TIMBRE_MASTER_KEY: '', TIMBRE_DATA_DIR: '' })).toMatchObject(
      defaults,
    )
  })

  test('reads every variable', () => {
    const key = 'ab'.repeat(32)
    expect(
      loadConfig({
        TIMBRE_DATA_DIR: '/srv/timbre',
        TIMBRE_ADDR: '[::1]:8080',
        TIMBRE_MASTER_KEY: key,
        TIMBRE_PUBLIC_URL: 'https://dte.example.cl/',
        TIMBRE_LOG_LEVEL: 'debug',
        TIMBRE_SIMULADOR_URL: 'http://127.0.0.1:4000',
        TIMBRE_SIMULADOR_COMPARTIDO: 'true',
        TIMBRE_MAX_BACKLOG: '500',
        TIMBRE_FORMATO_DTE: '2.2',
        TIMBRE_FIRMA: 'propia',
        TIMBRE_UMBRAL_BOLETA: '2027-01-01=5500000.5,2028-01-01=5700000',
        TIMBRE_FERIADOS: '2027-11-21,2027-12-19',
        TIMBRE_WEBHOOKS_HTTPS_ONLY: 'true',
        TIMBRE_STREAMS_USER: '3',
        TIMBRE_STREAMS_COMPANY: '7',
        TIMBRE_OPEN_REGISTRATION: 'true',
        TIMBRE_SMTP_URL: 'smtps://ana:b@correo.example.cl',
        TIMBRE_SMTP_FROM: 'dte@example.cl',
        TIMBRE_ADMIN_EMAIL: 'admin@example.cl',
        TIMBRE_ADMIN_PASSWORD: 'diez letras',
      }),
    ).toMatchObject({
      dataDir: '/srv/timbre',
      addr: { hostname: '::1', port: 8080 },
      masterKey: Buffer.from(key, 'hex'),
      publicUrl: 'https://dte.example.cl',
      logLevel: 'debug',
      simuladorUrl: 'http://127.0.0.1:4000',
      simuladorCompartido: true,
      maxBacklog: 500,
      formatoDte: '2.2',
      firma: 'propia',
      umbrales: [
        { desde: '2027-01-01', umbral: '5500000.5' },
        { desde: '2028-01-01', umbral: '5700000' },
      ],
      webhooksHttpsOnly: true,
      streams: { porUsuario: 3, porEmpresa: 7 },
      metricsToken: null,
      openRegistration: true,
      smtp: { host: 'correo.example.cl', port: 465, tls: true, from: 'dte@example.cl', nombre: null },
      admin: { email: 'admin@example.cl', password: 'diez letras' },
    })
  })

  test('forbids webhooks to private networks where anybody may register, unless told otherwise', () => {
    const privadas = (env: Record<string, string>) => loadConfig(env).webhooksPrivate
    expect(privadas({ TIMBRE_OPEN_REGISTRATION: 'true' })).toBe(false)
    expect(privadas({ TIMBRE_OPEN_REGISTRATION: 'true', TIMBRE_WEBHOOKS_PRIVATE: 'true' })).toBe(true)
    expect(privadas({ TIMBRE_WEBHOOKS_PRIVATE: 'false' })).toBe(false)
  })

  test('takes a master key in base64 too', () => {
    const bytes = Buffer.alloc(32, 5)
    expect(loadConfig({ TIMBRE_MASTER_KEY: bytes.toString('base64') }).masterKey).toEqual(bytes)
  })

  test('lets flags win', () => {
    const env = { TIMBRE_DATA_DIR: 'a', TIMBRE_ADDR: '1.2.3.4:1' }
    expect(loadConfig(env, { data: 'b', addr: 'localhost:0' })).toMatchObject({
      dataDir: 'b',
      addr: { hostname: 'localhost', port: 0 },
    })
  })

  test('names every fault at once', () => {
    expect(
      faults({
        TIMBRE_ADDR: '3000',
        TIMBRE_MASTER_KEY: 'corta',
        TIMBRE_PUBLIC_URL: 'ftp://x',
        TIMBRE_LOG_LEVEL: 'ruidoso',
        TIMBRE_SIMULADOR_URL: 'no',
        TIMBRE_MAX_BACKLOG: '0',
        TIMBRE_FORMATO_DTE: '2.4',
        TIMBRE_FIRMA: 'ajena',
        TIMBRE_UMBRAL_BOLETA: '2027-02-30=1',
        TIMBRE_FERIADOS: '2027-11-21,ayer',
        TIMBRE_OPEN_REGISTRATION: 'quizás',
        TIMBRE_SMTP_URL: 'correo.example.cl',
        TIMBRE_SMTP_FROM: 'dte',
        TIMBRE_ADMIN_EMAIL: 'admin',
        TIMBRE_ADMIN_PASSWORD: 'corta',
      }),
    ).toEqual([
      'TIMBRE_ADDR',
      'TIMBRE_MASTER_KEY',
      'TIMBRE_PUBLIC_URL',
      'TIMBRE_LOG_LEVEL',
      'TIMBRE_SIMULADOR_URL',
      'TIMBRE_MAX_BACKLOG',
      'TIMBRE_FORMATO_DTE',
      'TIMBRE_FIRMA',
      'TIMBRE_UMBRAL_BOLETA',
      'TIMBRE_OPEN_REGISTRATION',
      'TIMBRE_SMTP_FROM',
      'TIMBRE_SMTP_URL',
      'TIMBRE_FERIADOS',
      'TIMBRE_ADMIN_EMAIL',
      'TIMBRE_ADMIN_PASSWORD',
    ])
    expect(faults({}, { addr: 'x:99999' })).toEqual(['--addr'])
    // A script's variable that nobody set: another folder would be begun in silence.
    expect(faults({}, { data: '' })).toEqual(['--data'])
    expect(faults({ TIMBRE_ADMIN_EMAIL: 'a@b.cl' })).toHaveLength(1)
    expect(faults({ TIMBRE_SMTP_URL: 'smtp://ana:b@correo.example.cl' })).toEqual(['TIMBRE_SMTP_FROM'])
    for (const [given, from, nombre] of [
      ['Facturación Ñandú <dte@example.cl>', 'dte@example.cl', 'Facturación Ñandú'],
      ['"Ñandú, S.A." <dte@example.cl>', 'dte@example.cl', 'Ñandú, S.A.'],
      ['dte@example.cl', 'dte@example.cl', null],
    ] as const)
      expect(
        loadConfig({ TIMBRE_SMTP_URL: 'smtp://correo.example.cl', TIMBRE_SMTP_FROM: given }).smtp,
      ).toMatchObject({ from, nombre })
    for (const given of [
      'Ana <dte>',
      '<dte@example.cl>',
      'Ana dte@example.cl',
      'Ana <dte@example.cl> <b@c.cl>',
      '""<a@b.cl>',
    ])
      expect(faults({ TIMBRE_SMTP_FROM: given })).toEqual(['TIMBRE_SMTP_FROM'])
  })

  test('never repeats a secret in its message', () => {
    expect(() => loadConfig({ TIMBRE_MASTER_KEY: 'secreta-pero-mala' })).toThrow(/^(?!.*secreta)/s)
    expect(() => loadConfig({ TIMBRE_SMTP_URL: 'smtp://ana:secreta@correo/x' })).toThrow(/^(?!.*secreta)/s)
    expect(() => loadConfig({ TIMBRE_SMTP_URL: 'smtp://ana:secreta@correo' })).toThrow(/^(?!.*secreta)/s)
  })
})

describe('limits, plans and payments (http §16, §22)', () => {
  test('have the defaults of http §16, and 0 turns a limit off', () => {
    const { rates, planInicial, cobranza } = loadConfig({})
    expect(rates).toEqual({
      key: { rate: 50, burst: 200 },
      tenant: { rate: 100, burst: 400 },
      emission: null,
      login: { rate: 10, burst: 10 },
      lookup: { rate: 2, burst: 2 },
    })
    expect([planInicial, cobranza]).toEqual(['Empresa', { tipo: 'operador' }])
    const set = loadConfig({
      TIMBRE_RATE_KEY: '0',
      TIMBRE_RATE_EMISSION: '7/9',
      TIMBRE_RATE_LOOKUP: '5',
    }).rates
    expect([set.key, set.emission, set.lookup]).toEqual([null, { rate: 7, burst: 9 }, { rate: 5, burst: 5 }])
  })

  test('are refused when they make no sense, and Flow without its keys and a public address', () => {
    expect(
      faults({
        TIMBRE_RATE_KEY: '5/0',
        TIMBRE_DEFAULT_PLAN: 'Oro',
        TIMBRE_PLAN_PRICES: 'Profesional=1.5/2',
        TIMBRE_BILLING: 'bitcoin',
      }),
    ).toEqual(['TIMBRE_RATE_KEY', 'TIMBRE_DEFAULT_PLAN', 'TIMBRE_PLAN_PRICES', 'TIMBRE_BILLING'])
    expect(faults({ TIMBRE_BILLING: 'flow' })).toEqual([
      'TIMBRE_FLOW_API_KEY y TIMBRE_FLOW_SECRET_KEY',
      'TIMBRE_PUBLIC_URL',
    ])
    expect(loadConfig({ TIMBRE_PLAN_PRICES: 'Emprendedor=5000/50000' }).precios).toMatchObject({
      Emprendedor: { mensual: 5000, anual: 50_000 },
      Profesional: { mensual: 29_990 },
    })
  })
})

describe('copies of the server', () => {
  const CLAVE = `age1${'q'.repeat(58)}`
  const BASE = { TIMBRE_RESPALDO_DESTINO: '/respaldos/', TIMBRE_RESPALDO_PARA: CLAVE }
  const S3 = {
    ...BASE,
    TIMBRE_RESPALDO_DESTINO: 's3://respaldos/casa//timbre/',
    TIMBRE_RESPALDO_S3_LLAVE: 'llave',
    TIMBRE_RESPALDO_S3_SECRETO: 'secreto',
  }

  test('go every night to a folder, of which a week, five weeks, a year and six years are kept', () =>
    expect(loadConfig(BASE).respaldo).toEqual({
      ubicacion: { tipo: 'carpeta', ruta: '/respaldos' },
      cifrado: { para: [CLAVE] },
      cron: '15 3 * * *',
      conservar: { dias: 7, semanas: 5, meses: 12, anos: 6 },
    }))

  test('go to a bucket, named by the host at AWS and by the path elsewhere', () => {
    const acceso = { region: null, llave: 'llave', secreto: 'secreto' }
    const at = (env: Record<string, string>) => loadConfig({ ...S3, ...env }).respaldo!.ubicacion
    expect(at({})).toEqual({
      tipo: 's3',
      bucket: 'respaldos',
      prefijo: 'casa/timbre/',
      acceso: { ...acceso, url: 'https://s3.us-east-1.amazonaws.com', estilo: 'host' },
    })
    expect(at({ TIMBRE_RESPALDO_S3_URL: 'http://127.0.0.1:9000' })).toMatchObject({
      acceso: { ...acceso, url: 'http://127.0.0.1:9000', estilo: 'ruta' },
    })
  })

  test.each([
    ['TIMBRE_RESPALDO_DESTINO', { ...BASE, TIMBRE_RESPALDO_DESTINO: 'respaldos' }],
    ['TIMBRE_RESPALDO_DESTINO', { ...BASE, TIMBRE_RESPALDO_DESTINO: 's3://' }],
    ['TIMBRE_RESPALDO_PARA o TIMBRE_RESPALDO_FRASE', { ...BASE, TIMBRE_RESPALDO_PARA: '' }],
    [
      'TIMBRE_RESPALDO_PARA o TIMBRE_RESPALDO_FRASE',
      { ...BASE, TIMBRE_RESPALDO_FRASE: 'una frase larga y propia' },
    ],
    ['TIMBRE_RESPALDO_PARA', { ...BASE, TIMBRE_RESPALDO_PARA: 'ssh-rsa AAAA' }],
    ['TIMBRE_RESPALDO_FRASE', { ...BASE, TIMBRE_RESPALDO_PARA: '', TIMBRE_RESPALDO_FRASE: 'corta' }],
    ['TIMBRE_RESPALDO_CRON', { ...BASE, TIMBRE_RESPALDO_CRON: '0 0 31 2 *' }],
    ['TIMBRE_RESPALDO_CONSERVAR', { ...BASE, TIMBRE_RESPALDO_CONSERVAR: '7' }],
    ['TIMBRE_RESPALDO_S3_LLAVE y TIMBRE_RESPALDO_S3_SECRETO', { ...S3, TIMBRE_RESPALDO_S3_SECRETO: '' }],
    ['TIMBRE_RESPALDO_S3_URL', { ...S3, TIMBRE_RESPALDO_S3_URL: 'https://servidor/respaldos' }],
    ['TIMBRE_RESPALDO_S3_ESTILO', { ...S3, TIMBRE_RESPALDO_S3_ESTILO: 'otro' }],
  ])('with a wrong %s are refused', (name, env) => expect(faults(env)).toEqual([name]))
})
