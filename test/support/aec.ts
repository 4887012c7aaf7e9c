// Cession files (AEC) as a factoring company's program writes them, signed by the issuer of tests where that is asked.

import { firmar, SII } from '../xml/verify/generador'

export const cesion = ({
  secuencia,
  cedente,
  cesionario,
  cede = null,
  monto = '1000',
}: {
  secuencia: number | string
  cedente: string
  cesionario: string
  /** The file whose document it names, and signs for. */
  cede?: string | null
  monto?: string
}): string => {
  const named = ['TipoDTE', 'RUTEmisor', 'RUTRecep', 'Folio', 'FchEmis', 'MntTotal'].map((tag) =>
    new RegExp(`<${tag}>[^<]*</${tag}>`).exec(cede ?? '')?.[0].replaceAll('RUTRecep', 'RUTReceptor'),
  )
  const idDte = cede === null ? '' : `<IdDTE>${named.join('')}</IdDTE>`
  const id = `C${secuencia}`
  const body =
    `<SeqCesion>${secuencia}</SeqCesion>${idDte}<Cedente><RUT>${cedente}</RUT><RazonSocial>Uno</RazonSocial></Cedente><Cesionario><RUT>${cesionario}</RUT>` +
    `<RazonSocial>Otro</RazonSocial></Cesionario><MontoCesion>${monto}</MontoCesion><UltimoVencimiento>2026-12-31</UltimoVencimiento>` +
    `<TmstCesion>2026-11-21T10:00:00</TmstCesion></DocumentoCesion>`
  const firma = cede === null ? '' : firmar(`<DocumentoCesion ${SII} ID="${id}">${body}`, id)
  return `<Cesion ${SII} version="1.0"><DocumentoCesion ID="${id}">${body}${firma}</Cesion>`
}

/** One that cedes the document of a file. */
export const aec = (archivo: string, cesiones: readonly string[]): string =>
  `<?xml version="1.0" encoding="ISO-8859-1"?>\n<AEC ${SII} version="1.0"><DocumentoAEC ID="A1"><Caratula version="1.0"/><Cesiones>` +
  `<DTECedido version="1.0"><DocumentoDTECedido ID="D1">${archivo.slice(archivo.indexOf('<DTE')).trimEnd()}</DocumentoDTECedido></DTECedido>` +
  `${cesiones.join('')}</Cesiones></DocumentoAEC></AEC>`
