// The report of used folios as the SII's XML: canonical as it is written, signed like an envelope over the document in it
// (xml §3.2; areas/rcof §2).

import { createHash } from 'node:crypto'
import type { Tramo } from '../domain/folios/tramos'
import type { ResumenRcof } from '../domain/rcof'
import { LATIN1_DECLARATION } from './dte-xml'
import { type Llave, type Sign, writeSignature, XSI } from './firma'

interface CaratulaConsumo {
  rutEmisor: string
  /** The person whose certificate signs. */
  rutEnvia: string
  resolucion: { numero: number; fecha: string }
  /** The day. */
  fecha: string
  secuencia: number
  /** Percentage of the VAT on that day. */
  tasaIva: string
}

const ID = 'ConsumoFolios'
const SII = 'http://www.sii.cl/SiiDte'

const tag = (name: string, value: string | number): string => `<${name}>${value}</${name}>\n`
/** Left out where there is nothing to say. */
const some = (name: string, value: number): string => (value === 0 ? '' : tag(name, value))

const runs = (name: string, tramos: readonly Tramo[]): string =>
  tramos
    .map(([desde, hasta]) => `<${name}>\n${tag('Inicial', desde)}${tag('Final', hasta)}</${name}>\n`)
    .join('')

const writeResumen = (r: ResumenRcof, tasaIva: string): string =>
  '<Resumen>\n' +
  tag('TipoDocumento', r.tipoDte) +
  some('MntNeto', r.neto) +
  some('MntIva', r.iva) +
  (r.neto === 0 ? '' : tag('TasaIVA', tasaIva)) +
  some('MntExento', r.exento) +
  tag('MntTotal', r.total) +
  tag('FoliosEmitidos', r.emitidos) +
  tag('FoliosAnulados', r.anulados) +
  tag('FoliosUtilizados', r.utilizados) +
  runs('RangoUtilizados', r.rangos) +
  runs('RangoAnulados', r.rangosAnulados) +
  '</Resumen>\n'

const writeCaratula = (c: CaratulaConsumo, at: string): string =>
  '<Caratula version="1.0">\n' +
  tag('RutEmisor', c.rutEmisor) +
  tag('RutEnvia', c.rutEnvia) +
  tag('FchResol', c.resolucion.fecha) +
  tag('NroResol', c.resolucion.numero) +
  tag('FchInicio', c.fecha) +
  tag('FchFinal', c.fecha) +
  tag('SecEnvio', c.secuencia) +
  tag('TmstFirmaEnv', at) +
  '</Caratula>\n'

/** The signed bytes of the report of a day. `at`: Chile time. */
export async function buildConsumoFolios(
  caratula: CaratulaConsumo,
  resumen: readonly ResumenRcof[],
  { llave, sign, at }: { llave: Llave; sign: Sign; at: string },
): Promise<Buffer> {
  const body = `\n${writeCaratula(caratula, at)}${resumen.map((r) => writeResumen(r, caratula.tasaIva)).join('')}`
  const end = '</DocumentoConsumoFolios>'
  const canonical = `<DocumentoConsumoFolios xmlns="${SII}" ${XSI} ID="${ID}">${body}${end}`
  const digest = createHash('sha1').update(canonical, 'utf8').digest('base64')
  const signature = await writeSignature(sign, llave, `#${ID}`, digest, XSI)
  return Buffer.from(
    `${LATIN1_DECLARATION}<ConsumoFolios xmlns="${SII}" ${XSI} ` +
      `xsi:schemaLocation="${SII} ConsumoFolio_v10.xsd" version="1.0">\n` +
      `<DocumentoConsumoFolios ID="${ID}">${body}${end}\n${signature}\n</ConsumoFolios>\n`,
    'latin1',
  )
}
