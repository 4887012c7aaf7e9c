// The warnings of the monthly return about columns of one document that contradict each other (domain/rcv §6): each amount went where its
// column goes.

import type { Lado } from './columnas'
import { type Destino, sinLugar } from './f29-destino'

const AMBOS = [
  sinLugar(
    'diferenciaNetoIva',
    null,
    'entre el IVA de documentos y el que la tasa da de su neto: se contó el IVA que traen',
  ),
]

export const CONTRADICCIONES: Readonly<Record<Lado, readonly Destino[]>> = {
  venta: [
    ...AMBOS,
    sinLugar(
      'excesoTercerosIva',
      null,
      '«IVA Terceros» mayor que el IVA de su documento, y el total no lo lleva: se tomó que está al lado',
    ),
  ],
  compra: [
    ...AMBOS,
    sinLugar('excesoActivoNeto', null, 'neto de activo fijo mayor que el neto de su documento, que se tomó'),
    sinLugar('excesoActivoIva', null, 'IVA de activo fijo mayor que el IVA de su documento, que se tomó'),
  ],
}
