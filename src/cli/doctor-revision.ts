// One line of what `timbre doctor` says.

/** One thing looked at. `remedio` says what to do when it is not well. */
export interface Revision {
  estado: 'bien' | 'aviso' | 'falla'
  que: string
  detalle: string
  remedio?: string
}
