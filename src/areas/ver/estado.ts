// The SII's answer about a document in words for its receiver, who must not overrate it.

import { type DocumentoRow, nombreNota, type SinEfecto } from '../dte'

export interface EstadoPublico {
  /** `bien`: the document is good; `espera`: not known yet; `mal`: it has no effect. */
  tono: 'bien' | 'espera' | 'mal'
  titulo: string
  texto: string
}

export function estadoPublico(
  { estado_sii, glosa_sii }: DocumentoRow,
  causa: SinEfecto | null,
): EstadoPublico {
  const glosa = glosa_sii ? ` Dijo: ${glosa_sii}.` : ''
  if (estado_sii === 'rechazado')
    return { tono: 'mal', titulo: 'Rechazado por el SII', texto: `No tiene validez tributaria.${glosa}` }
  if (causa?.clase === 'anulado') {
    const { nota } = causa
    if (!nota) return { tono: 'mal', titulo: 'Anulado', texto: 'Lo dejó sin efecto su emisor.' }
    const suya = ACEPTADO.has(nota.estado_sii) ? '' : ' El SII aún no acepta esa nota.'
    return { tono: 'mal', titulo: 'Anulado', texto: `Lo dejó sin efecto la ${nombreNota(nota)}.${suya}` }
  }
  if (causa?.clase === 'descartado')
    return { tono: 'mal', titulo: 'Descartado', texto: 'Su emisor desistió de él.' }
  return ESTADOS[estado_sii](glosa)
}

const ACEPTADO = new Set<DocumentoRow['estado_sii']>(['aceptado', 'aceptado_con_reparos', 'no_consultado'])

const ESTADOS: Record<Exclude<DocumentoRow['estado_sii'], 'rechazado'>, (glosa: string) => EstadoPublico> = {
  no_enviado: () => ({
    tono: 'espera',
    titulo: 'Aún no recibido por el SII',
    texto: 'Está firmado y por enviar. Vuelva a mirar más tarde.',
  }),
  enviado: () => ({
    tono: 'espera',
    titulo: 'Enviado al SII',
    texto: 'El SII lo recibió y aún no dice si lo acepta. Vuelva a mirar más tarde.',
  }),
  en_proceso: () => ({
    tono: 'espera',
    titulo: 'En revisión por el SII',
    texto: 'El SII lo recibió y aún no dice si lo acepta. Vuelva a mirar más tarde.',
  }),
  no_consultado: () => ({
    tono: 'espera',
    titulo: 'Emitido en otro sistema',
    texto: 'Trae firma o timbre buenos. Aquí aún no se preguntó al SII por él.',
  }),
  aceptado: () => ({ tono: 'bien', titulo: 'Aceptado por el SII', texto: 'El SII lo recibió y lo aceptó.' }),
  aceptado_con_reparos: (glosa) => ({
    tono: 'bien',
    titulo: 'Aceptado por el SII con reparos',
    texto: `Es válido, aunque el SII le hizo observaciones.${glosa}`,
  }),
}
