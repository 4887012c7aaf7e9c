// The interface of purchases from abroad for others (areas/compras-internacionales).

export { type AccesoBanco, BCENTRAL_URL } from './bcentral'
export type { ComprasIntConfig } from './create'
export { createTiposCambio } from './tipos-cambio'
export { readTiposCsv } from './tipos-csv'
