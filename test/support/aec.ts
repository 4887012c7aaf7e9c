// Cession files (AEC) as a factoring company's program writes them, unsigned.

import { SII } from '../xml/verify/generador'

export const cesion = ({
  secuencia,
  cedente,
  cesionario,
  idDte = '',
}: {
  secuencia: number | string
  cedente: string
  cesionario: string
  idDte?: string
}): string =>
  `<Cesion version="1.0"><DocumentoCesion ID="C${secuencia}"><SeqCesion>${secuencia}</SeqCesion>${idDte}<Cedente><RUT>${cedente}</RUT>` +
  `<RazonSocial>Uno</RazonSocial></Cedente><Cesionario><RUT>${cesionario}</RUT><RazonSocial>Otro</RazonSocial></Cesionario>` +
  `<MontoCesion>1000</MontoCesion><UltimoVencimiento>2026-12-31</UltimoVencimiento><TmstCesion>2026-11-21T10:00:00</TmstCesion>` +
  `</DocumentoCesion></Cesion>`

/** One that cedes the document of a file. */
export const aec = (archivo: string, cesiones: readonly string[]): string =>
  `<?xml version="1.0" encoding="ISO-8859-1"?>\n<AEC ${SII} version="1.0"><DocumentoAEC ID="A1"><Caratula version="1.0"/><Cesiones>` +
  `<DTECedido version="1.0"><DocumentoDTECedido ID="D1">${archivo.slice(archivo.indexOf('<DTE')).trimEnd()}</DocumentoDTECedido></DTECedido>` +
  `${cesiones.join('')}</Cesiones></DocumentoAEC></AEC>`
