// The key of who holds the data folder, for the server beside it: made of the master key, good for this machine and two days, one a
// company and day however many commands use it. So no second process writes the queue: the server does.

import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { createApiKeys } from '../areas/apikeys'
import type { Config } from '../config'
import { AMBIENTES, type Ambiente } from '../domain/ambiente'
import { permisosOf } from '../domain/permisos'
import { createApiKey, hashApiKey } from '../http/api-key'
import { createAudit, operador } from '../http/audit'
import type { Store } from '../store/store'
import { apiKey, empresa } from '../store/tables/empresa'
import { openCarpeta } from './carpeta'
import { Falla, type Io, UsoIncorrecto } from './comando'
import { type EmpresaDe, findEmpresa } from './empresa-de'
import { ownAddress } from './listen'
import { clock, logTo, newId, random } from './proceso'
import { noteIn } from './server-notes'

const NOMBRE = 'Línea de comandos de este servidor'
/** As far as the commands ask the server: documents, folios, history, and the certification of the company. */
const SCOPES = [
  'dte:emitir',
  'dte:leer',
  'empresa:administrar',
  'empresa:leer',
  'folios:administrar',
  'folios:leer',
  'historia:gestionar',
  'rcof:enviar',
]
const DAY_MS = 86_400_000

interface Wanted {
  /** RUT or id; undefined, the only company. */
  rut: string | undefined
  ambiente: string | undefined
}

/** The key, and where the server of the folder answers: as it said itself, else as the settings say. Throws Falla, UsoIncorrecto. */
export function localKey(config: Config, wanted: Wanted, io: Io): { url: string; llave: string } {
  const named = AMBIENTES.find((one) => one === wanted.ambiente)
  if (wanted.ambiente !== undefined && !named)
    throw new UsoIncorrecto(`--ambiente es uno de ${AMBIENTES.join(', ')}`)
  const { store, close } = openCarpeta(config, { clock, random, log: logTo(io.err, config), shared: true })
  try {
    const company = wanted.rut === undefined ? onlyEmpresa(store) : findEmpresa(store, wanted.rut)
    const url = noteIn(store.db, 'servidor_direccion') ?? `http://${ownAddress(config.addr)}`
    return { url, llave: keyOf(store, company, named ?? company.ambiente, hostOf(url)) }
  } finally {
    close()
  }
}

/** The address that the server is asked at, and so from. */
const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '')

function keyOf(store: Store, { id, cuentaId }: EmpresaDe, ambiente: Ambiente, host: string): string {
  const now = clock()
  const day = now.toISOString().slice(0, 10)
  const seed = store.secrets.deriveKey(`cli ${id} ${ambiente} ${host} ${day} ${SCOPES}`)
  const derived = () => {
    let n = 0
    return (size: number) => createHash('sha256').update(seed).update(`${n++}`).digest().subarray(0, size)
  }
  const { key: text } = createApiKey(ambiente, derived())
  const kept = () =>
    store.db
      .select({ id: apiKey.id })
      .from(apiKey)
      .where(eq(apiKey.hash, hashApiKey(text)))
      .get()
  const make = () => {
    const apiKeys = createApiKeys({ store, clock, newId, random: derived() })
    const maker = { cuentaId, empresas: null, permisos: permisosOf('propietario'), tiposDte: null }
    const expiresAt = new Date(Date.parse(day) + 2 * DAY_MS).toISOString()
    const ips = host === 'localhost' ? ['127.0.0.1', '::1'] : [host]
    createAudit({ store, clock, newId })(
      operador(cuentaId),
      () => {
        const made = apiKeys.create(maker, {
          empresaId: id,
          nombre: NOMBRE,
          scopes: SCOPES,
          ambiente,
          expiresAt,
          ips,
        })
        // As one that was rotated: it works until then, and counts for none of those that a company may have.
        store.db.update(apiKey).set({ revokedAt: expiresAt }).where(eq(apiKey.id, made.key.id)).run()
        return made
      },
      ({ key }) => ({ accion: 'apikey.creada', objeto: key.id, empresaId: id, detalle: { nombre: NOMBRE } }),
    )
  }
  // Two commands at once make one.
  store.client.transaction(() => kept() ?? make()).immediate()
  return text
}

function onlyEmpresa({ db }: Store): EmpresaDe {
  const [first, second] = db.select({ rut: empresa.rut, id: empresa.id }).from(empresa).limit(2).all()
  if (!first) throw new Falla('Aún no hay una empresa: créela en /app/ o con timbre empresa importar')
  if (second) throw new UsoIncorrecto('Hay varias empresas: indique una con --empresa')
  return findEmpresa({ db } as Store, first.id)
}
