// Countries (ISO 3166-1 alpha-2) and currencies (ISO 4217) by their codes, from the tables of the runtime.

/** Codes that the tables have and that are no country, or none any more. */
const SIN_PAIS =
  /^(?:EU|EZ|UN|QO|ZZ|XA|XB|A[AC]|UK|SU|DD|YU|CS|TP|ZR|FX|BU|NH|RH|VD|YD|DY|HV|NT|AN|CP|DG|EA|IC|TA)$/

const NOMBRES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
const MONEDAS: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

export const isPais = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) && !SIN_PAIS.test(code) && NOMBRES.of(code) !== undefined

export const isMoneda = (code: string): boolean => MONEDAS.has(code)
