// Tells which callers may ask an operation, in words and as the published document has it.

import { type Access, SHOWN } from './credential'

/** Whoever may come in by any of the ways: told once, of all operations that say nothing else. */
export const SECURITY: object[] = [{ sesion: [] }, { cookie: [] }, { llave: [] }]

export function security({ publico, soloSesion }: Access): object[] {
  if (publico) return []
  return soloSesion ? SECURITY.slice(0, 2) : SECURITY
}

export const accessText = (
  { publico, permiso, oPermiso, soloSesion, soloPropietario, cuentaEntera }: Access,
  detail: { [SHOWN]?: true },
): string => {
  if (publico) return 'No necesita credencial.'
  const factor = detail[SHOWN] ? ' A una persona con segundo factor se lo pide de nuevo cada 10 minutos.' : ''
  const entera = cuentaEntera ? ' No para quien está limitado a algunas empresas de la cuenta.' : ''
  const who = soloPropietario ? ' de un propietario' : ''
  if (soloSesion)
    return `Sólo para sesiones${who}${permiso ? ` con el permiso \`${permiso}\`` : ''}.${entera}${factor}`
  const other = oPermiso ? ` o \`${oPermiso}\`` : ''
  return `Permiso o alcance: \`${permiso}\`${other}.${entera}${factor}`
}

/** Whether a text of an operation is that of its access, which `security` and its own keys say too. */
export const isAccessText = (text: string): boolean =>
  /^(No necesita credencial\.|Sólo para sesiones|Permiso o alcance:)/.test(text)

/** The same in keys of the document. */
export const accessKeys = ({ permiso, oPermiso, soloSesion, cuentaEntera, soloPropietario }: Access) => ({
  ...(permiso && { 'x-permiso': permiso }),
  ...(oPermiso && { 'x-o-permiso': oPermiso }),
  ...(soloSesion && { 'x-solo-sesion': true }),
  ...(cuentaEntera && { 'x-cuenta-entera': true }),
  ...(soloPropietario && { 'x-solo-propietario': true }),
})
