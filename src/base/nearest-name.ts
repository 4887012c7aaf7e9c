// The hint beside an unknown field: a misspelt field would otherwise be a silently wrong invoice (http §0.2).

/** Longer than any name here: what is longer yet was not meant to be one. */
const NAME_MAX = 60

/** A name that a client sent as messages repeat it: one of a megabyte by its beginning. */
export const shownName = (name: string): string =>
  name.length > NAME_MAX ? `${name.slice(0, NAME_MAX)}…` : name

/** Letters by which a name may be off and still be that name misspelt. */
const SLIPS = 2

/** Other programs' names for ours, the likeliest first. */
const OTHERS = new Map<string, readonly string[]>(
  Object.entries({
    from: ['fecha_desde', 'desde'],
    since: ['fecha_desde', 'desde'],
    to: ['fecha_hasta', 'hasta'],
    until: ['fecha_hasta', 'hasta'],
    desde: ['fecha_desde'],
    hasta: ['fecha_hasta'],
    cliente: ['rut', 'q'],
    proveedor: ['rut', 'q'],
    rut_receptor: ['rut'],
    rut_emisor: ['rut'],
    tipo_doc_ref: ['tipo_documento'],
    limit: ['limite'],
    per_page: ['limite'],
    page: ['pagina'],
    sort: ['orden'],
    order: ['orden'],
    search: ['q'],
    buscar: ['q'],
    type: ['tipo_dte', 'tipo'],
    status: ['estado_sii', 'estado'],
  }),
)

/** Whether one of two names has all the words of the other: `rut` of `rut_receptor`. */
function isWithin(a: string, b: string): boolean {
  const [few, many] = [a.split('_'), b.split('_')].sort((one, other) => one.length - other.length)
  return few!.every((word) => many!.includes(word))
}

/** The known name nearest to `name`, or null when none is near enough to be what was meant. */
export function nearestName(name: string, known: readonly string[]): string | null {
  if (name.length > NAME_MAX) return null
  const meant = OTHERS.get(name.toLowerCase())?.find((other) => known.includes(other))
  if (meant) return meant
  let best: string | null = null
  let least = Math.max(2, Math.ceil(name.length / 3)) + 1
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= least) continue
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase())
    if (distance < least) [best, least] = [candidate, distance]
  }
  if (best && least <= SLIPS) return best
  // `codigo_ref` is `codigo`, and nearer to `FolioRef` by its letters alone.
  const whole = known.find((candidate) => name.startsWith(`${candidate}_`))
  return (
    whole ?? best ?? known.find((candidate) => isWithin(name.toLowerCase(), candidate.toLowerCase())) ?? null
  )
}

// Levenshtein over one row; names are short, so clarity wins over a cut-off.
function editDistance(a: string, b: string): number {
  const row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    let diagonal = row[0]!
    row[0] = i
    for (let j = 1; j <= b.length; j++) {
      const above = row[j]!
      row[j] = Math.min(above + 1, row[j - 1]! + 1, diagonal + (a[i - 1] === b[j - 1] ? 0 : 1))
      diagonal = above
    }
  }
  return row[b.length]!
}
