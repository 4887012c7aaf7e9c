// Which places of the manual a question finds: each of its words as it stands, or else another form of it (vencido, venció, vencen).

/** Lower case without accents, letter by letter, so that places in it are places in the text. */
export const folded = (text) =>
  [...text].map((letter) => letter.normalize('NFD')[0].toLowerCase().slice(0, 1) || ' ').join('')

/** The endings of Spanish words, the longer first; what is left before one tells the word, where it has three letters or more. */
const ENDING =
  /(?<=^[a-z]{3,})(?:amientos?|imientos?|aciones|acion|ieron|iendo|aron|ando|[ai]d[ao]s?|[aei]n|[aei]r|[ao]s|es|io|[aeos])$/

const rootOf = (word) => word.replace(ENDING, '')

/** Where a word stands in a folded text, and how much of it; null where it does not. A form of it begins a word. */
export function hitOf(text, word) {
  const at = text.indexOf(word)
  if (at >= 0) return { at, length: word.length, exact: true }
  const root = rootOf(word)
  if (root === word) return null
  const found = new RegExp(`(?<![a-z])${root}[a-z]{0,8}`).exec(text)
  return found && { at: found.index, length: found[0].length, exact: false }
}

/** How well a place has all words; 0 when it lacks one. */
export function rank({ head, body }, words) {
  let sum = 0
  for (const word of words) {
    const [inHead, inBody] = [hitOf(head, word), hitOf(body, word)]
    if (!inHead && !inBody) return 0
    sum += Math.max(inHead ? (inHead.exact ? 20 : 12) : 0, inBody ? (inBody.exact ? 2 : 1) : 0)
  }
  return sum
}
