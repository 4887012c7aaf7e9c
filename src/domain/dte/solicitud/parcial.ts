// The parts of a refused request that can still be told: enough to hold its references against other
// documents, so that every fault comes at once (http §8).

import type { Referencia } from '../dte'
import type { MontosLinea } from '../totales'
import { buildMontos, type Montos } from './build'
import type { Lectura } from './lectura'
import type { Solicitud } from './solicitud'

/** The readable parts of a request with faults. */
export interface Parcial {
  tipoDte: Solicitud['tipoDte']
  fechaEmision: string | undefined
  rutReceptor: string | undefined
  /** Each at its place in the request; undefined where the reference itself is at fault. */
  referencias: (Omit<Referencia, 'linea'> | undefined)[]
  /** Null when a fault may touch the amounts. */
  montos: (Montos & { bruto: boolean }) | null
}

/** Fields that no amount depends on. A field that nobody knows may be a misspelt one of amounts. */
const SIN_MONTOS =
  /^(receptor|referencia_externa|\w*reemplaza|\w+_reemplazo|observaciones|impresion|pagos|traslado|georeferencia|madera|fecha_\w+|periodo_\w+|tipo_transaccion_\w+|\w+_pago|vendedor|caja|rut_\w+|subtotales)\b/

/** Reads on in a request with faults; notes what its amounts break, where they can be computed. */
export function readParcial(s: Solicitud, lineas: readonly MontosLinea[], hoy: string, l: Lectura): Parcial {
  const at = (campo: string): boolean => l.hasFault(campo)
  const known = (s.referencias ?? []).map((ref, i) => (at(`referencias[${i}]`) ? undefined : ref))
  const computable =
    !l.omitidas &&
    l.faults.every(
      ({ campo, regla }) => SIN_MONTOS.test(campo) && (regla !== 'desconocido' || campo.includes('.')),
    )
  const before = l.count
  const montos = computable ? buildMontos(s, lineas, s.fechaEmision ?? hoy, l) : null
  return {
    tipoDte: s.tipoDte,
    fechaEmision: at('fecha_emision') ? undefined : s.fechaEmision,
    rutReceptor: s.receptor?.rut,
    referencias: known,
    montos: montos && l.count === before ? { ...montos, bruto: s.precioIncluyeIva === true } : null,
  }
}
