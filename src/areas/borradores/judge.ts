// A draft judged as a request to issue: its totals, or all that it lacks (areas/borradores §1).

import { type Advertencia, AppError, type Fault } from '../../domain/errors'
import type { Titular } from '../../domain/titular'
import { type EmisionDte, type Reviewed, totalesToJson } from '../dte'

export interface Juicio {
  ok: boolean
  /** Null where it has faults. */
  totales: Record<string, unknown> | null
  faltas: Pick<Fault, 'campo' | 'regla' | 'mensaje'>[]
  advertencias: Advertencia[]
}

/** The judgement of what `read` reads and checks, or refuses. A fault of the company (its data, its resolution) is one without a field. */
export function judgeBy(emision: EmisionDte['emision'], read: () => Reviewed): Juicio {
  try {
    const reviewed = read()
    const advertencias = emision.warn(reviewed)
    return { ok: true, totales: totalesToJson(reviewed.documento.dte), faltas: [], advertencias }
  } catch (fault) {
    if (!(fault instanceof AppError)) throw fault
    const told = (fault.detalles ?? []) as Partial<Fault>[]
    const faltas = told.flatMap(({ campo, regla, mensaje }) =>
      mensaje === undefined || campo === undefined ? [] : [{ campo, regla: regla ?? 'valor', mensaje }],
    )
    const whole = { campo: '', regla: 'documento' as const, mensaje: fault.message }
    return { ok: false, totales: null, faltas: faltas.length ? faltas : [whole], advertencias: [] }
  }
}

/** The answer that `POST /v1/dte/validar` would give. The types that its reader may issue are not looked at: another may issue it. */
export const judge = (
  emision: EmisionDte['emision'],
  { empresaId, ambiente }: Titular,
  solicitud: unknown,
): Juicio => judgeBy(emision, () => emision.review(solicitud, { empresaId, ambiente }))
