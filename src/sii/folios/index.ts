// Folios at the SII, as its pages for people give, list and annul them (sii §15).

export { annulFolios, findGranted, type RespuestaAnulacion } from './anulacion'
export { ANULACION, listOtorgados, type Otorgado } from './otorgados'
export type { FoliosSession, RangoFolios } from './paginas'
export { downloadFolios } from './reobtencion'
export { type Marcas, RangoOtorgado, requestFolios } from './solicitud'
