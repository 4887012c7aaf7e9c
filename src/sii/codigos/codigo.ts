// The shape of one code of the SII and the few forms it takes.

/** The meaning of a code to the person who must act on it, in Spanish, and to the client that met it. */
export interface Codigo {
  causa: string
  solucion: string
  /** No later answer to the same question is expected to differ. */
  final: boolean
  /** Asking or sending again, unchanged, may succeed. */
  reintentable: boolean
  /** The token was refused: a new one is due, nothing is wrong with the question. */
  token?: true
  /** The service could not answer: the code says nothing of the envío or the document. */
  falla?: true
  /** Only for states of a document: the SII has it. */
  recibido?: boolean
}

export type Tabla = Readonly<Record<string, Codigo>>

/** A state on the way to another. */
export const enCurso = (causa: string, solucion: string): Codigo => ({
  causa,
  solucion,
  final: false,
  reintentable: false,
})

/** An ending, good or bad. */
export const definitivo = (causa: string, solucion: string): Codigo => ({
  causa,
  solucion,
  final: true,
  reintentable: false,
})

/** A refusal that a later try may lift. */
export const pasajero = (causa: string, solucion: string): Codigo => ({
  causa,
  solucion,
  final: false,
  reintentable: true,
})

/** The service failed to answer; `reintentable` says whether the same question may fare better. */
export const falla = (reintentable: boolean, causa: string, solucion: string): Codigo => ({
  causa,
  solucion,
  final: false,
  reintentable,
  falla: true,
})

/** The token is not, or no longer, good. */
export const tokenMalo = (causa: string): Codigo => ({
  causa,
  solucion:
    'Timbre pide otro token y repite la operación una vez; si persiste, revise el permiso de la persona en el SII',
  final: false,
  reintentable: true,
  token: true,
})

export const ESPERE = 'Espere y reintente; si persiste, consulte a la mesa de ayuda del SII'
export const SIN_ACCION = 'No requiere acción'
