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
  sinLugar(
    'diferenciaRetencion',
    null,
    'entre el IVA de facturas de compra, y notas a ellas, y lo que dicen retenido y no retenido: se tomó lo no retenido, o lo retenido hasta el IVA',
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
    sinLugar(
      'excesoFueraPlazo',
      null,
      '«IVA fuera de plazo» negativo o sin neto, que no se tomó, o mayor que el IVA de la nota de crédito, que se tomó entero fuera de plazo: esto es lo que sobra',
      'esquema',
    ),
    sinLugar(
      'diferenciaPropio',
      null,
      'entre el IVA y «IVA propio» más «IVA Terceros»: «IVA Terceros» se descontó y lo demás del IVA se tomó como propio; de una liquidación, su comisión',
    ),
    sinLugar(
      'diferenciaComision',
      null,
      'entre «IVA propio» y el IVA de la comisión de liquidaciones y sus notas: se contó el de la comisión',
    ),
  ],
  compra: [
    ...AMBOS,
    sinLugar('excesoActivoNeto', null, 'neto de activo fijo mayor que el neto de su documento, que se tomó'),
    sinLugar('excesoActivoIva', null, 'IVA de activo fijo mayor que el IVA de su documento, que se tomó'),
  ],
}
