// A whole of parts on one line, each as wide as its share, with the words that say the same below.

export interface Part {
  id: string
  value: number
  /** The label, with its figure. */
  words: string
  /** `lleno` is done or used, `libre` is left, `perdido` is lost. */
  kind: 'lleno' | 'libre' | 'perdido'
}

/** Parts of nothing are left out. */
export function Bar({ parts }: { parts: readonly Part[] }) {
  const shown = parts.filter(({ value }) => value > 0)
  return (
    <div className="barra-partes">
      <div className="tira" aria-hidden="true">
        {shown.map(({ id, value, kind }) => (
          <span key={id} className={kind} style={{ flexGrow: value }} />
        ))}
      </div>
      <small>{shown.map(({ words }) => words).join(' · ')}</small>
    </div>
  )
}
