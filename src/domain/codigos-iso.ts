// Countries (ISO 3166-1 alpha-2) and currencies (ISO 4217) by their codes, from the tables of the runtime.

/** Codes that the tables have and that are no country, or none any more. */
const SIN_PAIS =
  /^(?:EU|EZ|UN|QO|ZZ|XA|XB|A[AC]|UK|SU|DD|YU|CS|TP|ZR|FX|BU|NH|RH|VD|YD|DY|HV|NT|AN|CP|DG|EA|IC|TA)$/

// Read when first asked for: 12 ms that no start should take.
let nombres: Intl.DisplayNames | undefined
let monedas: ReadonlySet<string> | undefined

export function isPais(code: string): boolean {
  nombres ??= new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  return /^[A-Z]{2}$/.test(code) && !SIN_PAIS.test(code) && nombres.of(code) !== undefined
}

export function isMoneda(code: string): boolean {
  monedas ??= new Set(Intl.supportedValuesOf('currency'))
  return monedas.has(code)
}
