// The meaning of an SII code for one document, by what its verdict came to: most codes speak of the envío or
// of the question, and said of a rejected document some of them would mislead (sii §4.2, §5.1;
// areas/dte/seguir/judge.ts).

import type { EstadoSii } from '../../domain/dte/estados'
import { REMEDIO_CONTRADICCION } from '../contradiccion'
import { type Codigo, SIN_ACCION } from './codigo'
import { explain, lookUp } from './codigos'
import { DTE } from './dte'
import { ENVIO } from './envio'

/** The explanation for a person: why, and what to do about it. */
export interface Explicacion {
  causa: string
  solucion: string
}

const POR_CORREO = 'Lea el correo del SII en la casilla registrada del contribuyente'
const FOLIO_NUEVO = 'corrija la causa y emita otra vez con un folio nuevo'
const REPAROS = {
  causa: 'El SII aceptó el documento con reparos: cuáles, lo dice sólo por correo',
  solucion: `${POR_CORREO}; si un dato quedó mal, corríjalo con una nota de crédito o débito`,
}
const ACEPTADO = { causa: 'El SII aceptó el documento', solucion: SIN_ACCION }
const SE_REENVIA = 'Espere: el mismo documento se envía de nuevo en un sobre más pequeño'

/** Codes that say something else of a document whose verdict is this. */
const SEGUN_ESTADO: Partial<Record<EstadoSii, Readonly<Record<string, Partial<Explicacion>>>>> = {
  aceptado: { EPR: ACEPTADO },
  aceptado_con_reparos: { EPR: REPAROS, DOK: REPAROS },
  rechazado: {
    EPR: {
      causa: 'El SII rechazó el documento: el motivo lo dice sólo por correo',
      solucion: `${POR_CORREO}, ${FOLIO_NUEVO}`,
    },
    DNK: {
      causa: 'El SII tiene el folio con otros datos: no es este documento el que recibió',
      solucion:
        'Emita otra vez con un folio nuevo. Si otro programa emite con el mismo archivo de folios, deje de usarlo en uno de los dos: pida un rango propio',
    },
    FAU: {
      causa: 'El SII revisó el envío y no tiene recibido el documento',
      solucion: `${POR_CORREO}, ${FOLIO_NUEVO}`,
    },
  },
  no_enviado: {
    // Sent again by itself: whoever issued another would have it twice.
    RSC: { solucion: SE_REENVIA },
    RCO: { solucion: SE_REENVIA },
    DNK: {
      causa: 'El SII ya tiene el folio, en otro documento',
      solucion: 'Descarte su trabajo y, si el documento aún hace falta, emítalo de nuevo con otro folio',
    },
  },
}

/** The verdict on a document that an old copy holds as not sent: it may not be issued again. */
const YA_RECIBIDO = {
  causa: 'El SII ya tiene este documento, que aquí consta sin enviar',
  solucion: 'No lo emita de nuevo: descarte su trabajo y pida el XML a quien lo recibió',
}

const CONTRADICE = {
  causa: 'La respuesta del SII se contradice',
  solucion: REMEDIO_CONTRADICCION,
}

/** Refusals of a whole file: their own advice guesses at the cause, which a mail of the SII names. */
const SIN_MOTIVO: readonly string[] = ['RSC', 'RFR', 'RCT', 'RCO', 'RCH']

/** The remedy of a whole file's refusal, in a mail's words: never beside a guess, which may be of something else. */
function remedyBy(correo: string, estado: string, own: Partial<Explicacion> | undefined): string {
  if (own?.solucion) return `${correo}. ${own.solucion}`
  return estado === 'rechazado'
    ? `${correo}, ${FOLIO_NUEVO}`
    : `${correo}, corrija la causa y reintente su trabajo`
}

const isReceived = (row: Codigo | null): boolean => row?.recibido === true

/**
 * Cause and remedy of the code with which a document came to a state; null without a code, or of one that nobody knows. `correo`: what
 * a mail that says to be the SII's told of the document.
 */
export function explainDocumento(
  estado: string,
  codigo: string | null,
  correo: string | null = null,
): Explicacion | null {
  if (codigo === null) return null
  const known = explain(codigo, 'consulta')
  const own = SEGUN_ESTADO[estado as EstadoSii]?.[codigo]
  const isRefused = estado === 'rechazado' || estado === 'no_enviado'
  if (known && correo && isRefused && SIN_MOTIVO.includes(codigo))
    return { causa: known.causa, solucion: remedyBy(correo, estado, own) }
  if (own) {
    const told = known && { ...known, ...own }
    return told && correo ? { ...told, solucion: told.solucion.replace(POR_CORREO, () => correo) } : told
  }
  if (estado === 'no_enviado' && isReceived(lookUp(DTE, codigo))) return YA_RECIBIDO
  // The last word of an envío that leaves its documents in process was not believed (contradiccion.ts).
  if (estado === 'en_proceso' && lookUp(ENVIO, codigo)?.final) return CONTRADICE
  return known
}
