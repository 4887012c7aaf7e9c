// One line of what `timbre doctor` says.

/** One thing looked at. `remedio` says what to do when it is not well. */
export interface Revision {
  estado: 'bien' | 'aviso' | 'falla'
  que: string
  detalle: string
  remedio?: string
}

const LABEL = { bien: 'bien ', aviso: 'AVISO', falla: 'FALLA' }

/** As it is printed. */
export const line = ({ estado, que, detalle, remedio }: Revision): string =>
  `${LABEL[estado]}  ${que}: ${detalle}${remedio ? ` → ${remedio}` : ''}`

/** Examples that a line names; there may be thousands. */
const SHOWN = 5

export const some = (names: readonly string[]): string =>
  names.slice(0, SHOWN).join(', ') + (names.length > SHOWN ? ` y ${names.length - SHOWN} más` : '')
