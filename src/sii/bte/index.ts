// Boletas de terceros, as the SII's pages for people issue, report and annul them (sii §16).

export { annulBte } from './anulacion'
export { draftBte, issueBte, RespuestaPerdida } from './emision'
export { type FilaBte, openBte, readMonth } from './mes'
export { type BteSession, barrasIn, requireEmisor } from './paginas'
