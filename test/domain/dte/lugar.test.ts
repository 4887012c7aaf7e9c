// Where a document is issued and where timber comes from (http §1; domain/dte §2.2, §8.2 k): only when given, whole,
// and in the place of the schema.

import { describe, expect, test } from 'bun:test'
import { writeContenido } from '../../../src/xml/dte-xml'
import { boleta, factura } from '../../support/emisor'
import { documentoDe, rules } from '../../support/leer'
import { compra, guia } from '../../support/solicitudes'

const GEO = { latitud_emision: '-36.606111', longitud_emision: '-72.103333' }
const MADERA = {
  comuna_rol_origen: 8105,
  mnz_rol_origen: 1204,
  prd_rol_origen: 17,
  comuna_rol_destino: 8106,
  mnz_rol_destino: 88,
  prd_rol_destino: 3,
  cod_plan_conaf: 'PM-1188',
  latitud_origen_madera: -36.71,
  longitud_origen_madera: '-71.90',
  latitud_destino_madera: '-36.42',
  longitud_destino_madera: '-71.96',
}

describe('georeferencia and madera', () => {
  test('stand after the references, as the schema has them (domain/dte §8.2 k)', () => {
    const referencias = [{ tipo_documento: 823, folio: 'PM-1188', fecha: '2026-03-02' }]
    const { dte } = documentoDe(guia({}, { georeferencia: GEO, madera: MADERA, referencias }))
    const xml = writeContenido(dte).replace(/\n/g, '')
    expect(xml).toEndWith(
      '<Referencia><NroLinRef>1</NroLinRef><TpoDocRef>823</TpoDocRef><FolioRef>PM-1188</FolioRef><FchRef>2026-03-02</FchRef></Referencia>' +
        '<GeoRefEmision><LatitudEmision>-36.606111</LatitudEmision><LongitudEmision>-72.103333</LongitudEmision><SistemaReferencia>1</SistemaReferencia></GeoRefEmision>' +
        '<ManejoMadera><ComunaRolOrigen>8105</ComunaRolOrigen><MnzRolOrigen>1204</MnzRolOrigen><PrdRolOrigen>17</PrdRolOrigen>' +
        '<ComunaRolDestino>8106</ComunaRolDestino><MnzRolDestino>88</MnzRolDestino><PrdRolDestino>3</PrdRolDestino><CodPlanConaf>PM-1188</CodPlanConaf>' +
        '<LatitudOrigenMadera>-36.71</LatitudOrigenMadera><LongitudOrigenMadera>-71.90</LongitudOrigenMadera>' +
        '<LatitudDestinoMadera>-36.42</LatitudDestinoMadera><LongitudDestinoMadera>-71.96</LongitudDestinoMadera>' +
        '<SistemareferenciaMadera>1</SistemareferenciaMadera></ManejoMadera>',
    )
    expect(writeContenido(dte, false)).not.toContain('GeoRefEmision')
  })

  test('go on the types that the format gives them, and on no other', () => {
    for (const body of [factura, boleta, (o: object) => boleta({ tipo_dte: 41, ...o })])
      expect(writeContenido(documentoDe(body({ georeferencia: GEO })).dte)).toContain('<GeoRefEmision>')
    expect(rules(boleta({ madera: MADERA }))).toEqual(['madera desconocido'])
    const exenta = factura({ tipo_dte: 34, georeferencia: GEO, madera: MADERA })
    expect(rules(exenta)).toEqual(['georeferencia desconocido', 'madera desconocido'])
    expect(rules(compra({}, { georeferencia: GEO }))).toEqual(['georeferencia desconocido'])
    expect(writeContenido(documentoDe(factura()).dte)).not.toContain('GeoRef')
  })

  test('are whole or refused, with coordinates that exist', () => {
    expect(rules(factura({ georeferencia: { latitud_emision: '-36.6' } }))).toEqual([
      'georeferencia.longitud_emision requerido',
    ])
    expect(rules(factura({ georeferencia: { latitud_emision: -95, longitud_emision: 'oeste' } }))).toEqual([
      'georeferencia.latitud_emision grados',
      'georeferencia.longitud_emision grados',
    ])
    expect(rules(guia({}, { madera: { ...MADERA, prd_rol_destino: null, cod_plan_conaf: null } }))).toEqual([
      'madera.prd_rol_destino requerido',
      'madera.cod_plan_conaf requerido',
    ])
    expect(rules(guia({}, { madera: { ...MADERA, comuna_rol_origen: 1_234_567 } }))).toEqual([
      'madera.comuna_rol_origen maximo',
    ])
  })
})
