// One line of what `timbre doctor` says.

/** One thing looked at. `remedio` says what to do when it is not well. */
export interface Revision {
  estado: 'bien' | 'aviso' | 'falla'
  que: string
  detalle: string
  remedio?: string
  /** The plural name of a kind that every company has: such lines are told together. */
  clase?: string
}

const LABEL = { bien: 'bien ', aviso: 'AVISO', falla: 'FALLA' }

/** As it is printed. */
export const line = ({ estado, que, detalle, remedio }: Revision): string =>
  `${LABEL[estado]}  ${que}: ${detalle}${remedio ? ` → ${remedio}` : ''}`

/** Faults first, then risks, then the rest: one line a kind. */
export function ordered(all: readonly Revision[]): Revision[] {
  const of = (estado: Revision['estado']) => all.filter((one) => one.estado === estado)
  return [...together(of('falla')), ...together(of('aviso')), ...together(of('bien'))]
}

/** Several of one kind that are well, or that lack the same thing, are one line, in the place of the first. */
function together(all: readonly Revision[]): Revision[] {
  const groups = Map.groupBy(all, (one) =>
    one.clase ? `${one.clase}|${one.remedio ?? ''}|${one.estado === 'bien' ? '' : one.detalle}` : one,
  )
  return [...groups.values()].map(([first, ...more]) => {
    const { clase, estado, detalle } = first!
    if (!clase || !more.length) return first!
    const count = (more.length + 1).toLocaleString('es-CL')
    if (estado === 'bien') return { estado, que: clase, detalle: `${count} en orden` }
    return { ...first!, que: clase, detalle: `${detalle}: ${some([first!, ...more].map(({ que }) => que))}` }
  })
}

/** Examples that a line names; there may be thousands. */
const SHOWN = 5

export const some = (names: readonly string[]): string =>
  names.slice(0, SHOWN).join(', ') + (names.length > SHOWN ? ` y ${names.length - SHOWN} más` : '')
