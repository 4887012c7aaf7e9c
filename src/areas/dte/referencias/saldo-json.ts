// The remaining balance of a document in answers, component by component (http §1).

import { Type } from '@sinclair/typebox'
import { decimal } from '../../../domain/decimal'
import type { Componentes } from '../../../domain/dte/componentes'
import { Exact } from '../../../http/envelope'

const monto = (description: string) => Type.Optional(Type.Number({ description }))

export const SaldoComponentes = Exact(
  {
    moneda: Type.Optional(Type.String({ description: 'De una exportación: sus montos van en ella.' })),
    neto: monto('Afecto a IVA.'),
    iva: monto(''),
    exento: monto('De una exportación, `MntExe`.'),
    impuestos: Type.Optional(
      Type.Array(
        Exact({
          codigo: Type.Integer(),
          base: Type.Number(),
          monto: Type.Number({ description: 'Negativo si es retención.' }),
        }),
      ),
    ),
    garantia_envases: monto(''),
    credito_empresa_constructora: monto(''),
    comisiones: Type.Optional(
      Exact({ valor_neto: Type.Number(), valor_exento: Type.Number(), iva: Type.Number() }),
    ),
    total: Type.Number({ description: 'Lo que suman; `saldo` lo dice en pesos.' }),
  },
  {
    description:
      'Lo que las notas dejan de cada componente del documento: una nota cabe si cada uno de los suyos cabe. Nada, si está anulado, rechazado o descartado.',
  },
)

/** Its keys are those that the document bears. */
export function saldoToJson(all: Componentes, moneda: string | undefined) {
  const at = (name: string): number => Number(decimal(all[name] ?? 0n))
  const sum = (kind: string): number =>
    Object.keys(all).reduce((total, name) => total + (name.startsWith(`${kind} `) ? at(name) : 0), 0)
  const some = (name: string, key: string) => all[name] !== undefined && { [key]: at(name) }
  const codigos = Object.keys(all).flatMap((name) => (name.startsWith('base ') ? [name.slice(5)] : []))
  const comisiones = ['comision_neta', 'comision_exenta'].some((name) => all[name] !== undefined)
  return {
    ...(moneda && { moneda }),
    ...(sum('neto') !== 0 && { neto: sum('neto'), iva: sum('iva') }),
    ...some('exento', 'exento'),
    ...(codigos.length > 0 && {
      impuestos: codigos.map((codigo) => ({
        codigo: Number(codigo),
        base: at(`base ${codigo}`),
        monto: at(`impuesto ${codigo}`),
      })),
    }),
    ...some('garantia', 'garantia_envases'),
    ...some('credito', 'credito_empresa_constructora'),
    ...(comisiones && {
      comisiones: {
        valor_neto: at('comision_neta'),
        valor_exento: at('comision_exenta'),
        iva: at('comision_iva'),
      },
    }),
    total: at('total'),
  }
}
