// The faults of a series' request whatever its date (areas/recurrentes §1).

import { TIPOS } from '../../domain/dte/tipos'
import type { Fault } from '../../domain/errors'
import type { Solicitud } from './writing'

/** A note is about one document, and does not come again. */
const TIPOS_SERIE: readonly number[] = TIPOS.filter(({ nota }) => nota === null).map(({ codigo }) => codigo)
/** Bytes of a request as JSON. */
const SOLICITUD_MAX = 64 * 1024

/** The fields that a date of its own has, or that are of one document alone. */
const SOBRAN = {
  fecha_emision: 'la fecha es la de la regla',
  programar_para: 'la hora es la de la regla',
  ambiente: 'es el de la serie',
  reemplaza: 'un documento se reemplaza una vez',
  forzar_reemplazo: 'un documento se reemplaza una vez',
} as const

export function solicitudFaults(solicitud: Solicitud): Fault[] {
  const faults: Fault[] = []
  const fault = (campo: string, regla: Fault['regla'], mensaje: string) =>
    void faults.push({ campo, regla, mensaje: `${campo}: ${mensaje}` })
  if (!TIPOS_SERIE.includes(solicitud.tipo_dte as number))
    fault('solicitud.tipo_dte', 'valor', `una serie es de los tipos ${TIPOS_SERIE.join(', ')}`)
  for (const [campo, mensaje] of Object.entries(SOBRAN))
    if ((solicitud[campo] ?? null) !== null) fault(`solicitud.${campo}`, 'sobra', mensaje)
  if (Buffer.byteLength(JSON.stringify(solicitud)) > SOLICITUD_MAX)
    fault('solicitud', 'largo_max', `pasa de ${SOLICITUD_MAX / 1024} KiB`)
  return faults
}
