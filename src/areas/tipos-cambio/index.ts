// The interface of values by day for others (areas/tipos-cambio).

export { type AccesoBanco, BCENTRAL_URL } from './bcentral'
export {
  type Conversion,
  createTiposCambio,
  enPesosEnteros,
  exactDecimal,
  habilSinTipo,
  isUnidad,
  PESO,
  type TiposCambio,
} from './tipos-cambio'
export { readTiposCsv } from './tipos-csv'
