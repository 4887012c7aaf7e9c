// The types that the form issues: one row each. What differs between types is said here and in their blocks, not in the form.
//
// To add a type: a row; for what only it has, a block (a file in blocks/ with its state and its part of the body, its fields in
// blocks/NAME-view.tsx, and a line in blocks/views.ts). The table of `domain/dte/tipos` says the rest.

import type { TipoDte } from '../../domain/dte/tipos'
import { asBlock, type Block } from './block'
import { boleta } from './blocks/boleta'
import { descuentos } from './blocks/descuentos'
import { fechas } from './blocks/fechas'
import { otros } from './blocks/otros'
import { pago } from './blocks/pago'
import { servicio } from './blocks/servicio'

export interface EmissionType {
  tipo: TipoDte
  /** `completo`: the SII wants activity and address. `nombre`: RUT and name. `opcional`: may be nobody. */
  receptor: 'completo' | 'nombre' | 'opcional'
  blocks: readonly Block[]
}

const PAGO = asBlock(pago)
const MAS = [asBlock(descuentos), asBlock(servicio), asBlock(fechas), asBlock(otros)]
const EN_BOLETA = [asBlock(boleta), ...MAS]

export const EMISSION_TYPES: readonly EmissionType[] = [
  { tipo: 33, receptor: 'completo', blocks: [PAGO, ...MAS] },
  { tipo: 34, receptor: 'completo', blocks: [PAGO, ...MAS] },
  { tipo: 39, receptor: 'opcional', blocks: EN_BOLETA },
  { tipo: 41, receptor: 'opcional', blocks: EN_BOLETA },
  { tipo: 56, receptor: 'nombre', blocks: [PAGO, ...MAS] },
  { tipo: 61, receptor: 'nombre', blocks: MAS },
]

const BY_TYPE = new Map<number, EmissionType>(EMISSION_TYPES.map((row) => [row.tipo, row]))

export const emissionType = (tipo: number): EmissionType | undefined => BY_TYPE.get(tipo)

export const blocksOf = (tipo: number): readonly Block[] => BY_TYPE.get(tipo)?.blocks ?? []
