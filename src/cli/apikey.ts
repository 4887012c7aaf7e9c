// `timbre apikey crear|revocar`: API keys, without the HTTP server and beside a running one.

import { eq } from 'drizzle-orm'
import { createApiKeys } from '../areas/apikeys'
import { loadConfig } from '../config'
import { AMBIENTES } from '../domain/ambiente'
import { permisosOf, SCOPES } from '../domain/permisos'
import { createAudit, operador } from '../http/audit'
import { apiKey as apiKeyTable, empresa } from '../store/tables/empresa'
import { openCarpeta } from './carpeta'
import {
  type Argumentos,
  type Comando,
  DATA_FLAG,
  Falla,
  type Io,
  requireText,
  text,
  UsoIncorrecto,
} from './comando'
import { findEmpresa } from './empresa-de'
import type { ExitStatus } from './exit-status'
import { clock, logTo, newId, random } from './proceso'

export const apikey: Comando = {
  nombre: 'apikey',
  uso: 'crear --empresa RUT --nombre NOMBRE [--scopes A,B] [--ambiente AMBIENTE] [--expira INSTANTE] | revocar ID',
  resumen: 'crea una llave de API, que se muestra sólo esta vez, o revoca una',
  flags: {
    ...DATA_FLAG,
    empresa: { type: 'string' },
    nombre: { type: 'string' },
    scopes: { type: 'string' },
    ambiente: { type: 'string' },
    expira: { type: 'string' },
  },
  words: [1, 2],
  async run(args, io) {
    const [action, id] = args.positionals
    if (action === 'crear' ? id !== undefined : action !== 'revocar' || !id)
      throw new UsoIncorrecto('Diga crear, o revocar y el id de la llave')
    const config = loadConfig(io.env, { data: text(args, 'data') })
    const open = () => openCarpeta(config, { clock, random, log: logTo(io.err, config), shared: true })
    return action === 'crear' ? create(wantedKey(args), open, io) : revoke(id!, open, io)
  },
}

type Open = () => ReturnType<typeof openCarpeta>
type Wanted = ReturnType<typeof wantedKey>

function wantedKey(args: Argumentos) {
  const scopes = (text(args, 'scopes') ?? '').split(',').filter((scope) => scope !== '')
  const unknown = scopes.find((scope) => !SCOPES.includes(scope))
  if (unknown) throw new UsoIncorrecto(`«${unknown}» no es un alcance; son ${SCOPES.join(', ')}`)
  const ambiente = AMBIENTES.find((name) => name === text(args, 'ambiente'))
  if (!ambiente && text(args, 'ambiente'))
    throw new UsoIncorrecto(`--ambiente es uno de ${AMBIENTES.join(', ')}`)
  const expiresAt = text(args, 'expira')
  if (expiresAt !== undefined && Number.isNaN(Date.parse(expiresAt)))
    throw new UsoIncorrecto('--expira es un instante ISO 8601, por ejemplo 2027-01-31T00:00:00Z')
  return {
    empresa: requireText(args, 'empresa'),
    nombre: requireText(args, 'nombre'),
    scopes,
    ambiente,
    expiresAt,
  }
}

function create({ empresa, ...wanted }: Wanted, open: Open, io: Io): ExitStatus {
  const { store, close } = open()
  const { nombre } = wanted
  try {
    const { id, cuentaId } = findEmpresa(store, empresa)
    const maker = { cuentaId, empresas: null, permisos: permisosOf('propietario'), tiposDte: null }
    const apiKeys = createApiKeys({ store, clock, newId, random })
    const { key, text: plain } = createAudit({ store, clock, newId })(
      operador(cuentaId),
      () => apiKeys.create(maker, { ...wanted, empresaId: id }),
      (made) => ({ accion: 'apikey.creada', objeto: made.key.id, empresaId: id, detalle: { nombre } }),
    )
    io.err(`Llave ${key.id} creada en ${key.ambiente} con ${key.scopes.join(', ')}. No se vuelve a mostrar:`)
    io.out(plain)
    const { empresaId, ambiente, scopes, expiresAt } = key
    io.result({
      ...{ id: key.id, nombre, empresa_id: empresaId, ambiente, scopes, expires_at: expiresAt },
      api_key: plain,
    })
  } finally {
    close()
  }
  return 0
}

function revoke(id: string, open: Open, io: Io): ExitStatus {
  const { store, close } = open()
  try {
    const row = store.db
      .select({ cuentaId: empresa.cuentaId })
      .from(apiKeyTable)
      .innerJoin(empresa, eq(empresa.id, apiKeyTable.empresaId))
      .where(eq(apiKeyTable.id, id))
      .get()
    if (!row) throw new Falla(`No hay una llave con el id ${id}`)
    const { cuentaId } = row
    const apiKeys = createApiKeys({ store, clock, newId, random })
    createAudit({ store, clock, newId })(
      operador(cuentaId),
      () => apiKeys.revoke({ cuentaId, empresas: null }, id),
      ({ empresaId, nombre }) => ({ accion: 'apikey.revocada', objeto: id, empresaId, detalle: { nombre } }),
    )
    io.out(`Llave ${id} revocada`)
    io.result({ id, revocada: true })
  } finally {
    close()
  }
  return 0
}
