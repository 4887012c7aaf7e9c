// A link of a note of credit with its invoice, and both documents in short, as the API shows them.

import { type Static, Type } from '@sinclair/typebox'
import { Exact, OneOf } from '../../http/envelope'
import { showAs } from '../../http/show-as'
import { LadoJson } from './fila-json'
import type { Documento } from './lista'
import type { SaldoDe } from './saldo'
import type { Vinculacion } from './vinculaciones'

const documento = {
  rut: Type.String({ description: 'De la contraparte.', examples: ['90000012-K'] }),
  tipo_dte: Type.Integer(),
  folio: Type.Integer(),
  fecha_emision: Type.String(),
  monto_total: Type.Integer(),
}
export const Nota = Exact(documento)
export const Factura = Exact({
  ...documento,
  saldo: Type.Integer({
    description:
      'Lo que sus notas dejan del total, de crédito y de débito, del registro y de aquí; de una emitida aquí, el de su documento.',
  }),
})
export const confianza = Type.Number({ minimum: 0, maximum: 1, examples: [0.95] })
export const razones = Type.Array(Type.String({ examples: ['FolioRef 88123 en el XML de la nota'] }))

export const VinculacionJson = Exact(
  {
    id: Type.String(),
    lado: LadoJson,
    nc: Nota,
    factura: Factura,
    monto: Type.Integer({
      description: 'Lo que la nota le quita a la factura; 0 en una corrección de texto.',
    }),
    origen: OneOf({
      xml: 'por las referencias del XML de la nota',
      automatica: 'por el registro, o por lo que ambos documentos tienen en común',
      manual: 'por una persona',
    }),
    confianza,
    razones,
    creada_en: Type.String({ examples: ['2026-11-20T14:03:41.000Z'] }),
  },
  { 'x-nombre': 'Vinculacion' },
)

export const notaToJson = showAs(Nota, (_: Documento) => ({}))

export const facturaToJson = (d: Documento, saldoDe: SaldoDe) => ({ ...notaToJson(d), saldo: saldoDe(d) })

export const toJson = (
  { vinculo, nc, factura }: Vinculacion,
  saldoDe: SaldoDe,
): Static<typeof VinculacionJson> => ({
  id: vinculo.id,
  lado: vinculo.lado,
  nc: notaToJson(nc),
  factura: facturaToJson(factura, saldoDe),
  monto: vinculo.monto,
  origen: vinculo.origen,
  confianza: vinculo.confianza / 100,
  razones: vinculo.razones,
  creada_en: vinculo.creadaEn,
})
