// The configuration, read once: flags beat environment, which beats defaults (http §23).

import { type AccesoBanco, BCENTRAL_URL } from './areas/tipos-cambio'
import { parseRedes, type Red } from './base/ip'
import { LOG_LEVELS, type LogLevel } from './base/log'
import { parseRate, RATES_POR_DEFECTO, type Rates } from './base/rate'
import {
  FIRMAS,
  type Firma,
  parseAddr,
  parseBoolean,
  parseCount,
  parseFechas,
  parseMasterKey,
  parseUrl,
  readAdmin,
  readIa,
} from './config-valores'

export type { Firma }

import { FORMATOS_DTE, type FormatoDte } from './domain/dte/formato'
import { parseUmbrales, type Umbral } from './domain/dte/umbral'
import { NOMBRES_PLAN, type NombrePlan } from './domain/plan/planes'
import {
  COBRANZAS,
  type Cobranza,
  PRECIOS_POR_DEFECTO,
  type Precios,
  parsePrecios,
} from './domain/plan/precios'
import type { ConfigIa } from './extraccion'
import { isPattern } from './jobs/cron'
import type { Smtp } from './mail/correo'
import { readSmtp } from './mail/smtp-url'
import { type ConfigRespaldo, readRespaldo } from './respaldo/config'

export interface Config {
  /** Folder of the database and the master key. */
  dataDir: string
  addr: { hostname: string; port: number }
  /** 32 bytes, or null: then `clave.maestra` of the data folder holds it. */
  masterKey: Uint8Array | null
  /** Where clients reach the server from outside, without a final slash; null when that is `addr`. */
  publicUrl: string | null
  logLevel: LogLevel
  /** A simulator in another process; null is the embedded one. */
  simuladorUrl: string | null
  /** Whether accounts see each other's documents at the embedded simulator. */
  simuladorCompartido: boolean
  /** Waiting jobs beyond which emission answers QUEUE_UNAVAILABLE. */
  maxBacklog: number
  /** The format that documents are written in; `2.2` leaves out what only the newer schemas know. */
  formatoDte: FormatoDte
  /** The RSA that signs: `auto`, the quicker one; `sistema`, wherever it gives the same bytes; `propia`. */
  firma: Firma
  /** Totals from which a boleta names its buyer, beyond those Timbre knows. */
  umbrales: Umbral[]
  /** A caller with this token may read /metrics from anywhere; null, only this machine may. */
  metricsToken: string | null
  /** Proxies whose X-Forwarded-For is believed; null is those of this machine. */
  trustedProxies: Red[] | null
  /** Whether anybody may register; else only the first person may. */
  openRegistration: boolean
  /** The mail server; null sends no mail. */
  smtp: Smtp | null
  /** The model that reads foreign invoices for companies that allow it; null asks none. */
  ia: ConfigIa | null
  /** Whether webhooks may go to `https://` alone. */
  webhooksHttpsOnly: boolean
  /** Whether webhooks may go to this machine and to private networks. */
  webhooksPrivate: boolean
  /** Streams of events at once. */
  streams: { porUsuario: number; porEmpresa: number }
  /** How fast requests may come. */
  rates: Rates
  /** The plan of a new account, and of one whose paid period has ended. */
  planInicial: NombrePlan
  precios: Precios
  cobranza: Cobranza
  /** Access to the central bank's service of rates; null asks nobody. */
  tiposCambio: AccesoBanco | null
  /** Holidays beside the law's, YYYY-MM-DD. */
  feriados: string[]
  /** The copies that the server makes by itself; null makes none. */
  respaldo: ConfigRespaldo | null
  /** The owner to create on a first start with no user. */
  admin: { email: string; password: string } | null
}

/** The settings of the command line; undefined leaves one to the environment. */
export interface Flags {
  data?: string
  addr?: string
}

/** The configuration makes no sense. The message is Spanish and names every fault, one per line. */
export class ConfigError extends Error {
  /** Whether the command line itself is at fault: wrong usage (http §23). */
  readonly usage: boolean
  constructor(message: string, usage: boolean) {
    super(message)
    this.usage = usage
  }
}

/** Reads flags and environment. An empty variable counts as absent. Throws ConfigError. */
export function loadConfig(env: Record<string, string | undefined>, flags: Flags = {}): Config {
  const faults: string[] = []
  const read = <T>(
    name: string,
    value: string | undefined,
    parse: (text: string) => T | null,
    wanted: string,
  ) => {
    if (value === undefined || value === '') return null
    const parsed = parse(value)
    if (parsed === null) faults.push(`${name}: debe ser ${wanted}`)
    return parsed
  }
  const variable = <T>(name: string, parse: (text: string) => T | null, wanted: string) =>
    read(name, env[name], parse, wanted)

  const rate = (name: string, key: keyof Rates) => {
    const found = variable(`TIMBRE_RATE_${name}`, parseRate, 'un entero, o dos como 50/200; 0 lo apaga')
    return found === 'off' ? null : (found ?? RATES_POR_DEFECTO[key])
  }
  if (flags.data === '') faults.push('--data: debe ser una carpeta, y está vacío')
  const addrForm = 'HOST:PUERTO, por ejemplo 127.0.0.1:3000'
  const addr = flags.addr
    ? read('--addr', flags.addr, parseAddr, addrForm)
    : variable('TIMBRE_ADDR', parseAddr, addrForm)
  const config: Config = {
    dataDir: flags.data ?? (env.TIMBRE_DATA_DIR || './datos'),
    addr: addr ?? { hostname: '127.0.0.1', port: 3000 },
    masterKey: variable(
      'TIMBRE_MASTER_KEY',
      parseMasterKey,
      '32 bytes en hexadecimal (64 dígitos) o en base64',
    ),
    publicUrl: variable('TIMBRE_PUBLIC_URL', parseUrl, URL_FORM),
    logLevel:
      variable(
        'TIMBRE_LOG_LEVEL',
        (text) => LOG_LEVELS.find((level) => level === text) ?? null,
        oneOf(LOG_LEVELS),
      ) ?? 'info',
    simuladorUrl: variable('TIMBRE_SIMULADOR_URL', parseUrl, 'una dirección http:// o https://'),
    simuladorCompartido: variable('TIMBRE_SIMULADOR_COMPARTIDO', parseBoolean, 'true o false') ?? false,
    maxBacklog: variable('TIMBRE_MAX_BACKLOG', parseCount, 'un entero de 1 o más') ?? 100_000,
    formatoDte:
      variable(
        'TIMBRE_FORMATO_DTE',
        (text) => FORMATOS_DTE.find((formato) => formato === text) ?? null,
        oneOf(FORMATOS_DTE),
      ) ?? '2.5',
    firma:
      variable('TIMBRE_FIRMA', (text) => FIRMAS.find((firma) => firma === text) ?? null, oneOf(FIRMAS)) ??
      'auto',
    umbrales:
      variable('TIMBRE_UMBRAL_BOLETA', parseUmbrales, 'FECHA=pesos con comas: 2027-01-01=5500000.5') ?? [],
    metricsToken: variable(
      'TIMBRE_METRICS_TOKEN',
      (text) => (/^[\x21-\x7e]{16,}$/.test(text) ? text : null),
      'un texto de 16 o más caracteres, sin blancos',
    ),
    trustedProxies: variable(
      'TIMBRE_TRUSTED_PROXIES',
      parseRedes,
      'direcciones IP o rangos CIDR separados por comas, por ejemplo 10.0.0.0/8,::1',
    ),
    openRegistration: variable('TIMBRE_OPEN_REGISTRATION', parseBoolean, 'true o false') ?? false,
    smtp: readSmtp(env, faults),
    ia: readIa(env, faults),
    webhooksHttpsOnly: variable('TIMBRE_WEBHOOKS_HTTPS_ONLY', parseBoolean, 'true o false') ?? false,
    webhooksPrivate: true,
    streams: {
      porUsuario: variable('TIMBRE_STREAMS_USER', parseCount, 'un entero de 1 o más') ?? 5,
      porEmpresa: variable('TIMBRE_STREAMS_COMPANY', parseCount, 'un entero de 1 o más') ?? 50,
    },
    rates: {
      key: rate('KEY', 'key'),
      tenant: rate('TENANT', 'tenant'),
      emission: rate('EMISSION', 'emission'),
      login: rate('LOGIN', 'login'),
      lookup: rate('LOOKUP', 'lookup'),
    },
    planInicial:
      variable(
        'TIMBRE_DEFAULT_PLAN',
        (text) => NOMBRES_PLAN.find((nombre) => nombre === text) ?? null,
        oneOf(NOMBRES_PLAN),
      ) ?? 'Empresa',
    precios:
      variable(
        'TIMBRE_PLAN_PRICES',
        parsePrecios,
        'PLAN=mes/año en pesos enteros, por ejemplo Emprendedor=9990/99900,Profesional=29990/299900',
      ) ?? PRECIOS_POR_DEFECTO,
    cobranza: readCobranza(env, faults),
    tiposCambio: readTiposCambio(env, faults),
    feriados:
      variable('TIMBRE_FERIADOS', parseFechas, 'fechas AAAA-MM-DD separadas por comas, como 2027-11-21') ??
      [],
    respaldo: readRespaldo(env, faults, isPattern),
    admin: readAdmin(env, faults),
  }
  // Where anybody may register, the server's own network is not everybody's to post to.
  config.webhooksPrivate =
    variable('TIMBRE_WEBHOOKS_PRIVATE', parseBoolean, 'true o false') ?? !config.openRegistration
  if (faults.length) throw new ConfigError(faults.join('\n'), Boolean(flags.addr) && addr === null)
  return config
}

const URL_FORM = 'una dirección http:// o https://'

const oneOf = (values: readonly string[]): string => `uno de: ${values.join(', ')}`

// The password is a secret, so no fault repeats it.
function readTiposCambio(env: Record<string, string | undefined>, faults: string[]): AccesoBanco | null {
  const text = env.TIMBRE_TIPOS_CAMBIO || 'no'
  if (text === 'no') return null
  const [, usuario, clave] = /^bcentral:([^:\s]+):(\S+)$/.exec(text) ?? []
  if (!usuario || !clave) faults.push('TIMBRE_TIPOS_CAMBIO: debe ser no, o bcentral:USUARIO:CLAVE')
  const url = parseUrl(env.TIMBRE_BCENTRAL_URL || BCENTRAL_URL)
  if (!url) faults.push(`TIMBRE_BCENTRAL_URL: debe ser ${URL_FORM}`)
  return { url: url ?? BCENTRAL_URL, usuario: usuario ?? '', clave: clave ?? '' }
}

const FLOW_URL = 'https://www.flow.cl/api'

// The keys are secrets, so no fault repeats them.
function readCobranza(env: Record<string, string | undefined>, faults: string[]): Cobranza {
  const tipo = COBRANZAS.find((one) => one === (env.TIMBRE_BILLING || 'operador'))
  if (tipo === undefined) faults.push(`TIMBRE_BILLING: debe ser ${oneOf(COBRANZAS)}`)
  if (tipo !== 'flow') return { tipo: tipo ?? 'operador' }
  const { TIMBRE_FLOW_API_KEY: apiKey = '', TIMBRE_FLOW_SECRET_KEY: secretKey = '' } = env
  if (!apiKey || !secretKey)
    faults.push('TIMBRE_FLOW_API_KEY y TIMBRE_FLOW_SECRET_KEY: TIMBRE_BILLING=flow las necesita')
  const publicUrl = parseUrl(env.TIMBRE_PUBLIC_URL ?? '')
  if (!publicUrl)
    faults.push('TIMBRE_PUBLIC_URL: TIMBRE_BILLING=flow la necesita, para que Flow avise de los pagos')
  const url = parseUrl(env.TIMBRE_FLOW_URL || FLOW_URL)
  if (!url) faults.push(`TIMBRE_FLOW_URL: debe ser ${URL_FORM}`)
  return { tipo, url: url ?? FLOW_URL, apiKey, secretKey, publicUrl: publicUrl ?? '' }
}
