// A matter that needs a person, as a sentence and the verb that mends it (dashboard §10).

import type { DataOf } from '../api/client'
import { formatDate, formatInstant, formatNumber, plural } from '../ui/format'
import type { Tone } from '../ui/status'
import { shortName } from '../ui/tipo'
import { MOTIVO } from './respaldo-words'

export type Asunto = DataOf<'GET /v1/resumen'>['atencion'][number]

export interface Aviso {
  id: string
  tone: Tone
  icon: string
  text: string
  /** Verb of the link. */
  verb: string
  href: string
}

/** `de` and `a` bound the days of the summary. */
export function avisoDe(asunto: Asunto, [de, a]: readonly [de: string, a: string]): Aviso {
  const bad = { tone: 'mal', icon: '✕' } as const
  const warn = { tone: 'aviso', icon: '!' } as const
  const list = (estado: string): string =>
    `/documentos?estado_sii=${estado}&por_atender=true&fecha_desde=${de}&fecha_hasta=${a}`
  switch (asunto.asunto) {
    case 'respaldos': {
      const text = `${MOTIVO[asunto.motivo]}: ${asunto.mensaje}`
      return { ...bad, id: `respaldos-${asunto.motivo}`, text, verb: 'Ver los respaldos', href: '/respaldos' }
    }
    case 'trabajos_detenidos': {
      const text = plural(asunto.cantidad, 'emisión detenida', 'emisiones detenidas')
      return { ...bad, id: asunto.asunto, text, verb: 'Ver la causa', href: '/trabajos' }
    }
    case 'envios_detenidos': {
      const what = plural(asunto.cantidad, 'documento', 'documentos')
      const text = `${what} en un envío que el SII rechazó completo`
      const [first] = asunto.job_ids
      const href = first ? `/trabajos/${first}` : '/trabajos'
      return { ...bad, id: asunto.asunto, text, verb: 'Ver la causa', href }
    }
    case 'sin_veredicto': {
      const text = `${plural(asunto.cantidad, 'envío', 'envíos')} sin veredicto del SII tras una semana`
      const href = '/documentos?estado_sii=en_proceso'
      return { ...bad, id: asunto.asunto, text, verb: 'Preguntar al SII', href }
    }
    case 'operaciones_detenidas': {
      const text = plural(asunto.cantidad, 'operación detenida', 'operaciones detenidas')
      return { ...bad, id: asunto.enlace, text, verb: 'Ver la causa', href: '/operaciones' }
    }
    case 'boletas_inciertas': {
      const text = `No se sabe si el SII emitió ${plural(asunto.cantidad, 'boleta')} de terceros`
      return { ...bad, id: asunto.asunto, text, verb: 'Ver', href: '/honorarios?mes=todos&ver=pendientes' }
    }
    case 'buzon_apagado': {
      const text = `La casilla de recibidos no se lee desde el ${formatDate(asunto.desde)}`
      return { ...bad, id: asunto.asunto, text, verb: 'Corregir', href: '/buzon' }
    }
    case 'acuses_por_vencer': {
      const { cantidad, pendientes } = asunto
      const what = `${plural(pendientes, 'recibido', 'recibidos')} por aceptar o reclamar`
      const soon =
        cantidad === pendientes ? 'el primero' : `${formatNumber(cantidad)} antes de tres días, el primero`
      const text = `${what}: ${soon} vence el ${formatInstant(asunto.vence_el)}`
      return { ...warn, id: asunto.asunto, text, verb: 'Ver', href: '/por-aceptar' }
    }
    case 'documentos_rechazados': {
      const text = countOf(asunto, 'rechazada por el SII', 'rechazadas por el SII')
      return { ...bad, id: asunto.asunto, text, verb: 'Corregir', href: list('rechazado') }
    }
    case 'documentos_con_reparos': {
      const text = countOf(asunto, 'aceptada con reparos', 'aceptadas con reparos')
      return { ...warn, id: asunto.asunto, text, verb: 'Revisar', href: list('aceptado_con_reparos') }
    }
    case 'certificado':
      return { ...(asunto.estado === 'por_vencer' ? warn : bad), ...certificado(asunto) }
    case 'folios':
      return { ...(asunto.estado === 'agotados' ? bad : warn), ...folios(asunto) }
    case 'webhook_desactivado': {
      const text = `El webhook a ${hostOf(asunto.url)} se desactivó`
      const href = `/webhooks/${asunto.webhook_id}`
      return { ...bad, id: asunto.webhook_id, text, verb: 'Ver el webhook', href }
    }
    case 'cuota': {
      const { cuota, estado, usadas, limite } = asunto
      const text = `${formatNumber(usadas)} de ${formatNumber(limite)} ${cuota} del mes usadas`
      return { ...(estado === 'agotada' ? bad : warn), id: cuota, text, verb: 'Ver el plan', href: '/plan' }
    }
  }
}

type De<A extends Asunto['asunto']> = Extract<Asunto, { asunto: A }>

/** `2 facturas y 1 boleta rechazadas por el SII`: every type is feminine. */
function countOf(
  { cantidad, tipos }: De<'documentos_rechazados' | 'documentos_con_reparos'>,
  one: string,
  many: string,
): string {
  const types = tipos.map((tipo) =>
    plural(tipo.cantidad, shortName(tipo.tipo_dte).toLowerCase(), manyOf(tipo)),
  )
  const said = [types.slice(0, -1).join(', '), ...types.slice(-1)].filter(Boolean).join(' y ')
  return `${said} ${cantidad === 1 ? one : many}`
}

/** `facturas exentas`, `notas de crédito de exportación`, `liquidaciones factura`. */
const manyOf = ({ tipo_dte }: { tipo_dte: number }): string =>
  shortName(tipo_dte)
    .toLowerCase()
    .replace(/^liquidación|^\S+|exenta$/g, (word) => (word.endsWith('ión') ? 'liquidaciones' : `${word}s`))

function certificado({ estado, dias_restantes, valido_hasta }: De<'certificado'>) {
  const base = { id: 'certificado', href: '/certificado' }
  if (estado === 'falta') return { ...base, text: 'No hay certificado digital para firmar', verb: 'Cargar' }
  const day = valido_hasta ? ` el ${formatDate(valido_hasta)}` : ''
  const text =
    estado === 'vencido'
      ? `El certificado digital venció${day}`
      : `El certificado digital vence${day} (${plural(dias_restantes ?? 0, 'día')})`
  return { ...base, text, verb: 'Reemplazar' }
}

function folios({ estado, tipo_dte, disponibles, dias_estimados, vence_el }: De<'folios'>) {
  const name = shortName(tipo_dte).toLowerCase()
  const base = { id: `folios-${tipo_dte}-${estado}`, verb: 'Conseguir folios', href: '/folios' }
  if (estado === 'agotados') return { ...base, text: `No quedan folios de ${name}` }
  const left = `${disponibles === 1 ? 'Queda' : 'Quedan'} ${plural(disponibles, 'folio')} de ${name}`
  if (estado === 'bajos') return { ...base, text: left }
  if (estado === 'por_agotarse')
    return { ...base, text: `${left}: al ritmo actual alcanzan para ${plural(dias_estimados ?? 0, 'día')}` }
  return { ...base, text: `${left}, que vencen el ${vence_el ? formatDate(vence_el) : 'pronto'}` }
}

const hostOf = (url: string): string => URL.parse(url)?.host ?? url
