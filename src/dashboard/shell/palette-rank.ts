// The palette's offers for a text, best first. Pure: screens, actions and companies are given.

import { formatRut } from '../../domain/rut'

export interface Candidate {
  id: string
  label: string
  beside?: string
  /** Other words that it is found by. */
  words?: string
  /** Where it leads. */
  href: string
}

/** Without case and accents. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim()

/** Companies by part of their name or of their RUT, in any spelling; first those whose name says all of it, best first. */
export function companiesFor<C extends { razon_social: string; rut: string }>(
  text: string,
  companies: readonly C[],
): C[] {
  const candidates = companies.map((company, at) => ({
    ...{ id: String(at), label: company.razon_social, href: '' },
    words: `${company.rut} ${formatRut(company.rut)}`,
  }))
  return rank(text, candidates, [], companies.length).map(({ id }) => companies[Number(id)]!)
}

/** Whether every word of `text` begins a word of `said`, or stands in it from three letters on. */
export function matches(text: string, said: string): boolean {
  const [typed, words] = [plain(text).split(/\s+/), plain(said)]
  return typed.every(
    (word) =>
      !word ||
      new RegExp(`(^|[^a-z0-9])${quoted(word)}`).test(words) ||
      (word.length > 2 && words.includes(word)),
  )
}

const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** How well it fits: less is better, null not at all. */
function score(text: string, { label, words = '' }: Candidate): number | null {
  const [typed, name] = [plain(text), plain(label)]
  if (name === typed) return 0
  if (name.startsWith(typed)) return 1
  if (matches(text, label)) return 2
  return matches(text, `${label} ${words}`) ? 3 : null
}

/** At most `max`, in the order given where they fit alike; everything for no text, the last used first. */
export function rank(
  text: string,
  candidates: readonly Candidate[],
  recent: readonly string[] = [],
  max = 12,
): Candidate[] {
  if (!plain(text)) {
    const used = recent.flatMap((id) => candidates.find((one) => one.id === id) ?? [])
    return [...used, ...candidates.filter((one) => !used.includes(one))].slice(0, max)
  }
  return candidates
    .flatMap((candidate) => {
      const points = score(text, candidate)
      return points === null ? [] : [{ candidate, points }]
    })
    .sort((a, b) => a.points - b.points)
    .slice(0, max)
    .map(({ candidate }) => candidate)
}
