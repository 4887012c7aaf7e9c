// Every code of the SII known to Timbre, looked up by the stage that met it: the services reuse the same numbers.

import type { SiiFault } from '../sii'
import type { Codigo, Tabla } from './codigo'
import { DETALLE } from './detalle'
import { DTE, DTE_AV } from './dte'
import { ENVIO } from './envio'
import { RECLAMO } from './reclamo'
import { SEMILLA, TOKEN } from './token'
import { REST, UPLOAD } from './upload'

/**
 * The codes that sii §9.2 marks as weak: meaning, spelling or finality not confirmed. Nothing but a text and
 * a slower or quicker stop of the polling may hang on one of these.
 */
export const DUDOSOS: ReadonlySet<string> = new Set([
  ...['PRD', 'PDR', 'PEN', 'RDC', '0', '004', '005', '007', '106', '107', 'LSO', 'AOK', 'AOR', 'SRH', '-3'],
  // FAU is also given for rejected documents; RCH, RPR and RLV were seen as states of a boleta only in its envío.
  ...['FAU', 'RCH', 'RPR', 'RLV'],
  // Detail codes that come from logs alone.
  ...['ENV-0', 'ENV-6', 'CRT-11', 'DTE-601', 'DTE-650', 'TED-510', 'TED-646', 'REF-758', 'REF-781'],
  ...['HED-260', 'HED-265', 'HED-300', 'HED-302', 'HED-803', 'HED-834'],
])

type Servicio = SiiFault['etapa'] | 'reclamo'

const BY_STAGE: Record<Servicio, Tabla[]> = {
  envio: [UPLOAD, REST],
  autenticacion_sii: [TOKEN, SEMILLA, UPLOAD, ENVIO, REST],
  consulta: [ENVIO, DTE, DTE_AV, REST],
  // Its numbers are its own.
  reclamo: [RECLAMO],
}

/**
 * Cause and remedy in Spanish of a code (`7`, `RSC`, `DNK`, `TED-3-640`); null when unknown. `etapa` settles numbers
 * that several services use; without it upload comes first, then queries, then authentication.
 */
export function explain(codigo: string, etapa?: Servicio): { causa: string; solucion: string } | null {
  const detalle = /^\(?([A-Z]{3})-(?:\w+-)?(\d+)\)?$/.exec(codigo.trim())
  const tablas = etapa
    ? BY_STAGE[etapa]
    : [...BY_STAGE.envio, ...BY_STAGE.consulta, ...BY_STAGE.autenticacion_sii]
  const row = (detalle && lookUp(DETALLE, `${detalle[1]}-${detalle[2]}`)) ?? first(tablas, codigo)
  return row && { causa: row.causa, solucion: row.solucion }
}

/** The row of a code as the SII writes it: blanks, and zeros after a minus sign (`-07`), do not count. */
export function lookUp(tabla: Tabla, codigo: string): Codigo | null {
  const key = codigo.trim().replace(/^-0+(?=\d)/, '-')
  return Object.hasOwn(tabla, key) ? tabla[key]! : null
}

function first(tablas: Tabla[], codigo: string): Codigo | null {
  for (const tabla of tablas) {
    const row = lookUp(tabla, codigo)
    if (row) return row
  }
  return null
}
