// The references of a set's request to other cases of it, which have no folio until the set is accepted (jobs §10).

import type { Fault } from '../../../domain/errors'

/** A request of a set: the body of one emission, but that a reference may name another case by `caso`. */
export interface CasoPedido {
  caso: number
  solicitud: Readonly<Record<string, unknown>>
}

/** A case that was accepted, as a note refers to it. */
export interface CasoEmitido {
  caso: number
  id: string
  tipoDte: number
  folio: number
  fecha: string
}

/** A body to read, `firm` where every case that it refers to has its folio; else what is said of those references does not count. */
interface Resuelta {
  cuerpo: Record<string, unknown>
  firm: boolean
  faults: Fault[]
  /** Paths of the references to cases that have no folio. */
  unsaid: string[]
}

type Referencia = Record<string, unknown>

const isCaso = (ref: unknown): ref is Referencia & { caso: unknown } =>
  typeof ref === 'object' && ref !== null && 'caso' in ref

/** No document bears it: what a reference holds while its case has none. */
const SIN_FOLIO = '9999999999'

/**
 * A request with its references to cases as those of any other request. `emitidos` are the cases accepted so far, `anteriores` all
 * that come before it with their types.
 */
export function resolveCasos(
  { solicitud }: CasoPedido,
  emitidos: ReadonlyMap<number, CasoEmitido>,
  anteriores: ReadonlyMap<number, unknown>,
  hoy: string,
): Resuelta {
  const faults: Fault[] = []
  const unsaid: string[] = []
  const { referencias } = solicitud
  if (!Array.isArray(referencias)) return { cuerpo: solicitud, firm: true, faults, unsaid }
  const own = referencias.map((ref: unknown, i) => {
    if (!isCaso(ref)) return ref
    const { caso, ...rest } = ref
    const emitido = emitidos.get(caso as number)
    if (emitido) {
      const { tipoDte, folio, fecha } = emitido
      return { ...rest, tipo_documento: String(tipoDte), folio: String(folio), fecha }
    }
    unsaid.push(`referencias[${i}]`)
    const campo = `referencias[${i}].caso`
    if (!anteriores.has(caso as number)) {
      const mensaje = `${campo} debe ser un caso anterior de este mismo set`
      faults.push({ campo, regla: 'referencia', mensaje, code: 'REFERENCE_NOT_FOUND' })
    }
    const tipo = anteriores.get(caso as number) ?? 'SET'
    return { ...rest, tipo_documento: String(tipo), folio: SIN_FOLIO, fecha: hoy }
  })
  return { cuerpo: { ...solicitud, referencias: own }, firm: !unsaid.length, faults, unsaid }
}
