// A mailbox in words: whether it is read, where it is, and what came of each of its messages (areas/recibidos/buzon §1, §2).

import type { ResultadoMensaje } from '../../domain/buzon'
import type { DataOf } from '../api/client'
import { formatNumber, plural } from '../ui/format'
import type { Word } from '../ui/status'

export const BUZON = 'GET /v1/empresa/:id/buzon'
export type Buzon = NonNullable<DataOf<typeof BUZON>>
export type Mensaje = DataOf<'GET /v1/recibidos/mensajes'>[number]
/** How the schedule reads it. */
export type Turno = DataOf<'GET /v1/empresa/:id/programacion'>['buzon']

export const everyOf = ({ cada_minutos }: Pick<Turno, 'cada_minutos'>): string =>
  cada_minutos === 1 ? 'cada minuto' : `cada ${formatNumber(cada_minutos)} minutos`

/** `turno` undefined while the schedule is not known. */
export function estadoOf(buzon: Buzon | null, turno: Turno | undefined): Word {
  if (!buzon) return ['○', 'Sin buzón', 'neutro']
  if (buzon.apagado) return ['✕', 'Apagado: clave rehusada', 'mal']
  if (buzon.error) return ['!', 'La última lectura falló', 'aviso']
  if (!turno) return ['●', 'Encendido', 'bien']
  return turno.activo ? ['●', `Leyendo ${everyOf(turno)}`, 'bien'] : ['○', 'Se lee sólo a pedido', 'neutro']
}

/** Where letters come in: `dte@example.cl en imap.example.cl, puerto 993`. */
export const placeOf = ({ tipo, usuario, host, puerto }: Buzon): string =>
  tipo === 'simulador' ? 'La casilla simulada de la empresa' : `${usuario} en ${host}, puerto ${puerto}`

export const TIPO = [
  ['imap', 'En un servidor de correo (IMAP)'],
  ['simulador', 'La casilla simulada'],
] as const
export const SEGURIDAD = [
  ['tls', 'TLS desde el comienzo (puerto 993)'],
  ['starttls', 'STARTTLS (puerto 143)'],
] as const
export const DESPUES = [
  ['nada', 'Quedan como estaban'],
  ['marcar', 'Se marcan como leídos'],
  ['mover', 'Se mueven a otra carpeta'],
] as const

/** The fate of messages that were read. */
export const afterOf = ({ despues, carpeta_procesados }: Buzon): string =>
  despues === 'mover'
    ? `Se mueven a ${carpeta_procesados}`
    : (DESPUES.find(([value]) => value === despues)?.[1] ?? despues)

export const RESULTADO: Readonly<Record<ResultadoMensaje, Word>> = {
  documentos: ['✓', 'Trajo documentos', 'bien'],
  respuestas: ['✓', 'Trajo respuestas', 'bien'],
  repetido: ['=', 'Ya se tenía', 'neutro'],
  otro_rut: ['!', 'De otro RUT', 'aviso'],
  ignorado: ['–', 'Ignorado', 'aviso'],
  leyendo: ['◐', 'Leyéndose', 'espera'],
}

/** The other things that a message brought, a sentence each. */
export function broughtOf({
  repetidos,
  respuestas,
  ajenos,
}: Pick<Mensaje, 'repetidos' | 'respuestas' | 'ajenos'>): string[] {
  return [
    ...(repetidos ? [`${plural(repetidos, 'documento')} que ya se tenía${repetidos > 1 ? 'n' : ''}`] : []),
    ...(respuestas ? [`${plural(respuestas, 'respuesta')} a lo que se envió`] : []),
    ...(ajenos
      ? [`${plural(ajenos, 'documento')} para otro receptor, que no se guarda${ajenos > 1 ? 'n' : ''}`]
      : []),
  ]
}
