// The history of a document and of its job as one line of time (dashboard §8).

import { isFinal } from '../../domain/dte/estados'
import type { DataOf } from '../api/client'
import type { Tone } from '../ui/status'
import { type Documento, isStopped } from './estado'

export type Trabajo = DataOf<'GET /v1/dte/emision/:jobId'>

export interface Paso {
  id: string
  titulo: string
  /** ISO instant; null for what is still to come. */
  at: string | null
  tone: Tone
  icon: string
  trackId?: string | null
  /** The SII's code and words. */
  sii?: { codigo: string | null; glosa: string | null } | null
  /** Our own words about it. */
  detalle?: string | null
  explicacion?: { causa: string | null; solucion: string | null } | null
  /** A person has to act there. */
  trabajo?: string
}

type Estado = Documento['historial'][number]['estado']

const PASOS: Readonly<Record<Estado, readonly [titulo: string, icon: string, tone: Tone]>> = {
  no_enviado: ['De vuelta en la cola', '○', 'aviso'],
  enviado: ['El SII lo recibió', '✓', 'bien'],
  en_proceso: ['El SII lo revisa', '◐', 'espera'],
  no_consultado: ['Sin consultar al SII', '○', 'neutro'],
  aceptado: ['Aceptado por el SII', '✓', 'bien'],
  aceptado_con_reparos: ['Aceptado con reparos', '!', 'aviso'],
  rechazado: ['Rechazado por el SII', '✕', 'mal'],
  tomado: ['Folio tomado', '○', 'neutro'],
  usado: ['Folio usado', '○', 'neutro'],
  retenido: ['Folio retenido', '!', 'aviso'],
  libre: ['Folio libre', '○', 'neutro'],
  por_anular: ['Folio por anular', '!', 'aviso'],
  importado: ['Importado de otro sistema', '✓', 'bien'],
  descartado: ['Descartado', '⊘', 'neutro'],
  anulada: ['Guía anulada', '⊘', 'neutro'],
  copia_en_cola: ['Copia por correo pedida', '◐', 'espera'],
  copia_en_espera: ['La copia por correo espera otro intento', '◐', 'aviso'],
  copia_enviada: ['Copia por correo enviada', '✓', 'bien'],
  copia_fallida: ['La copia por correo no salió', '✕', 'mal'],
  respuesta_receptor: ['El receptor respondió por correo', '✉', 'neutro'],
  correo_sii: ['Llegó un correo sobre el envío', '✉', 'neutro'],
  atendido: ['Dado por visto', '✓', 'neutro'],
  por_atender: ['Vuelve a requerir atención', '!', 'aviso'],
  copia_omitida: ['Sin copia por correo', '○', 'neutro'],
}

/** The states whose `detalle` is what the SII said. */
const DEL_SII: readonly Estado[] = ['en_proceso', 'aceptado', 'aceptado_con_reparos', 'rechazado']

/** `trabajo` is undefined until it is read, and when it cannot be. */
export function stepsOf(documento: Documento, trabajo: Trabajo | undefined): Paso[] {
  const { created_at, firmado_at, historial } = documento
  const past: Paso[] = [
    ...(documento.origen === 'importado'
      ? []
      : [
          { id: 'recibido', titulo: 'Recibido por Timbre', at: created_at, tone: 'bien', icon: '✓' } as const,
        ]),
    ...(firmado_at
      ? [{ id: 'firmado', titulo: 'Firmado', at: firmado_at, tone: 'bien', icon: '✓' } as const]
      : []),
    ...historial.map((paso, index): Paso => {
      const [titulo, icon, tone] = PASOS[paso.estado]
      const delSii = DEL_SII.includes(paso.estado)
      return {
        // Two steps may be of one moment; the history only grows.
        id: `${index}-${paso.estado}`,
        titulo,
        icon,
        tone,
        at: paso.fecha,
        sii:
          delSii || paso.codigo_sii ? { codigo: paso.codigo_sii, glosa: delSii ? paso.detalle : null } : null,
        trackId: paso.estado === 'enviado' ? trackIn(paso.detalle) : null,
        detalle: delSii || (paso.estado === 'enviado' && trackIn(paso.detalle)) ? null : paso.detalle,
        // An accepted step needs no more words.
        explicacion: paso.estado === 'aceptado' ? null : paso.explicacion,
      }
    }),
  ]
  // Steady: what has the same hour keeps the order in which it was told.
  past.sort((a, b) => (a.at ?? '').localeCompare(b.at ?? ''))
  return [...past, ...nextOf(documento, trabajo)]
}

/** The Track ID that the history tells in words; a document sent twice has another in each step. */
const trackIn = (detalle: string | null): string | null => /Track ID (\S+)$/.exec(detalle ?? '')?.[1] ?? null

function nextOf(documento: Documento, trabajo: Trabajo | undefined): Paso[] {
  const { estado, estado_sii } = documento
  if (isFinal(documento) || estado === 'discarded' || documento.origen === 'importado') return []
  const verdict: Paso = { id: 'veredicto', titulo: 'Veredicto del SII', at: null, tone: 'neutro', icon: '○' }
  if (estado_sii !== 'no_enviado') return [verdict]
  const error = trabajo?.error
  const fault: Partial<Paso> = error
    ? {
        sii: error.sii && { codigo: error.sii.codigo, glosa: error.sii.glosa },
        detalle: error.error,
        explicacion:
          error.sii?.causa || error.sii?.solucion ? onceOf(error.sii, error.error) : accionOf(error),
      }
    : {}
  if (isStopped(documento))
    return [
      {
        id: 'detenido',
        titulo: 'La emisión se detuvo',
        at: trabajo?.failed_at ?? null,
        tone: 'mal',
        icon: '✕',
        ...(documento.job_id && { trabajo: documento.job_id }),
        ...fault,
      },
    ]
  const next = trabajo?.proximo_intento ?? null
  return [
    {
      id: 'envio',
      titulo: error && next ? 'Espera otro intento de envío' : 'Envío al SII',
      at: null,
      tone: error ? 'aviso' : 'neutro',
      icon: error ? '!' : '◐',
      ...fault,
    },
    verdict,
  ]
}

/** The cause is often what was said already, word by word. */
const onceOf = (
  { causa, solucion }: NonNullable<NonNullable<Trabajo['error']>['sii']>,
  said: string,
): Paso['explicacion'] => ({ causa: causa && said.includes(causa) ? null : causa, solucion })

const accionOf = ({ accion }: NonNullable<Trabajo['error']>): Paso['explicacion'] =>
  accion ? { causa: null, solucion: accion } : null
