// The types that the form issues: one row each. What differs between types is said here and in their blocks, not in the form.
//
// To add a type: a row; for what only it has, a block (a file in blocks/ with the table of its fields, their controls in
// blocks/NAME-view.tsx, and a line in blocks/views.ts). The table of `domain/dte/tipos` says the rest.

import { type TipoDte, tipoDocumento } from '../../domain/dte/tipos'
import { asBlock, type Block } from './block'
import { boleta } from './blocks/boleta'
import { compra } from './blocks/compra'
import { descuentos } from './blocks/descuentos'
import { exportacion } from './blocks/exportacion'
import { fechas } from './blocks/fechas'
import { liquidacion } from './blocks/liquidacion'
import { otros } from './blocks/otros'
import { pago } from './blocks/pago'
import { servicio } from './blocks/servicio'
import { traslado } from './blocks/traslado'

export interface EmissionType {
  tipo: TipoDte
  /** Which case it is for. */
  para: string
  /**
   * `completo`: the SII wants activity and address. `nombre`: RUT and name. `opcional`: may be nobody. `extranjero`: name and
   * address, of somebody who has no RUT.
   */
  receptor: 'completo' | 'nombre' | 'opcional' | 'extranjero'
  /** The receiver, where it is not simply the buyer. */
  quien?: string
  blocks: readonly Block[]
}

const PAGO = asBlock(pago)
const FINAL = [asBlock(fechas), asBlock(otros)]
const MAS = [asBlock(descuentos), asBlock(servicio), ...FINAL]
const EN_BOLETA = [asBlock(boleta), ...MAS]
const TRASLADO = asBlock(traslado)
/** The block for documents that may travel with goods and mostly do not. */
const TRASLADO_APARTE: Block = { ...TRASLADO, place: 'mas' }
const EXPORTACION = asBlock(exportacion)
const EN_EXPORTACION = [EXPORTACION, asBlock(descuentos), ...FINAL]

export const EMISSION_TYPES: readonly EmissionType[] = [
  {
    tipo: 33,
    para: 'A un contribuyente, con IVA',
    receptor: 'completo',
    blocks: [PAGO, ...MAS, TRASLADO_APARTE],
  },
  {
    tipo: 34,
    para: 'A un contribuyente, sin IVA',
    receptor: 'completo',
    blocks: [PAGO, ...MAS, TRASLADO_APARTE],
  },
  { tipo: 39, para: 'A quien compra para sí, con IVA', receptor: 'opcional', blocks: EN_BOLETA },
  { tipo: 41, para: 'A quien compra para sí, sin IVA', receptor: 'opcional', blocks: EN_BOLETA },
  { tipo: 56, para: 'Aumenta o corrige un documento', receptor: 'nombre', blocks: [PAGO, ...MAS] },
  { tipo: 61, para: 'Anula, rebaja o corrige un documento', receptor: 'nombre', blocks: MAS },
  {
    tipo: 52,
    para: 'Acompaña mercadería que se mueve',
    receptor: 'completo',
    quien: 'Quien recibe la mercadería.',
    blocks: [TRASLADO, asBlock(descuentos), ...FINAL, { ...EXPORTACION, place: 'mas' }],
  },
  {
    tipo: 46,
    para: 'A quien le vende y no factura, con retención de IVA',
    receptor: 'completo',
    quien: 'Quien le vende: el documento lo emite usted, que compra.',
    blocks: [asBlock(compra), PAGO, ...MAS, TRASLADO_APARTE],
  },
  {
    tipo: 43,
    para: 'A quien le encargó vender, con su comisión',
    receptor: 'completo',
    quien: 'El mandante, por cuya cuenta se vendió.',
    blocks: [asBlock(liquidacion), PAGO, asBlock(servicio), ...FINAL],
  },
  { tipo: 110, para: 'A un cliente de otro país', receptor: 'extranjero', blocks: EN_EXPORTACION },
  {
    tipo: 111,
    para: 'Aumenta una exportación, o anula su nota de crédito',
    receptor: 'extranjero',
    blocks: EN_EXPORTACION,
  },
  {
    tipo: 112,
    para: 'Anula, rebaja o corrige una exportación',
    receptor: 'extranjero',
    blocks: EN_EXPORTACION,
  },
]

const BY_TYPE = new Map<number, EmissionType>(EMISSION_TYPES.map((row) => [row.tipo, row]))

export const emissionType = (tipo: number): EmissionType | undefined => BY_TYPE.get(tipo)

export const blocksOf = (tipo: number): readonly Block[] => BY_TYPE.get(tipo)?.blocks ?? []

/** Those of a form: what acts on lines is absent where a note only corrects a text. */
export const blocksIn = (tipo: number, respuesta?: string): readonly Block[] =>
  blocksOf(tipo).filter(({ deLineas }) => !deLineas || respuesta !== 'texto')

/** Whether its prices may carry IVA: where nothing bears it there is nothing to say, and a guide has net prices. */
export const saysPrices = (tipo: TipoDte): boolean => {
  const { exento, guia } = tipoDocumento(tipo)
  return !exento && !guia
}
