// The dated switch of domain/dte §5.1, line by line, and what it holds back.

import { describe, expect, test } from 'bun:test'
import { AMBIENTES } from '../../../src/domain/ambiente'
import { codigoObligacion, nodo } from '../../../src/domain/dte/esquema'
import { carriesNewTags, writesNewTags } from '../../../src/domain/dte/formato'
import { writeContenido } from '../../../src/xml/dte-xml'
import { boleta, factura, RECEPTOR } from '../../support/emisor'
import { documentoDe } from '../../support/leer'
import { exportacion, guia } from '../../support/solicitudes'

describe('the elements of the newer schemas (domain/dte §5.1)', () => {
  test('are on in simulacion and certificacion whatever the date', () => {
    for (const ambiente of ['simulacion', 'certificacion'] as const)
      for (const tipo of [39, 52] as const)
        expect(writesNewTags(ambiente, tipo, '2026-06-01', '2.5')).toBe(true)
  })

  test('are on in production for a DTE from 2026-11-01, and for a boleta always', () => {
    expect(writesNewTags('produccion', 52, '2026-10-31', '2.5')).toBe(false)
    expect(writesNewTags('produccion', 52, '2026-11-01', '2.5')).toBe(true)
    expect(writesNewTags('produccion', 39, '2026-10-31', '2.5')).toBe(true)
  })

  test('are off everywhere under the brake', () => {
    for (const ambiente of AMBIENTES)
      for (const tipo of [33, 39, 52] as const)
        expect(writesNewTags(ambiente, tipo, '2026-12-01', '2.2')).toBe(false)
  })

  test('are told from those that older schemas have under the same name', () => {
    const receptor = { rut: '15432198-5', razon_social: 'Luis Núñez', email: 'luis@example.cl' }
    const { dte } = documentoDe(boleta({ receptor: { ...receptor, telefono: '+56911112222' } }))
    expect(carriesNewTags(dte)).toBe(true)
    expect(writeContenido(dte)).toContain('<TelefonoRecep>+56911112222</TelefonoRecep>')
    expect(writeContenido(dte, false)).not.toContain('<TelefonoRecep>')
    // A DTE had its CorreoRecep before.
    const { dte: conCorreo } = documentoDe(factura({ receptor: { ...RECEPTOR, email: 'luis@example.cl' } }))
    expect(writeContenido(conCorreo)).toContain('<CorreoRecep>luis@example.cl</CorreoRecep>')
    expect(carriesNewTags(conCorreo)).toBe(false)
    expect(carriesNewTags(documentoDe(guia()).dte)).toBe(true)
  })

  test('are carried by exactly the documents whose text has one', () => {
    const solicitudes = [boleta(), factura(), guia(), guia({}, { receptor: RECEPTOR }), exportacion()]
    const said = solicitudes.map((one) => documentoDe(one).dte)
    for (const dte of said)
      expect(carriesNewTags(dte)).toBe(writeContenido(dte) !== writeContenido(dte, false))
    expect(new Set(said.map(carriesNewTags))).toEqual(new Set([true, false]))
  })

  test('carry the obligations of format 2.5 (domain/dte §2.1)', () => {
    const codes = (ruta: string) =>
      ([33, 34, 52, 61, 56, 46] as const).map((tipo) => codigoObligacion(nodo('Documento', ruta)!, tipo))
    expect(codes('Encabezado/Transporte/PatenteCarro')).toEqual([2, 2, 1, 0, 0, 2])
    expect(codes('Encabezado/Transporte/HraSalida')).toEqual([2, 2, 1, 3, 3, 2])
    expect(codes('GeoRefEmision')).toEqual([3, 0, 3, 0, 0, 0])
    expect(codes('Detalle/UnmdItem')).toEqual([2, 3, 1, 2, 2, 2])
  })
})
