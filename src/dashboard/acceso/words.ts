// The access to the SII's portal in words (http §28.2).

import { isDelSii, METODOS_SEGUROS, type MotivoBloqueo, OPERACIONES_PORTAL } from '../../domain/portal'
import type { DataOf } from '../api/client'
import { formatInstant, upperFirst } from '../ui/format'
import type { Tone, Word } from '../ui/status'

export type Portal = DataOf<'GET /v1/empresa/:id/portal'>
export type MetodoPortal = keyof Portal['metodos']
export type Bloqueo = NonNullable<Portal['metodos'][MetodoPortal]['bloqueo']>
type Operacion = Portal['operaciones'][number]

export const METODO: Readonly<Record<MetodoPortal, string>> = {
  certificado: 'certificado digital',
  clave: 'RUT y clave tributaria',
}

export const ESTADO: Readonly<Record<Portal['metodos'][MetodoPortal]['estado'], Word>> = {
  sin_cargar: ['○', 'Sin cargar', 'neutro'],
  listo: ['✓', 'Listo', 'bien'],
  bloqueado: ['✕', 'El SII rehusó el ingreso', 'mal'],
  vencido: ['✕', 'Vencido', 'mal'],
}

export const MOTIVO: Readonly<Record<MotivoBloqueo, string>> = {
  CLAVE_INCORRECTA: 'La clave no es la que tiene el SII',
  CLAVE_BLOQUEADA: 'La clave está bloqueada en el SII',
  DEMASIADAS_SESIONES: 'El SII no admite otra sesión',
  CERTIFICADO_RECHAZADO: 'El SII rechazó el certificado',
  SIN_REPRESENTACION: 'El SII no tiene a esa persona como representante',
  DESCONOCIDO: 'El SII no dejó ingresar',
}

/** Lifting it: the SII's own hour is tried within once, by a person who says that its cause is gone. */
export const liftOf = (bloqueo: Pick<Bloqueo, 'motivo'>): { action: string; resuelto: boolean } =>
  isDelSii(bloqueo)
    ? { action: 'Ya lo resolví en el SII', resuelto: true }
    : { action: 'Desbloquear', resuelto: false }

/** Warns of the risk of lifting the block: with the same credential Timbre tries once more. */
export const riskOf = ({ motivo }: Pick<Bloqueo, 'motivo'>): string =>
  isDelSii({ motivo })
    ? 'Timbre prueba una vez antes de que pase la hora. Si el SII lo rehúsa otra vez, la hora empieza de nuevo y hay que esperarla.'
    : motivo === 'CLAVE_INCORRECTA'
      ? 'Si la clave sigue sin servir, otro intento acerca al SII a bloquearla. Si la cambió en el SII, cárguela de nuevo en vez de desbloquear.'
      : 'Si lo que el SII pidió no está resuelto, volverá a rehusarlo y quedará bloqueado otra vez.'

export const PAUSA: Readonly<Record<NonNullable<Portal['pausa']>['motivo'], string>> = {
  FIREWALL: 'El SII rechaza por ahora las consultas de este servidor',
  COLA: 'El SII tiene a todos en una fila de espera',
  RITMO: 'Esa persona ya hizo las consultas que el SII admite en cinco minutos',
  INGRESOS: 'Esa persona ya ingresó tan seguido como conviene',
  REINGRESO: 'Hubo demasiados ingresos seguidos y el SII pide otro más tarde',
}

/** The operations that wait; all others go on by the other way in, and people's where it is the pace. */
export const pausedText = (motivo: keyof typeof PAUSA, hasta: string): string =>
  motivo === 'RITMO' || motivo === 'INGRESOS'
    ? `Los trabajos de Timbre esperan hasta las ${hasta}, y entonces siguen solos.`
    : `Lo que la tabla del final no da por disponible espera hasta las ${hasta}, y entonces Timbre sigue solo.`

export const nameOf = ({ operacion }: Pick<Operacion, 'operacion'>): string =>
  upperFirst(OPERACIONES_PORTAL[operacion])

/** `por certificado digital`, and what else would serve; of what asks for none, that. */
export function wayOf({ operacion, metodo }: Pick<Operacion, 'operacion' | 'metodo'>): string {
  const ways = METODOS_SEGUROS[operacion]
  if (!ways.length) return 'Sin ingresar'
  if (metodo) return `Por ${METODO[metodo]}`
  return ways
    .map((way) => `por ${METODO[way]}`)
    .join(', o ')
    .replace(/^p/, 'P')
}

/** The result of a test of the way in; `autorizada` as the API has it. */
export function testedOf(autorizada: boolean | null): readonly [tone: Tone, title: string, text: string] {
  if (autorizada === null)
    return ['aviso', 'El ingreso resultó', 'El SII no dijo si esa persona puede operar por la empresa.']
  return autorizada
    ? ['bien', 'El ingreso resultó', 'El SII deja a esa persona operar por la empresa.']
    : [
        'mal',
        'El ingreso resultó, pero no sirve para esta empresa',
        'El SII no deja a esa persona consultar por la empresa: regístrela en sii.cl como su representante o usuaria autorizada.',
      ]
}

const SESION: Readonly<Record<Portal['sesion']['estado'], string>> = {
  cerrada: 'No hay ninguna abierta. Timbre entra cuando lo necesita.',
  abierta: 'Abierta',
  vencida: 'Venció. Timbre entra de nuevo cuando lo necesita.',
}

export function sessionOf({ estado, metodo, vence_en }: Portal['sesion']): string {
  if (estado !== 'abierta') return SESION[estado]
  const until = vence_en ? ` hasta el ${formatInstant(vence_en)}` : ''
  return `Abierta${metodo ? ` por ${METODO[metodo]}` : ''}${until}. Se cierra sola tras diez minutos sin uso.`
}
