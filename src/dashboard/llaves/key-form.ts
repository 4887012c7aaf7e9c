// The fields of a new key, and the body that asks for it (http §15).

import type { Ambiente } from '../../domain/ambiente'
import { addDays, addMonths, chileDate, chileMidnight } from '../../domain/fecha'
import { PERMISOS, type Permiso } from '../../domain/permisos'
import type { BodyOf } from '../api/client'

export interface KeyDraft {
  nombre: string
  empresaId: string
  ambiente: Ambiente
  scopes: readonly Permiso[]
  /** The last day in Chile on which it works; empty never ends. */
  hasta: string
  /** One address or range a line. */
  ips: string
}

export const PRESETS = [
  ['dte', 'Todo lo de DTE', (permiso: Permiso) => permiso.startsWith('dte:')],
  ['emitir', 'Sólo emitir', (permiso: Permiso) => permiso === 'dte:emitir'],
  ['leer', 'Sólo leer', (permiso: Permiso) => permiso.endsWith(':leer')],
] as const
export type Preset = (typeof PRESETS)[number][0] | 'medida'

/** Never wider than who makes the key. */
export const scopesOf = (preset: Preset, granted: readonly Permiso[]): Permiso[] => {
  const has = PRESETS.find(([id]) => id === preset)?.[2] ?? (() => false)
  return PERMISOS.filter((permiso) => granted.includes(permiso) && has(permiso))
}

/** The preset whose scopes these are. */
export const presetOf = (scopes: readonly Permiso[], granted: readonly Permiso[]): Preset =>
  PRESETS.find(([id]) => {
    const own = scopesOf(id, granted)
    return own.length === scopes.length && own.every((scope) => scopes.includes(scope))
  })?.[0] ?? 'medida'

export const newDraft = (
  empresa: { id: string; ambiente: Ambiente },
  granted: readonly Permiso[],
  now: Date,
): KeyDraft => ({
  nombre: '',
  empresaId: empresa.id,
  ambiente: empresa.ambiente,
  scopes: scopesOf('dte', granted),
  hasta: addMonths(chileDate(now), 12),
  ips: '',
})

/** The missing fields: the API would take no scopes for its default ones. */
export const missing = ({ nombre, scopes }: KeyDraft): { nombre?: string; scopes?: string } => ({
  ...(!nombre.trim() && { nombre: 'Póngale un nombre: con él la reconocerá después' }),
  ...(!scopes.length && { scopes: 'Elija al menos un permiso' }),
})

export function bodyOf({
  nombre,
  empresaId,
  ambiente,
  scopes,
  hasta,
  ips,
}: KeyDraft): BodyOf<'POST /v1/apikeys'> {
  const addresses = linesOf(ips)
  return {
    nombre: nombre.trim(),
    empresa_id: empresaId,
    ambiente,
    scopes: [...scopes],
    // To the last second of that day in Chile.
    ...(hasta && { expires_at: new Date(chileMidnight(addDays(hasta, 1)).getTime() - 1000).toISOString() }),
    ...(addresses.length && { ips: addresses }),
  }
}

export const linesOf = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

/** A request to try the key with, for a terminal; one that its scopes allow, null when they allow none of these. */
export function curlOf(origin: string, key: string, scopes: readonly Permiso[]): string | null {
  const ask = (rest: string): string => `curl -H 'X-API-Key: ${key}' ${rest}`
  if (scopes.includes('dte:leer')) return ask(`'${origin}/v1/documentos?limite=1'`)
  if (scopes.includes('empresa:leer')) return ask(`'${origin}/v1/empresa/actual'`)
  if (scopes.includes('dte:emitir'))
    return ask(
      `-H 'Content-Type: application/json' -d '{"tipo_dte":39,"detalle":[{"nombre":"Café","precio":4990}]}' '${origin}/v1/dte/validar'`,
    )
  return null
}
