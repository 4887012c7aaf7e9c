// A document as a neighbour's own program writes, stamps and signs it (simulator §21.2).

import { type KeyObject, sign } from 'node:crypto'
import { RUT_CONSUMIDOR_FINAL } from '../../domain/rut'
import { TASA_IVA } from '../registro/datos'
import { digestOf, type Firmante, signatureOf } from './firma'
import { addUp, type Linea, type Montos } from './montos'
import { escapeText, type Nodo, renderNodo } from './nodo'
import { BOLETA, EXENTOS, GUIA } from './tipos'

export const NS = 'xmlns="http://www.sii.cl/SiiDte"'

export interface Parte {
  rut: string
  razonSocial: string
  giro: string
  actividad: number
  direccion: string
  comuna: string
}

export interface ReferenciaVecino {
  tipoDte: number
  folio: number
  fecha: string
  codigo: 1 | 2 | 3 | null
  /** Names no folio, only what it is about. */
  global?: boolean
  razon: string
}

/** A range of folios in use. */
export interface CafVecino {
  /** The CAF element without white space. */
  xml: string
  llave: KeyObject
}

/** A neighbour's mistakes on request: the SII rejects such a document. */
export const FALLAS_VECINO = ['firma', 'timbre'] as const

export interface Borrador {
  tipoDte: number
  folio: number
  /** `YYYY-MM-DD`. */
  fecha: string
  emisor: Parte
  receptor: Parte
  formaPago: number | null
  lineas: readonly Linea[]
  referencias: readonly ReferenciaVecino[]
  /** Chile time of stamp and signature. */
  instante: string
  /** The indent of each line, by depth. */
  sangria: string
  falla?: (typeof FALLAS_VECINO)[number] | null
}

/** The amounts of a draft. */
export const montosOf = ({ tipoDte, lineas }: Pick<Borrador, 'tipoDte' | 'lineas'>): Montos =>
  addUp(
    lineas.map((linea) => ({ ...linea, exento: linea.exento || EXENTOS.includes(tipoDte) })),
    tipoDte === BOLETA,
  )

/** The signed DTE element, its lines ended by LF. */
export function writeDocumento(borrador: Borrador, caf: CafVecino, firmante: Firmante): string {
  const { tipoDte, folio, instante, sangria } = borrador
  const montos = montosOf(borrador)
  const id = `N${tipoDte}-${folio}`
  const body = [
    encabezadoOf(borrador, montos),
    ...borrador.lineas.map((linea, i) => detalleOf(borrador, linea, i + 1)),
    ...borrador.referencias.map((referencia, i) => referenciaOf(referencia, i + 1)),
  ]
    .map((nodo) => renderNodo(nodo, sangria, 1))
    .join('')
  const content = `\n${body}${tedOf(borrador, montos, caf)}\n<TmstFirma>${instante}</TmstFirma>\n</Documento>`
  const digest = digestOf(`<Documento ${NS} ID="${id}">${content}${borrador.falla === 'firma' ? ' ' : ''}`)
  return `<DTE ${NS} version="1.0">\n<Documento ID="${id}">${content}\n${signatureOf(`#${id}`, digest, firmante)}\n</DTE>`
}

function encabezadoOf(
  { tipoDte, folio, fecha, emisor, receptor, formaPago }: Borrador,
  montos: Montos,
): Nodo {
  const boleta = tipoDte === BOLETA
  const guia = tipoDte === GUIA
  const { neto, exento, iva, total } = montos
  const afecto = neto > 0
  return [
    'Encabezado',
    [
      [
        'IdDoc',
        [
          ['TipoDTE', tipoDte],
          ['Folio', folio],
          ['FchEmis', fecha],
          guia ? ['TipoDespacho', 2] : null,
          guia ? ['IndTraslado', 1] : null,
          boleta ? ['IndServicio', 3] : null,
          formaPago === null ? null : ['FmaPago', formaPago],
        ],
      ],
      [
        'Emisor',
        [
          ['RUTEmisor', emisor.rut],
          [boleta ? 'RznSocEmisor' : 'RznSoc', emisor.razonSocial],
          [boleta ? 'GiroEmisor' : 'GiroEmis', emisor.giro.slice(0, 80)],
          boleta ? null : ['Acteco', emisor.actividad],
          ['DirOrigen', emisor.direccion],
          ['CmnaOrigen', emisor.comuna],
        ],
      ],
      [
        'Receptor',
        boleta
          ? [['RUTRecep', RUT_CONSUMIDOR_FINAL]]
          : [
              ['RUTRecep', receptor.rut],
              ['RznSocRecep', receptor.razonSocial],
              ['GiroRecep', receptor.giro.slice(0, 40)],
              ['DirRecep', receptor.direccion],
              ['CmnaRecep', receptor.comuna],
            ],
      ],
      guia ? transporteOf(emisor, receptor, fecha) : null,
      [
        'Totales',
        [
          afecto ? ['MntNeto', neto] : null,
          exento ? ['MntExe', exento] : null,
          afecto && !boleta ? ['TasaIVA', TASA_IVA] : null,
          afecto ? ['IVA', iva] : null,
          ['MntTotal', total],
        ],
      ],
    ],
  ]
}

/** The trip of a guide: the issuer's own lorry, there on the same day. */
const transporteOf = (emisor: Parte, receptor: Parte, fecha: string): Nodo => [
  'Transporte',
  [
    ['Patente', 'KLBD45'],
    ['RUTTrans', emisor.rut],
    [
      'Chofer',
      [
        ['RUTChofer', '15432198-5'],
        ['NombreChofer', 'Luis Rojas'],
      ],
    ],
    ['DirDest', receptor.direccion],
    ['CmnaDest', receptor.comuna],
    ['FchSalida', fecha],
    ['HraSalida', '08:30:00'],
    ['FchLlegada', fecha],
  ],
]

const detalleOf = (
  { tipoDte }: Borrador,
  { nombre, cantidad, precio, exento }: Linea,
  numero: number,
): Nodo => [
  'Detalle',
  [
    ['NroLinDet', numero],
    exento || EXENTOS.includes(tipoDte) ? ['IndExe', 1] : null,
    ['NmbItem', nombre],
    precio ? ['QtyItem', cantidad] : null,
    tipoDte === GUIA ? ['UnmdItem', 'UN'] : null,
    precio ? ['PrcItem', precio] : null,
    ['MontoItem', cantidad * precio],
  ],
]

const referenciaOf = (
  { tipoDte, folio, fecha, codigo, global, razon }: ReferenciaVecino,
  numero: number,
): Nodo => [
  'Referencia',
  [
    ['NroLinRef', numero],
    ['TpoDocRef', tipoDte],
    global ? ['IndGlobal', 1] : null,
    ['FolioRef', global ? 0 : folio],
    ['FchRef', fecha],
    codigo === null ? null : ['CodRef', codigo],
    ['RazonRef', razon],
  ],
]

/** The stamp, on one line: what is signed of it has no white space between its tags. */
function tedOf(
  { tipoDte, folio, fecha, emisor, receptor, lineas, instante, falla }: Borrador,
  { total }: Montos,
  caf: CafVecino,
): string {
  const boleta = tipoDte === BOLETA
  const rut = boleta ? RUT_CONSUMIDOR_FINAL : receptor.rut
  const nombre = boleta ? 'CONSUMIDOR FINAL' : receptor.razonSocial.slice(0, 40)
  const item = lineas[0]!.nombre.slice(0, 40)
  const dd = `<DD><RE>${emisor.rut}</RE><TD>${tipoDte}</TD><F>${folio}</F><FE>${fecha}</FE><RR>${rut}</RR><RSR>${escapeText(nombre)}</RSR><MNT>${total}</MNT><IT1>${escapeText(item)}</IT1>${caf.xml}<TSTED>${instante}</TSTED></DD>`
  const frmt = sign(
    'RSA-SHA1',
    Buffer.from(falla === 'timbre' ? `${dd} ` : dd, 'latin1'),
    caf.llave,
  ).toString('base64')
  return `<TED version="1.0">${dd}<FRMT algoritmo="SHA1withRSA">${frmt}</FRMT></TED>`
}
