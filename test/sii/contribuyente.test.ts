// Pages about taxpayers as different programs have seen them: read by labels, and told from whatever else may come (sii §12).

import { describe, expect, test } from 'bun:test'
import { readCaptcha, readImagen } from '../../src/sii/contribuyente/captcha'
import { readEmisor } from '../../src/sii/contribuyente/emisor'
import { readSituacion } from '../../src/sii/contribuyente/situacion'

const RUT = '90000012-K'
const script = '<script>document.write("<table><tr><td>Rut</td><td>1-9</td></tr></table>")</script>'

describe('the page of an issuer', () => {
  test('is read with values behind their labels, entities, bare attributes and a script that writes others', () => {
    const html = `<html><head>${script}</head><body><TABLE border=0>
      <tr><td class=x>Rut</td><td>90.000.012-K</td></tr>
      <tr><TD>Raz&oacute;n Social</TD><TD> ACEROS&nbsp;DEL <b>MAULE</b> S.A. </TD></tr>
      <tr><td>N&#250;mero Resoluci&oacute;n</td><td>80</td></tr>
      <tr><td>Fecha Resoluci&oacute;n</td><td>22-08-2014</td></tr></TABLE>
      <table><tr><th>C&oacute;digo</th><th>Documento</th><th>Autorizaci&oacute;n</th><th>Desautorizaci&oacute;n</th></tr>
      <tr><td>33<td>Factura Electr&oacute;nica<td>01-03-2015<td>&nbsp;</tr>
      <tr><td>39</td><td>Boleta</td><td>01-04-2016</td><td>31-12-2019</td></tr></table></body></html>`
    expect(readEmisor(html, RUT)).toEqual({
      razonSocial: 'ACEROS DEL MAULE S.A.',
      resolucion: { numero: 80, fecha: '2014-08-22' },
      documentos: [
        { tipoDte: 33, desde: '2015-03-01', hasta: null },
        { tipoDte: 39, desde: '2016-04-01', hasta: '2019-12-31' },
      ],
      email: null,
    })
  })

  test('is read with all labels in one row and the values below', () => {
    const html = `<html><table><tr><td>RUT</td><td>Razón Social</td><td>N° Resolución</td><td>Fecha Resolución</td><td>Mail de contacto</td></tr>
      <tr><td>${RUT}</td><td>ACEROS</td><td>0</td><td>01-03-2015</td><td>dte@aceros.example.cl</td></tr></table></html>`
    expect(readEmisor(html, RUT)).toMatchObject({
      razonSocial: 'ACEROS',
      resolucion: { numero: 0, fecha: '2015-03-01' },
      email: 'dte@aceros.example.cl',
    })
  })

  test.each([
    ['no_autorizado', '<html><p>El RUT 1-9 no corresponde a una empresa\n autorizada</p></html>'],
    [
      'desconocido',
      '<html><table><tr><td>Rut</td><td></td></tr><tr><td>Razón Social</td><td> </td></tr></table></html>',
    ],
    ['otra_pagina', '<html><h1>NO SE ENCONTR&Oacute;</h1></html>'],
    [
      'otra_pagina',
      '<html><table><tr><td>Rut</td><td>77123456-9</td></tr><tr><td>Razón Social</td><td>OTRA</td></tr></table></html>',
    ],
    ['otra_pagina', ''],
  ] as const)('says %s', (told, html) => {
    expect(readEmisor(html, RUT)).toBe(told)
  })
})

const titled = (body: string) =>
  `<html><head><title>Consultar Situaci&oacute;n Tributaria de Terceros</title></head><body>${body}${' '.repeat(400)}</body></html>`
const boxes = (nombre: string, rut: string) =>
  `<div id=x><div><b>Nombre o Raz&oacute;n Social&nbsp;:</b></div><div class="y">${nombre}</div><div><strong>RUT Contribuyente</strong></div><div>${rut}</div></div>`

describe('the page of a tax status', () => {
  test('is read whole', () => {
    const html = titled(`${boxes('ACEROS DEL MAULE S.A. ', RUT)}
      <span>Contribuyente presenta Inicio de Actividades: SI</span><span>Fecha de Inicio de Actividades: 01-03-2015</span>
      <span>Contribuyente autorizado para declarar y pagar sus impuestos en moneda extranjera: NO</span>
      <span>Contribuyente es Empresa de Menor Tama&ntilde;o (seg&uacute;n Ley N&deg;20.416): SI</span>
      <b>Actividades Econ&oacute;micas vigentes:</b><table class=tabla><tr><td>Actividades</td><td>C&oacute;digo</td><td>Categor&iacute;a</td><td>Afecta IVA</td><td>Fecha</td></tr>
      <tr><td><font>VENTA AL POR MAYOR DE METALES</font></td><td>011101</td><td>Primera</td><td>Si</td><td>01-03-2015</td></tr>
      <tr><td>ASESOR&Iacute;AS</td><td>702000</td><td>Segunda</td><td>No</td><td>02-04-2018</td></tr></table>
      <table class=tabla><tr><td>Documentos Timbrados</td><td>A&ntilde;o</td></tr><tr><td>Factura Electronica      </td><td>2026</td></tr></table>
      <span>Observaciones: Contribuyente con t&eacute;rmino de giro pendiente</span>`)
    expect(readSituacion(html, RUT)).toEqual({
      razonSocial: 'ACEROS DEL MAULE S.A.',
      inicioActividades: true,
      fechaInicio: '2015-03-01',
      monedaExtranjera: false,
      menorTamano: true,
      actividades: [
        {
          codigo: 11101,
          descripcion: 'VENTA AL POR MAYOR DE METALES',
          categoria: 'Primera',
          afectaIva: true,
          desde: '2015-03-01',
        },
        {
          codigo: 702000,
          descripcion: 'ASESORÍAS',
          categoria: 'Segunda',
          afectaIva: false,
          desde: '2018-04-02',
        },
      ],
      documentosObligados: [],
      documentosTimbrados: [{ nombre: 'Factura Electronica', anio: 2026 }],
      observaciones: 'Contribuyente con término de giro pendiente',
    })
  })

  test('of who says nothing of size or currency leaves that open', () => {
    expect(readSituacion(titled(boxes('ACEROS', RUT)), RUT)).toMatchObject({
      monedaExtranjera: null,
      menorTamano: null,
      actividades: [],
      observaciones: null,
    })
  })

  test.each([
    ['captcha', "<html><script>alert('Por favor reingrese Captcha');history.go(-1);</script></html>"],
    ['mantencion', '<html><body>No disponible, intente más tarde</body></html>'],
    ['desconocido', titled(boxes('', ' - '))],
    ['otra_pagina', titled(boxes('OTRA', '77123456-9'))],
    ['otra_pagina', titled('<p>nada</p>')],
  ] as const)('says %s', (told, html) => {
    expect(readSituacion(html, RUT)).toBe(told)
  })
})

describe('the captcha', () => {
  test('is a text, or nothing', () => {
    expect(readCaptcha('{"codigorespuesta":"0","glosarespuesta":"","txtCaptcha":"QUJD"}')).toBe('QUJD')
    for (const bad of [
      '{"codigorespuesta":-1,"txtCaptcha":"QUJD"}',
      '{"txtCaptcha":""}',
      '<html></html>',
      '',
    ])
      expect(readCaptcha(bad)).toBeNull()
  })

  test('has a picture of a kind that browsers show, or none', () => {
    const picture = (type: string, html = 'BM') =>
      readImagen({ html, headers: new Headers({ 'content-type': type }) })
    expect(picture('image/PNG; charset=x', '\xff\u0000')).toEqual({
      tipo: 'image/png',
      bytes: Buffer.from([0xff, 0]),
    })
    expect([picture('text/html'), picture('image/svg+xml'), picture('image/png', '')]).toEqual([
      null,
      null,
      null,
    ])
  })
})
