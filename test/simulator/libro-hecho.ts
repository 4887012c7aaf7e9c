// Books by strings and node:crypto alone, so that the simulator is judged by something other than what it meets.

import { createHash } from 'node:crypto'
import { EMPRESA, type Firma, PERSONA, signature } from './sobres'

const NS = 'xmlns="http://www.sii.cl/SiiDte"'
const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'

/** `{A: 1, B: {C: 2}, D: [{…}, {…}]}` as elements in that order. */
export type Hecho = { [name: string]: string | number | Hecho | Hecho[] }

const elements = (hecho: Hecho): string =>
  Object.entries(hecho)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one) => [name, one] as const))
    .map(([name, one]) => `<${name}>${typeof one === 'object' ? `\n${elements(one)}` : one}</${name}>\n`)
    .join('')

interface Datos {
  operacion?: 'VENTA' | 'COMPRA' | 'GUIA'
  folioNotificacion?: number
  firma?: Firma
  /** Spoils what is signed. */
  before?: (libro: string) => string
  /** Spoils the signed file. */
  alter?: (xml: string) => string
}

/** The bytes of a signed book with these rows. */
export function libro(resumen: Hecho, detalle: Hecho[], datos: Datos = {}): Buffer {
  const { operacion = 'VENTA', folioNotificacion = 1, firma = PERSONA } = datos
  const { before = (t) => t, alter = (t) => t } = datos
  const [root, xsd] =
    operacion === 'GUIA' ? ['LibroGuia', 'LibroGuia_v10.xsd'] : ['LibroCompraVenta', 'LibroCV_v10.xsd']
  const caratula = {
    RutEmisorLibro: EMPRESA,
    RutEnvia: firma.rut,
    PeriodoTributario: '2026-03',
    FchResol: '2026-01-02',
    NroResol: 0,
    ...(operacion !== 'GUIA' && { TipoOperacion: operacion }),
    TipoLibro: 'ESPECIAL',
    TipoEnvio: 'TOTAL',
    FolioNotificacion: folioNotificacion,
  }
  const rows = {
    Caratula: caratula,
    ResumenPeriodo: resumen,
    Detalle: detalle,
    TmstFirma: '2026-03-02T10:00:00',
  }
  const inner = before(`\n${elements(rows)}</EnvioLibro>`)
  const digest = createHash('sha1')
    .update(`<EnvioLibro ${NS} ${XSI} ID="L">${inner}`, 'utf8')
    .digest('base64')
  const text = `<?xml version="1.0" encoding="ISO-8859-1"?>\n<${root} ${NS} ${XSI} xsi:schemaLocation="http://www.sii.cl/SiiDte ${xsd}" version="1.0">\n<EnvioLibro ID="L">${inner}\n${signature('#L', digest, firma, XSI)}\n</${root}>\n`
  return Buffer.from(alter(text), 'latin1')
}

/** A row that bears everything that a book of purchases of a set may have; and its sums. */
export const COMPRAS: { resumen: Hecho; detalle: Hecho[] } = {
  resumen: {
    TotalesPeriodo: [
      {
        TpoDoc: 30,
        TotDoc: 2,
        TotMntExe: 0,
        TotMntNeto: 1500,
        TotMntIVA: 0,
        TotIVANoRec: { CodIVANoRec: 4, TotOpIVANoRec: 1, TotMntIVANoRec: 95 },
        TotOpIVAUsoComun: 1,
        TotIVAUsoComun: 190,
        FctProp: 0.6,
        TotCredIVAUsoComun: 114,
        TotMntTotal: 1785,
      },
      {
        TpoDoc: 46,
        TotDoc: 1,
        TotMntExe: 0,
        TotMntNeto: 2000,
        TotMntIVA: 380,
        TotOtrosImp: { CodImp: 15, TotMntImp: 380 },
        TotMntTotal: 2000,
      },
    ],
  },
  detalle: [
    {
      TpoDoc: 30,
      NroDoc: 7,
      TasaImp: 19,
      FchDoc: '2026-03-01',
      RUTDoc: '77666555-K',
      RznSoc: 'Uno',
      MntExe: 0,
      MntNeto: 1000,
      MntIVA: 0,
      IVAUsoComun: 190,
      MntTotal: 1190,
    },
    {
      TpoDoc: 30,
      NroDoc: 8,
      TasaImp: 19,
      MntExe: 0,
      MntNeto: 500,
      MntIVA: 0,
      IVANoRec: { CodIVANoRec: 4, MntIVANoRec: 95 },
      MntTotal: 595,
    },
    {
      TpoDoc: 46,
      NroDoc: 9,
      TasaImp: 19,
      MntExe: 0,
      MntNeto: 2000,
      MntIVA: 380,
      OtrosImp: { CodImp: 15, TasaImp: 19, MntImp: 380 },
      MntTotal: 2000,
    },
  ],
}

export const GUIAS: { resumen: Hecho; detalle: Hecho[] } = {
  resumen: {
    TotGuiaAnulada: 1,
    TotGuiaVenta: 1,
    TotMntGuiaVta: 1190,
    TotTraslado: { TpoTraslado: 5, CantGuia: 1, MntGuia: 0 },
  },
  detalle: [
    { Folio: 1, TpoOper: 5, FchDoc: '2026-03-01', MntNeto: 0, IVA: 0, MntTotal: 0 },
    { Folio: 2, TpoOper: 1, FchDoc: '2026-03-01', MntNeto: 1000, TasaImp: 19, IVA: 190, MntTotal: 1190 },
    {
      Folio: 3,
      Anulado: 2,
      TpoOper: 1,
      FchDoc: '2026-03-01',
      MntNeto: 100,
      TasaImp: 19,
      IVA: 19,
      MntTotal: 119,
    },
  ],
}
