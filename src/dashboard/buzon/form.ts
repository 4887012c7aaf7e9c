// A mailbox as its form has it, what it lacks, and the body that saves it. The password is never among what comes from the server.

import type { BodyOf } from '../api/client'
import type { Buzon } from './state'

export type Ajuste = BodyOf<'PUT /v1/empresa/:id/buzon'>
export type Campo = keyof Ajuste

export interface Draft {
  tipo: Buzon['tipo']
  host: string
  /** As typed. */
  puerto: string
  seguridad: 'tls' | 'starttls'
  usuario: string
  clave: string
  carpeta: string
  /** `YYYY-MM-DD`; empty, all messages. */
  desde: string
  despues: Buzon['despues']
  carpeta_procesados: string
}

const PUERTO = { tls: '993', starttls: '143' } as const

export const draftOf = (saved: Buzon | null): Draft => ({
  tipo: saved?.tipo ?? 'imap',
  host: saved?.host ?? '',
  puerto: saved?.puerto ? String(saved.puerto) : PUERTO.tls,
  seguridad: saved?.seguridad ?? 'tls',
  usuario: saved?.usuario ?? '',
  clave: '',
  carpeta: saved?.carpeta ?? 'INBOX',
  desde: saved?.desde ?? '',
  despues: saved?.despues ?? 'nada',
  carpeta_procesados: saved?.carpeta_procesados ?? '',
})

/** Another encryption takes its usual port along, unless another was typed. */
export const withSeguridad = (draft: Draft, seguridad: Draft['seguridad']): Draft => ({
  ...draft,
  seguridad,
  puerto: ['', PUERTO[draft.seguridad]].includes(draft.puerto.trim()) ? PUERTO[seguridad] : draft.puerto,
})

/** The faults that the form finds alone; the server refuses the rest. */
export function missing(draft: Draft, saved: Buzon | null): Partial<Record<Campo, string>> {
  if (draft.tipo === 'simulador') return {}
  const puerto = draft.puerto.trim()
  const validPort = /^\d{1,5}$/.test(puerto) && Number(puerto) >= 1 && Number(puerto) <= 65_535
  return {
    ...(!draft.host.trim() && { host: 'Escriba el nombre del servidor' }),
    ...(!validPort && { puerto: 'Debe ser un número de 1 a 65535, como 993' }),
    ...(!draft.usuario.trim() && { usuario: 'Escriba el usuario' }),
    ...(!draft.clave && saved?.tipo !== 'imap' && { clave: 'Escriba la clave' }),
    ...(draft.despues === 'mover' &&
      !draft.carpeta_procesados.trim() && {
        carpeta_procesados: 'Escriba la carpeta a la que van los mensajes leídos',
      }),
  }
}

/** An empty password keeps the one that is there. */
export function bodyOf(draft: Draft): Ajuste {
  const { tipo, seguridad, clave, despues } = draft
  const desde = draft.desde || null
  if (tipo === 'simulador') return { tipo, desde }
  const carpeta = draft.carpeta.trim()
  return {
    tipo,
    host: draft.host.trim(),
    puerto: Number(draft.puerto.trim()),
    seguridad,
    usuario: draft.usuario.trim(),
    ...(clave && { clave }),
    ...(carpeta && { carpeta }),
    desde,
    despues,
    ...(despues === 'mover' && { carpeta_procesados: draft.carpeta_procesados.trim() }),
  }
}
