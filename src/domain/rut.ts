// RUT: the Chilean tax id, a number and a modulo-11 check digit. Form of the SII: `76543210-3`, `K` in capitals, no dots.

/** The SII itself, receiver of every envelope. */
export const RUT_SII = '60803000-K'
/** The anonymous buyer of a boleta. */
export const RUT_CONSUMIDOR_FINAL = '66666666-6'
/** A foreigner without RUT: exports, tourists, suppliers without registration. */
export const RUT_EXTRANJERO = '55555555-5'

/** The modulo-11 check digit of a RUT body of digits. */
export function rutDv(body: string): string {
  let sum = 0
  for (let i = body.length - 1, factor = 2; i >= 0; i--, factor = factor === 7 ? 2 : factor + 1) {
    sum += (body.charCodeAt(i) - 48) * factor
  }
  const rest = 11 - (sum % 11)
  return rest === 11 ? '0' : rest === 10 ? 'K' : String(rest)
}

/**
 * Normalises what people write (`76.543.210-3`, `765432103`, `1-9k`) to the SII's form; null when it is no RUT or its
 * check digit is wrong.
 */
export function parseRut(text: string): string | null {
  const match = /^0*(\d{1,8})-?([\dkK])$/.exec(text.trim().replaceAll('.', ''))
  if (!match) return null
  const [body, dv] = [match[1]!, match[2]!.toUpperCase()]
  return rutDv(body) === dv ? `${body}-${dv}` : null
}

/**
 * Reads the beginning of a RUT as the SII's form has it, to be looked for within others; any other text as
 * it is.
 */
export const rutBegun = (text: string): string =>
  /^\d[\d.]{0,9}(-[\dkK]?)?$/.test(text) ? text.replaceAll('.', '') : text

/** Number and check digit apart, as the SII's services take them. */
export function splitRut(rut: string): { numero: string; dv: string } {
  const dash = rut.indexOf('-')
  return { numero: rut.slice(0, dash), dv: rut.slice(dash + 1) }
}

/** As printed on paper: `76.543.210-3`. */
export function formatRut(rut: string): string {
  const { numero, dv } = splitRut(rut)
  return `${numero.replace(/\B(?=(\d{3})+$)/g, '.')}-${dv}`
}
