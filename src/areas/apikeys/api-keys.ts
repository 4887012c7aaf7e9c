// Creating and revoking keys: bound to one company, never wider than who creates them (contract §15).

import type { Ambiente, Clock } from '../../domain/ambiente'
import { AppError, faultsError } from '../../domain/errors'
import type { NewId } from '../../domain/id'
import { expandScopes, type Permiso, SCOPES_POR_DEFECTO } from '../../domain/permisos'
import { createApiKey } from '../../http/api-key'
import type { Store } from '../../store/store'
import { createEmpresaStore, type Empresa } from '../empresa'
import { type ApiKey, createApiKeyStore, type Reach } from './api-key-store'

/** Keys of one company that are not revoked (contract §16). */
const KEYS_MAX = 50

export interface NewKey {
  nombre: string
  empresaId: string
  scopes: readonly string[]
  ambiente?: Ambiente
  expiresAt?: string
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
  const keys = createApiKeyStore(store.client)
  const empresas = createEmpresaStore(store.client)

  function company(reach: Reach, id: string): Empresa {
    const outOfReach = reach.empresaId !== null && reach.empresaId !== id
    const empresa = outOfReach ? null : empresas.find(reach.cuentaId, id)
    if (!empresa) throw new AppError('NOT_FOUND', 'La empresa no existe')
    return empresa
  }

  return {
    /** The company a key would be for. Throws NOT_FOUND when it is out of reach. */
    company,
    list: keys.list,
    count: keys.count,

    /**
     * The new key and its text, which is not kept. Throws NOT_FOUND for a company out of reach, FORBIDDEN for scopes that
     * its creator lacks, VALIDATION_ERROR for an end in the past, CONFLICT at fifty keys.
     */
    create(reach: Reach, granted: ReadonlySet<Permiso>, wanted: NewKey): { key: ApiKey; text: string } {
      const empresa = company(reach, wanted.empresaId)
      const scopes = wanted.scopes.length
        ? expandScopes(wanted.scopes)
        : SCOPES_POR_DEFECTO.filter((scope) => granted.has(scope))
      const excess = scopes.filter((scope) => !granted.has(scope))
      if (excess.length) {
        throw new AppError(
          'FORBIDDEN',
          `No puede dar a una llave lo que usted no puede: ${excess.join(', ')}`,
          {
            detalles: excess.map((scope) => ({ scope })),
          },
        )
      }
      const now = clock()
      if (wanted.expiresAt !== undefined && Date.parse(wanted.expiresAt) <= now.getTime())
        throw faultsError([{ campo: 'expires_at', regla: 'pasado', mensaje: 'Debe ser un instante futuro' }])
      if (keys.countLiving(empresa.id) >= KEYS_MAX)
        throw new AppError('CONFLICT', `La empresa ya tiene ${KEYS_MAX} llaves; revoque alguna`)
      const ambiente = wanted.ambiente ?? empresa.ambiente
      const { key: text, hash, prefijo, ultimos4 } = createApiKey(ambiente, random)
      const key: ApiKey = {
        id: newId('key'),
        empresaId: empresa.id,
        nombre: wanted.nombre,
        prefijo,
        ultimos4,
        scopes,
        ambiente,
        createdAt: now.toISOString(),
        expiresAt: wanted.expiresAt === undefined ? null : new Date(wanted.expiresAt).toISOString(),
        lastUsedAt: null,
        revokedAt: null,
      }
      keys.insert(key, hash)
      return { key, text }
    },

    /** From the next request on it is refused; revoking twice is no fault. Throws NOT_FOUND. */
    revoke(reach: Reach, id: string): void {
      if (!keys.find(reach, id)) throw new AppError('NOT_FOUND', 'La llave no existe')
      keys.revoke(id, clock())
    },
  }
}
