// The readings of a number as people write it, 1.234,56 and 1,234.56 and 1'234.56: decimal text with a
// point. `1.234` can be two, and both are given: never a float, never a guess.

const trimZeros = (whole: string): string => whole.replace(/^0+(?=\d)/, '')

/** Whether `whole`, cut at `sign`, is grouped by thousands, or by lakhs as in India. */
function grouped(whole: string, sign: string): boolean {
  const parts = whole.split(sign)
  const [first = '', ...rest] = parts
  if (rest.length === 0) return true
  const last = rest.at(-1)!
  if (!/^\d{1,3}$/.test(first) || last.length !== 3) return false
  const middle = rest.slice(0, -1)
  return (
    middle.every((part) => part.length === 3) || (middle.length > 0 && middle.every((p) => p.length === 2))
  )
}

const joined = (whole: string, fraction: string): string => {
  const integer = trimZeros(whole.replace(/[.,]/g, ''))
  return fraction ? `${integer}.${fraction}` : integer
}

/** More decimals than money has. */
const DECIMALES_MAX = 6

/** The readings of a printed number, as decimal text with a point: one, two (`1.234`), or none. */
export const readingsOf = (printed: string): string[] =>
  allReadings(printed).filter((one) => (one.split('.')[1]?.length ?? 0) <= DECIMALES_MAX)

function allReadings(printed: string): string[] {
  const text = printed.replace(/[ '’]/g, '')
  const points = text.split('.').length - 1
  const commas = text.split(',').length - 1
  if (points === 0 && commas === 0) return /^\d+$/.test(text) ? [trimZeros(text)] : []
  if (points > 0 && commas > 0) {
    const sign = text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ','
    const at = text.lastIndexOf(sign)
    const whole = text.slice(0, at)
    if (whole.includes(sign) || !grouped(whole, sign === '.' ? ',' : '.')) return []
    return [joined(whole, text.slice(at + 1))]
  }
  const sign = points > 0 ? '.' : ','
  if (points + commas > 1) return grouped(text, sign) ? [joined(text, '')] : []
  const [whole = '', fraction = ''] = text.split(sign)
  const asDecimal = joined(whole, fraction)
  // Blanks have grouped it already.
  const isGroup =
    fraction.length === 3 && whole.length <= 3 && !whole.startsWith('0') && !/[ '’]/.test(printed)
  return isGroup ? [joined(whole + fraction, ''), asDecimal] : [asDecimal]
}
