// Commissions of a liquidación, or of a purchase through somebody: rows of the same shape in both (http §4).

import type { SolicitudEmitida } from '../../api/routes.gen'
import type { createReader } from '../../ui/read'
import { bodyFrom, emptyOf, named, type Table, type Texts, textsFrom } from './table'

type Pedidas = NonNullable<NonNullable<SolicitudEmitida['compra']>['comisiones']>

export const COMISION = {
  ...named('text', 'tipo', 'glosa'),
  ...named('decimal', 'tasa'),
  neto: ['valor_neto', 'pesos'],
  exento: ['valor_exento', 'pesos'],
  ...named('pesos', 'iva'),
} as const satisfies Table<Pedidas[number]>

/** `tipo`: `C` or `O`. `iva` empty is computed by the server. */
export type Comision = Texts<typeof COMISION>

export const emptyComision: Comision = { ...emptyOf(COMISION), tipo: 'C' }

/** `at`: the path of the list. */
export const comisionesToBody = (
  rows: readonly Comision[],
  at: string,
  reader: ReturnType<typeof createReader>,
): Pedidas | undefined =>
  rows.length ? rows.map((row, i) => bodyFrom(COMISION, row, `${at}[${i}]`, reader)) : undefined

export const comisionesFrom = (asked: Pedidas = []): Comision[] =>
  asked.map((row) => textsFrom(COMISION, { tipo: 'C', ...row }))
