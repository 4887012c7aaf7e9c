// Creating, rotating and revoking keys: bound to one company, never wider than who creates them (http §15).

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import type { Ambiente } from '../../domain/ambiente'
import { AppError, faultsError } from '../../domain/errors'
import { expandScopes, type Permiso, SCOPES_POR_DEFECTO } from '../../domain/permisos'
import { createApiKey } from '../../http/api-key'
import { MUDADA } from '../../http/moved'
import { prepareMoved } from '../../http/statements'
import { reachable } from '../../http/tenant'
import type { Store } from '../../store/store'
import { createEmpresaStore, type Empresa } from '../empresa'
import { type ApiKey, createApiKeyStore, type Reach } from './api-key-store'

/** Keys of one company that are not revoked (http §16.4). */
const KEYS_MAX = 50
/** How long a rotated key goes on working (http §15). */
const ROTATED_MS = 24 * 3600 * 1000

export interface NewKey {
  nombre: string
  empresaId: string
  scopes: readonly string[]
  ambiente?: Ambiente
  expiresAt?: string
  ips?: readonly string[]
}

/** The maker of a key: a key can do no more than its maker. */
interface Maker extends Reach {
  permisos: ReadonlySet<Permiso>
  tiposDte: readonly number[] | null
}

/** A new key and its text, which is not kept. */
export interface Made {
  key: ApiKey
  text: string
}

/** The scopes that `wanted` stands for, never wider than `granted`. Throws FORBIDDEN for those that are. */
export function scopesFor(granted: ReadonlySet<Permiso>, wanted: readonly string[]): Permiso[] {
  const scopes = wanted.length
    ? expandScopes(wanted)
    : SCOPES_POR_DEFECTO.filter((scope) => granted.has(scope))
  requireScopes(granted, scopes)
  return scopes
}

export type ApiKeys = ReturnType<typeof createApiKeys>

export function createApiKeys({
  store,
  clock,
  newId,
  random,
}: {
  store: Store
  clock: Clock
  newId: NewId
  random: (size: number) => Uint8Array
}) {
  const keys = createApiKeyStore(store.db)
  const empresas = createEmpresaStore(store.db)
  const moved = prepareMoved(store.client)

  /** No path says whose key it is. Throws ACCOUNT_MOVED. */
  function requireHere(empresaId: string): void {
    if (moved.get(empresaId) === 1) throw new AppError('ACCOUNT_MOVED', MUDADA)
  }

  function company(reach: Reach, id: string): Empresa {
    const empresa = empresas.find(reach.cuentaId, reachable(reach, id))
    if (!empresa) throw new AppError('NOT_FOUND', 'La empresa no existe')
    return empresa
  }

  function find(reach: Reach, id: string): ApiKey {
    const key = keys.find(reach, id)
    if (!key) throw new AppError('NOT_FOUND', 'La llave no existe')
    return key
  }

  /** A key that can do no more than `maker`. Throws NOT_FOUND, FORBIDDEN. */
  function governed(maker: Maker, id: string): ApiKey {
    const key = find(maker, id)
    requireScopes(maker.permisos, key.scopes)
    const { tiposDte } = maker
    if (tiposDte && !(key.tiposDte.length && key.tiposDte.every((tipo) => tiposDte.includes(tipo))))
      throw new AppError('FORBIDDEN', 'La llave emite tipos de documento que usted no puede emitir')
    return key
  }

  function make(
    parts: Pick<ApiKey, 'empresaId' | 'nombre' | 'scopes' | 'tiposDte' | 'ips' | 'ambiente' | 'expiresAt'>,
  ): Made {
    const { key: text, hash, prefijo, ultimos4 } = createApiKey(parts.ambiente, random)
    const { empresaId, nombre, scopes, tiposDte, ips, ambiente, expiresAt } = parts
    const key: ApiKey = {
      id: newId('key'),
      empresaId,
      nombre,
      prefijo,
      ultimos4,
      scopes,
      tiposDte,
      ips,
      ambiente,
      createdAt: clock().toISOString(),
      expiresAt,
      lastUsedAt: null,
      revokedAt: null,
    }
    keys.insert(key, hash)
    return { key, text }
  }

  return {
    /** The company a key would be for. Throws NOT_FOUND when it is out of reach. */
    company,
    governed,
    list: keys.list,
    count: keys.count,

    /**
     * The new key and its text, which is not kept. Throws NOT_FOUND for a company out of reach, FORBIDDEN for scopes that
     * its creator lacks, VALIDATION_ERROR for an end in the past, CONFLICT at fifty keys.
     */
    create(maker: Maker, wanted: NewKey): Made {
      const empresa = company(maker, wanted.empresaId)
      requireHere(empresa.id)
      const scopes = scopesFor(maker.permisos, wanted.scopes)
      if (wanted.expiresAt !== undefined && Date.parse(wanted.expiresAt) <= clock().getTime())
        throw faultsError([
          { campo: 'expires_at', regla: 'pasado', mensaje: 'expires_at debe ser un instante futuro' },
        ])
      if (keys.countLiving(empresa.id) >= KEYS_MAX)
        throw new AppError('CONFLICT', `La empresa ya tiene ${KEYS_MAX} llaves; revoque alguna`)
      return make({
        empresaId: empresa.id,
        nombre: wanted.nombre,
        scopes,
        tiposDte: maker.tiposDte ?? [],
        ips: wanted.ips ?? [],
        ambiente: wanted.ambiente ?? empresa.ambiente,
        expiresAt: wanted.expiresAt === undefined ? null : new Date(wanted.expiresAt).toISOString(),
      })
    },

    /**
     * Another key in the place of one, which goes on working for a day. Throws NOT_FOUND, INVALID_STATE for one that is
     * revoked, expired or rotated already, FORBIDDEN for one that may do more than who asks.
     */
    rotate(maker: Maker, id: string): Made {
      const old = governed(maker, id)
      requireHere(old.empresaId)
      const now = clock()
      if (old.revokedAt !== null)
        throw new AppError('INVALID_STATE', 'La llave ya fue revocada o rotada; cree una nueva')
      if (old.expiresAt !== null && Date.parse(old.expiresAt) <= now.getTime())
        throw new AppError('INVALID_STATE', 'La llave ya venció; cree una nueva')
      keys.revoke(id, new Date(now.getTime() + ROTATED_MS))
      return make(old)
    },

    /** From the next request on it is refused; revoking twice is no fault. Throws NOT_FOUND. */
    revoke(reach: Reach, id: string): ApiKey {
      const key = find(reach, id)
      requireHere(key.empresaId)
      keys.revoke(id, clock())
      return key
    },
  }
}

function requireScopes(granted: ReadonlySet<Permiso>, scopes: readonly Permiso[]): void {
  const excess = scopes.filter((scope) => !granted.has(scope))
  if (!excess.length) return
  throw new AppError('FORBIDDEN', `No puede dar a una llave lo que usted no puede: ${excess.join(', ')}`, {
    detalles: excess.map((scope) => ({ scope })),
  })
}
