// The transport of a document as the judge sees it (domain/dte §4): order and types by the schema of 2026, and what is due
// by the date, unless the document says that it is not held.

import { describe, expect, test } from 'bun:test'
import { checkEncabezado, checkEsquema, parseSobre } from '../../../src/xml/verify'
import { archivo, completar, ejemplo, hacerDte, type Nodo } from './generador'

const COMPLETO = {
  Patente: 'KRTZ41',
  PatenteCarro: 'JHGD55',
  RUTTrans: '77123456-9',
  Chofer: { RUTChofer: '15432198-5', NombreChofer: 'Luis' },
  DirDest: 'Ruta 5',
  CmnaDest: 'San Carlos',
  FchSalida: '2026-11-23',
  HraSalida: '08:30:00',
  FchLlegada: '2026-11-23',
}

/** A worked guide (53) or invoice (1) of a day with that transport, and its first line's description. */
function juzgar(
  transporte: Nodo,
  { numero = 53, dia = '2026-11-20', dice = '', despacho = undefined as number | undefined } = {},
) {
  const documento = completar(ejemplo(numero))
  const encabezado = documento.Encabezado as Record<string, Nodo>
  encabezado.IdDoc!.FchEmis = dia
  if (despacho) encabezado.IdDoc!.TipoDespacho = despacho
  encabezado.Transporte = transporte
  const detalle = documento.Detalle as Nodo[]
  if (dice) detalle[0]!.DscItem = dice
  const sobre = parseSobre(archivo(hacerDte(ejemplo(numero).tipo, documento)))
  const found = [...checkEsquema(sobre), ...checkEncabezado(sobre.dtes[0]!)]
  return found.map(
    ({ codigo, donde }) => `${codigo} ${donde.replace(/ \(línea.*/, '').replace(/^DTE\/Documento\//, '')}`,
  )
}
const sin = (...tags: string[]): Nodo =>
  Object.fromEntries(Object.entries(COMPLETO).filter(([tag]) => !tags.includes(tag)))
const T = 'Encabezado/Transporte'

describe('the transport of a guide', () => {
  test('with everything is good, and what is missing since 2026-11-01 is told', () => {
    expect(juzgar(COMPLETO)).toEqual([])
    expect(juzgar(sin('Patente', 'HraSalida'))).toEqual([
      `HED-2-928 ${T}/Patente`,
      `HED-2-928 ${T}/HraSalida`,
    ])
    expect(juzgar(sin('Patente', 'HraSalida'), { dia: '2026-10-31' })).toEqual([])
  })

  test('may be declared as not held, but not the trip', () => {
    const dice = 'Transporte (Res. Ex. 154/2025): al emitir no se cuenta con la patente del vehículo.'
    expect(juzgar(sin('Patente', 'Chofer'), { dice })).toEqual([])
    expect(juzgar(sin('Patente', 'FchLlegada'), { dice })).toEqual([`HED-2-928 ${T}/FchLlegada`])
  })

  test('has types and dates of its own', () => {
    expect(juzgar({ ...COMPLETO, HraSalida: '8:30' })).toEqual([`ENV-3-904 ${T}/HraSalida`])
    expect(juzgar({ ...COMPLETO, FchSalida: '2026-11-19', FchLlegada: '2026-11-18' })).toEqual([
      `HED-2-927 ${T}/FchSalida`,
      `HED-2-927 ${T}/FchLlegada`,
    ])
  })
})

test('an invoice is bound when it travels with goods, and a line of a guide without unit is told', () => {
  expect(juzgar(sin('Patente'), { numero: 1 })).toEqual([])
  expect(juzgar(sin('Patente'), { numero: 1, despacho: 2 })).toEqual([`HED-2-928 ${T}/Patente`])
})
