// The interface of purchases from abroad for others (areas/compras-internacionales).

export type { ComprasIntConfig } from './create'
