// The three worlds a document can live in; folios and documents of one never mix with another's (architecture, decision 5).

export const AMBIENTES = ['simulacion', 'certificacion', 'produccion'] as const
export type Ambiente = (typeof AMBIENTES)[number]

/** The present instant. An argument everywhere, so that tests hold it still. */
export type Clock = () => Date
