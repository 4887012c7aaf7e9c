// The request to issue or draft a boleta de terceros (areas/bte §1).

import { type Static, Type } from '@sinclair/typebox'
import type { Clock } from '../../base/clock'
import type { PedidoBte } from '../../domain/bte/boleta'
import { findComuna } from '../../domain/comunas'
import type { Advertencia } from '../../domain/errors'
import { chileDate } from '../../domain/fecha'
import { PRIMERO } from '../../domain/rcv/periodo'
import { parseRut } from '../../domain/rut'
import { normalizeTexto, showChar } from '../../domain/texto'
import { Exact } from '../../http/envelope'
import { Comuna, Fecha, Rut, Texto } from '../../http/formats'
import { Ruled } from '../../http/rule'

/** Each; four of them are far from what whole numbers hold exactly, times any rate. */
const MONTO_MAX = 9_999_999_999

/** A text that is sent as the SII's form can write it, which may be longer: `…` is three points. */
const Linea = (max: number, options: Parameters<typeof Texto>[1]) =>
  Ruled(Texto(max, options), (text) =>
    normalizeTexto(text).texto.length > max
      ? [{ regla: 'largo_max', mensaje: `Con los caracteres que el SII admite tiene más de ${max}` }]
      : [],
  )

export const pedidoOf = (clock: Clock) =>
  Exact({
    fecha: Ruled(
      Fecha({
        description:
          'El día del pago, en Chile: desde mayo de 2017 y no futuro. Hasta cuándo hacia atrás, lo decide el SII.',
      }),
      (fecha) => {
        if (fecha > chileDate(clock())) return [{ regla: 'futura', mensaje: `El día ${fecha} aún no llega` }]
        // Issued, it would be in no month that can be read.
        if (fecha.slice(0, 7).replace('-', '') < PRIMERO)
          return [{ regla: 'rango', mensaje: 'Debe ser desde mayo de 2017, el primer mes que se puede leer' }]
        return []
      },
    ),
    beneficiario: Exact({
      rut: Rut({ description: 'De la persona que prestó el servicio.', examples: ['9876543-3'] }),
      nombre: Linea(60, { minLength: 1, examples: ['José Ñancupil Cárdenas'] }),
      direccion: Linea(60, { minLength: 1, examples: ['Parcela 12'] }),
      comuna: Comuna({ examples: ['Talca'] }),
    }),
    servicios: Type.Array(
      Exact({
        descripcion: Linea(60, { minLength: 1, examples: ['Mantención de jardín'] }),
        monto: Type.Integer({
          minimum: 1,
          maximum: MONTO_MAX,
          description: 'Pesos, bruto.',
          examples: [500_000],
        }),
      }),
      { minItems: 1, maxItems: 4, description: 'De 1 a 4: las líneas que tiene el formulario del SII.' },
    ),
    referencia_externa: Type.Optional(Texto(100, { minLength: 1, examples: ['pago-118'] })),
  })

type Pedido = Static<ReturnType<typeof pedidoOf>>

/** The fields whose characters are replaced. */
export function transliteradosOf({ beneficiario, servicios, referencia_externa }: Pedido): Advertencia[] {
  const texts: [campo: string, texto: string][] = [
    ['beneficiario.nombre', beneficiario.nombre],
    ['beneficiario.direccion', beneficiario.direccion],
    ...servicios.map(({ descripcion }, i): [string, string] => [`servicios[${i}].descripcion`, descripcion]),
    ['referencia_externa', referencia_externa ?? ''],
  ]
  return texts.flatMap(([campo, text]) => {
    const { transliterados } = normalizeTexto(text)
    if (!transliterados.length) return []
    const mensaje = `En ${campo} se reemplazó ${transliterados.map(showChar).join(', ')} por caracteres que sí se pueden escribir`
    return { code: 'TRANSLITERATED', campo, mensaje }
  })
}

/** As it is kept and sent: RUT, comuna and blanks in one form. */
export function normalizePedido(body: Pedido): PedidoBte {
  const line = (text: string): string => normalizeTexto(text).texto
  const { rut, nombre, direccion, comuna } = body.beneficiario
  return {
    fecha: body.fecha,
    beneficiario: {
      ...{ rut: parseRut(rut)!, nombre: line(nombre), direccion: line(direccion) },
      comuna: findComuna(comuna)!,
    },
    servicios: body.servicios.map(({ descripcion, monto }) => ({ descripcion: line(descripcion), monto })),
  }
}
