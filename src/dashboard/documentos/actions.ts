// The actions that a document allows, by its state and the person's permissions (dashboard §8). What the API
// alone knows it refuses in its own words; what it would refuse for certain is not offered.

import { OBSERVADOS } from '../../domain/dte/estados'
import { filaDe, isTipoDte, tipoDocumento } from '../../domain/dte/tipos'
import { voidingNote } from '../../domain/dte/voiding-note'
import type { Sesion } from '../api/sesion'
import { mayDuplicate } from './duplicate'
import { type Documento, isStopped } from './estado'

export interface Actions {
  /** There are XML and PDF. */
  archivos: boolean
  /** The envelope as sent. */
  sobre: boolean
  correo: boolean
  /** Where anybody may look at it. */
  publico: string | null
  /** Addresses of the form of emission. */
  nota: string | null
  repetir: string | null
  corregir: string | null
  /** It becomes a draft of the company. */
  duplicar: boolean
  /** Where a series of it is made. */
  serie: string | null
  /** To say that its rejection, or its remarks, are seen to, or that they wait again. */
  atender: 'visto' | 'por_ver' | null
  /** By which way it is voided. */
  anular: 'nota' | 'guia' | null
  preguntar: boolean
}

/**
 * The person who asks: what they may do, in which types (none named, all), and whether they look at an
 * environment where nothing is issued.
 */
export type Person = Pick<Sesion, 'puede' | 'soloMira' | 'tipos_dte' | 'ambiente' | 'envia_correo'>

/** In `simulacion` the simulator's own boxes take mail, whatever the server has. */
export const mailsHere = ({ ambiente, envia_correo }: Pick<Sesion, 'ambiente' | 'envia_correo'>): boolean =>
  envia_correo || ambiente === 'simulacion'

export function actionsOf(documento: Documento, person: Person): Actions {
  const { puede, soloMira, tipos_dte } = person
  const { tipo_dte, folio, estado_sii, estado, firmado_at } = documento
  const issues = (tipo: number): boolean => tipos_dte.length === 0 || tipos_dte.includes(tipo)
  const undoes = isTipoDte(tipo_dte) ? voidingNote(tipo_dte).tipo : undefined
  const nota = undoes !== undefined && issues(undoes) ? undoes : undefined
  const isNota = filaDe(tipo_dte)?.nota != null
  const emite = puede('dte:emitir') && !soloMira
  const rechazado = estado_sii === 'rechazado'
  const descartado = estado === 'discarded' && estado_sii === 'no_enviado'
  const vive = !rechazado && !descartado && documento.anulado_por === null
  // A note on what the SII never got would be refused there.
  const vale = vive && !isStopped(documento)
  const enviado = estado_sii !== 'no_enviado'
  // Another void would be refused while the SII has not judged the first.
  const anulandose = documento.referido_por.some(
    (one) => one.codigo === 1 && ['no_enviado', 'enviado', 'en_proceso'].includes(one.estado_sii),
  )
  const form = (tipo: number): string => `/emitir/${tipo}?desde=${tipo_dte}-${folio}`
  const mayVoid = puede('dte:anular') && !soloMira && vale && !anulandose
  return {
    archivos: firmado_at !== null,
    sobre: enviado && documento.track_id !== null,
    correo: emite && firmado_at !== null && vive && documento.origen === 'emitido' && mailsHere(person),
    publico: documento.links.publico,
    nota: emite && vale && nota !== undefined && documento.saldo !== 0 ? form(nota) : null,
    // A note always begins with what it changes.
    repetir: emite && !rechazado && !isNota && issues(tipo_dte) ? form(tipo_dte) : null,
    duplicar: mayDuplicate(documento, person),
    serie:
      puede('recurrentes:gestionar') &&
      !soloMira &&
      !isNota &&
      issues(tipo_dte) &&
      documento.contenido !== 'registro'
        ? `/recurrentes/nueva?desde=${tipo_dte}-${folio}`
        : null,
    atender:
      !emite || !OBSERVADOS.includes(estado_sii) || documento.reemplazado_por
        ? null
        : documento.atendido
          ? 'por_ver'
          : 'visto',
    corregir:
      emite && rechazado && !documento.reemplazado_por && issues(tipo_dte)
        ? correctionOf(documento, isNota)
        : null,
    anular: !mayVoid
      ? null
      : filaDe(tipo_dte)?.guia
        ? documento.facturada_por === null && enviado
          ? 'guia'
          : null
        : nota !== undefined && documento.saldo === totalOf(documento)
          ? 'nota'
          : null,
    preguntar: puede('consultas:ejecutar') && enviado,
  }
}

const RESPUESTA: Readonly<Record<string, string>> = { 1: 'anular', 2: 'texto', 3: 'montos' }

/** A document is issued again from itself, a note anew on what it acted on. */
function correctionOf({ tipo_dte, folio, referencias }: Documento, isNota: boolean): string | null {
  if (!isNota) return `/emitir/${tipo_dte}?desde=${tipo_dte}-${folio}`
  const acted = referencias.find(({ codigo, tipo_documento }) => codigo && isTipoDte(Number(tipo_documento)))
  const respuesta = acted && RESPUESTA[String(acted.codigo)]
  if (!acted?.folio || !respuesta) return null
  return `/emitir/${tipo_dte}?desde=${acted.tipo_documento}-${acted.folio}&respuesta=${respuesta}&reemplaza=${tipo_dte}-${folio}`
}

/** The amount that notes may take away: of an export the exempt one, for unpaid goods total 0. */
const totalOf = ({ tipo_dte, monto_total, monto_exento }: Documento): number =>
  isTipoDte(tipo_dte) && tipoDocumento(tipo_dte).monedaExtranjera ? monto_exento : monto_total
