// Where on its way a document, or a job beside it, stopped (http §6).

export const ETAPAS = {
  construccion: 'al armar el documento',
  timbre: 'al timbrarlo',
  firma: 'al firmarlo',
  esquema: 'al revisarlo contra el esquema del SII',
  autenticacion_sii: 'al entrar al SII',
  envio: 'al enviarlo',
  persistencia: 'al guardarlo',
} as const
export type Etapa = keyof typeof ETAPAS
