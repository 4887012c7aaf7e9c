// The three worlds a document can live in; folios and documents of one never mix with another's (src §3.23).

export const AMBIENTES = ['simulacion', 'certificacion', 'produccion'] as const
export type Ambiente = (typeof AMBIENTES)[number]

/** The meaning of each environment, for readers. */
export const SIGNIFICADO_AMBIENTE: Readonly<Record<Ambiente, string>> = {
  simulacion: 'el SII simulado que viene en el servidor, sin efecto alguno',
  certificacion: 'el SII de pruebas, sin validez tributaria',
  produccion: 'el SII, con validez tributaria',
}
