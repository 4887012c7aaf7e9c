// The books of a certification as the SII's XML: canonical as it is written, signed over `EnvioLibro` in its place like a
// report of used folios (xml §3.2; LibroCV_v10.xsd, LibroGuia_v10.xsd, whose order this is).

import { createHash } from 'node:crypto'
import {
  CARATULA_ESPECIAL,
  type DetalleLibro,
  type LibroCompraVenta,
  RETENCION_TOTAL,
  type TotalesLibro,
} from '../domain/certificacion/libro'
import type { DetalleGuia, LibroGuias } from '../domain/certificacion/libro-guias'
import { LATIN1_DECLARATION } from './dte-xml'
import { escapeText } from './escape'
import { type Llave, type Sign, writeSignature, XSI } from './firma'

interface CaratulaLibro {
  rutEmisor: string
  /** The person whose certificate signs. */
  rutEnvia: string
  /** `YYYY-MM` */
  periodo: string
  fechaResolucion: string
  folioNotificacion: number
}

interface Firma {
  llave: Llave
  sign: Sign
  /** Chile time. */
  at: string
}

const ID = 'Libro'
const SII = 'http://www.sii.cl/SiiDte'
/** Most letters of `RznSoc`. */
const RAZON_MAX = 50

const tag = (name: string, value: string | number): string => `<${name}>${value}</${name}>\n`
const some = (name: string, value: string | number | null): string => (value === null ? '' : tag(name, value))
const group = (name: string, body: string): string => `<${name}>\n${body}</${name}>\n`
const razon = (text: string): string => tag('RznSoc', escapeText(text.slice(0, RAZON_MAX).trim()))

const writeCaratula = (c: CaratulaLibro, operacion: string | null): string =>
  group(
    'Caratula',
    tag('RutEmisorLibro', c.rutEmisor) +
      tag('RutEnvia', c.rutEnvia) +
      tag('PeriodoTributario', c.periodo) +
      tag('FchResol', c.fechaResolucion) +
      tag('NroResol', CARATULA_ESPECIAL.nroResol) +
      some('TipoOperacion', operacion) +
      tag('TipoLibro', CARATULA_ESPECIAL.tipoLibro) +
      tag('TipoEnvio', CARATULA_ESPECIAL.tipoEnvio) +
      tag('FolioNotificacion', c.folioNotificacion),
  )

const writeTotales = ({ activoFijo, usoComun, retenido, ...t }: TotalesLibro): string =>
  group(
    'TotalesPeriodo',
    tag('TpoDoc', t.tipoDoc) +
      tag('TotDoc', t.documentos) +
      tag('TotMntExe', t.exento) +
      tag('TotMntNeto', t.neto) +
      tag('TotMntIVA', t.iva) +
      (activoFijo
        ? tag('TotOpActivoFijo', activoFijo.operaciones) +
          tag('TotMntActivoFijo', activoFijo.neto) +
          tag('TotMntIVAActivoFijo', activoFijo.iva)
        : '') +
      t.ivaNoRec
        .map(({ codigo, operaciones, monto }) =>
          group(
            'TotIVANoRec',
            tag('CodIVANoRec', codigo) + tag('TotOpIVANoRec', operaciones) + tag('TotMntIVANoRec', monto),
          ),
        )
        .join('') +
      (usoComun
        ? tag('TotOpIVAUsoComun', usoComun.operaciones) +
          tag('TotIVAUsoComun', usoComun.monto) +
          tag('FctProp', usoComun.factor) +
          tag('TotCredIVAUsoComun', usoComun.credito)
        : '') +
      (retenido === null
        ? ''
        : group('TotOtrosImp', tag('CodImp', RETENCION_TOTAL) + tag('TotMntImp', retenido))) +
      tag('TotMntTotal', t.total),
  )

const writeDetalle = ({ ivaNoRec, retenido, ...d }: DetalleLibro): string =>
  group(
    'Detalle',
    tag('TpoDoc', d.tipoDoc) +
      some('Emisor', d.propio ? 1 : null) +
      tag('NroDoc', d.folio) +
      some('TasaImp', d.tasa) +
      tag('FchDoc', d.fecha) +
      tag('RUTDoc', d.rut) +
      razon(d.razonSocial) +
      tag('MntExe', d.exento) +
      tag('MntNeto', d.neto) +
      tag('MntIVA', d.iva) +
      (d.activoFijo ? tag('MntActivoFijo', d.neto) + tag('MntIVAActivoFijo', d.iva) : '') +
      (ivaNoRec
        ? group('IVANoRec', tag('CodIVANoRec', ivaNoRec.codigo) + tag('MntIVANoRec', ivaNoRec.monto))
        : '') +
      some('IVAUsoComun', d.usoComun) +
      (retenido === null
        ? ''
        : group(
            'OtrosImp',
            tag('CodImp', RETENCION_TOTAL) + some('TasaImp', d.tasa) + tag('MntImp', retenido),
          )) +
      tag('MntTotal', d.total),
  )

const writeResumenGuias = (l: LibroGuias): string =>
  some('TotGuiaAnulada', l.anuladas || null) +
  tag('TotGuiaVenta', l.ventas) +
  tag('TotMntGuiaVta', l.montoVentas) +
  l.traslados
    .map(({ tipo, guias, monto }) =>
      group('TotTraslado', tag('TpoTraslado', tipo) + tag('CantGuia', guias) + tag('MntGuia', monto)),
    )
    .join('')

const ANULADA_DESPUES = 2

const writeGuia = ({ referencia, ...d }: DetalleGuia): string =>
  group(
    'Detalle',
    tag('Folio', d.folio) +
      some('Anulado', d.anulada ? ANULADA_DESPUES : null) +
      some('TpoOper', d.tipoOperacion) +
      tag('FchDoc', d.fecha) +
      tag('RUTDoc', d.rut) +
      razon(d.razonSocial) +
      tag('MntNeto', d.neto) +
      some('TasaImp', d.tasa) +
      tag('IVA', d.iva) +
      tag('MntTotal', d.total) +
      (referencia
        ? tag('TpoDocRef', referencia.tipoDoc) +
          tag('FolioDocRef', referencia.folio) +
          tag('FchDocRef', referencia.fecha)
        : ''),
  )

async function signLibro(
  root: string,
  xsd: string,
  content: string,
  { llave, sign, at }: Firma,
): Promise<Buffer> {
  const body = `\n${content}${tag('TmstFirma', at)}`
  const end = '</EnvioLibro>'
  const canonical = `<EnvioLibro xmlns="${SII}" ${XSI} ID="${ID}">${body}${end}`
  const digest = createHash('sha1').update(canonical, 'utf8').digest('base64')
  const signature = await writeSignature(sign, llave, `#${ID}`, digest, XSI)
  return Buffer.from(
    `${LATIN1_DECLARATION}<${root} xmlns="${SII}" ${XSI} xsi:schemaLocation="${SII} ${xsd}" version="1.0">\n` +
      `<EnvioLibro ID="${ID}">${body}${end}\n${signature}\n</${root}>\n`,
    'latin1',
  )
}

/** The signed bytes of a book of sales or purchases. */
export const buildLibroCompraVenta = (
  caratula: CaratulaLibro,
  { operacion, totales, detalle }: LibroCompraVenta,
  firma: Firma,
): Promise<Buffer> =>
  signLibro(
    'LibroCompraVenta',
    'LibroCV_v10.xsd',
    writeCaratula(caratula, operacion) +
      group('ResumenPeriodo', totales.map(writeTotales).join('')) +
      detalle.map(writeDetalle).join(''),
    firma,
  )

/** The signed bytes of a book of guides. */
export const buildLibroGuia = (caratula: CaratulaLibro, libro: LibroGuias, firma: Firma): Promise<Buffer> =>
  signLibro(
    'LibroGuia',
    'LibroGuia_v10.xsd',
    writeCaratula(caratula, null) +
      group('ResumenPeriodo', writeResumenGuias(libro)) +
      libro.detalle.map(writeGuia).join(''),
    firma,
  )
