// A word of a table of `words.ts` with its icon and tone.

import { Status, type Tone } from '../ui/status'

export function Verdict({
  of: [icon, word, tone],
}: {
  of: readonly [icon: string, word: string, tone: Tone]
}) {
  return (
    <Status icon={icon} tone={tone}>
      {word}
    </Status>
  )
}
