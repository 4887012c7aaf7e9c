// The SOAP wire's treatment of an answer, seen through a query of an envío.

import { describe, expect, test } from 'bun:test'
import type { EstadoEnvio } from '../../src/sii'
import { CTX, client, MAINTENANCE, type Reply, rejection, respuesta, soap } from './scripted'

const EPR = respuesta('<TRACKID>39</TRACKID><ESTADO>EPR</ESTADO><GLOSA>Envio Procesado</GLOSA>')
const query = (reply: Reply | Reply[]): Promise<EstadoEnvio> =>
  client({ QueryEstUp: reply }).sii.queryEnvio(CTX, 'EnvioDTE', '39')

describe('SOAP requests (sii §1.2)', () => {
  test('declare the live namespace, an empty SOAPAction, and the User-Agent with PROG 1.0', async () => {
    const { sii, calls } = client({ QueryEstUp: soap('getEstUp', EPR) })
    await sii.queryEnvio(CTX, 'EnvioDTE', '39')
    const { url, method, headers, body, redirect } = calls.at(-1)!
    expect([method, url]).toEqual(['POST', 'https://maullin.sii.cl/DTEWS/QueryEstUp.jws'])
    // followed, a redirection would carry the token elsewhere
    expect(redirect).toBe('manual')
    expect(headers.get('SOAPAction')).toBe('""')
    expect(headers.get('Content-Type')).toBe('text/xml; charset=utf-8')
    expect(headers.get('User-Agent')).toBe('Mozilla/4.0 ( compatible; PROG 1.0; Windows NT)')
    expect(headers.get('Content-Length')).toBe(String(body.length))
    expect(body.toString()).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
        '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body>' +
        '<getEstUp xmlns="http://DefaultNamespace"><RutCompania>76543210</RutCompania><DvCompania>3</DvCompania>' +
        '<TrackId>39</TrackId><Token>TokenAAAAAAAA</Token></getEstUp></soapenv:Body></soapenv:Envelope>',
    )
  })
})

describe('SOAP replies (sii §1.2)', () => {
  test('are read with the body before the header, and with the header first', async () => {
    const cabecera = '<SII:RESP_HDR><ESTADO>EPR</ESTADO></SII:RESP_HDR>'
    const cuerpo = '<SII:RESP_BODY><TIPO_DOCTO>33</TIPO_DOCTO><INFORMADOS>2</INFORMADOS></SII:RESP_BODY>'
    for (const content of [cuerpo + cabecera, cabecera + cuerpo]) {
      const inner = `<SII:RESPUESTA xmlns:SII="http://www.sii.cl/XMLSchema">${content}</SII:RESPUESTA>`
      expect(await query(soap('getEstUp', inner))).toMatchObject({
        codigo: 'EPR',
        resumen: [{ tipoDte: 33, informados: 2 }],
      })
    }
  })

  test('are read with an unqualified Return, with CDATA, and with another inner namespace', async () => {
    const live = soap('getEstUp', EPR)
    const manual = live.replaceAll('ns1:getEstUpReturn', 'getEstUpReturn')
    const cdata = live.replace(/(Return [^>]*>)[\s\S]*(<\/ns1:getEstUpReturn>)/, `$1<![CDATA[${EPR}]]>$2`)
    const other = soap('getEstUp', EPR.replace('http://www.sii.cl/XMLSchema', 'http://www.sii.cl/xxx'))
    for (const reply of [manual, cdata, other]) expect((await query(reply)).codigo).toBe('EPR')
  })

  test('are read with prefixed leaves', async () => {
    const inner = respuesta('<SII:ESTADO>REC</SII:ESTADO><SII:GLOSA>Recibido</SII:GLOSA>')
    expect(await query(soap('getEstUp', inner))).toMatchObject({ codigo: 'REC', glosa: 'Recibido' })
  })

  test('have every value trimmed of blanks and &#xd;', async () => {
    const inner = respuesta('<ESTADO>\r\n EPR </ESTADO>\r\n<GLOSA> Envio &amp; Procesado&#xd;\n</GLOSA>')
    expect(await query(soap('getEstUp', inner))).toMatchObject({ codigo: 'EPR', glosa: 'Envio & Procesado' })
  })

  test('may be ISO-8859-1 bytes under a UTF-8 declaration', async () => {
    const text = soap(
      'getEstUp',
      respuesta('<ESTADO>RCT</ESTADO><GLOSA>Rechazado por Error en Carátula</GLOSA>'),
    )
    for (const encoding of ['latin1', 'utf8'] as const) {
      expect((await query(Buffer.from(text, encoding))).glosa).toBe('Rechazado por Error en Carátula')
    }
  })

  test('that are an HTML page count as the SII being down, whatever their status', async () => {
    for (const status of [200, 503]) {
      const fault = await rejection(query({ status, body: MAINTENANCE }))
      expect(fault).toMatchObject({
        code: 'SII_UNAVAILABLE',
        retryable: true,
        answered: false,
        etapa: 'consulta',
      })
    }
  })

  test('that are an HTML page behind any number of comments count as the SII being down', async () => {
    for (const count of [1, 2000]) {
      const comments = `<?xml version="1.0"?>\n${'<!-- F5 -->\n'.repeat(count)}`
      const page = await rejection(query(`${comments}<HTML><body>Mantención</body></HTML>`))
      expect(page).toMatchObject({ code: 'SII_UNAVAILABLE', answered: false })
      expect(await rejection(query(`${comments}<RESPUESTA/>`))).toMatchObject({ code: 'SII_ERROR' })
    }
  })

  test('that nest without end, declare entities or name prototypes are an SII_ERROR, in the inner document too', async () => {
    const documents = [
      `${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}`,
      `<!DOCTYPE a [<!ENTITY e "EPR">]>${respuesta('<ESTADO>&e;</ESTADO>')}`,
      respuesta('<__proto__><ESTADO>EPR</ESTADO></__proto__>'),
    ]
    for (const document of documents) {
      for (const reply of [document, soap('getEstUp', document)])
        expect(await rejection(query(reply))).toMatchObject({ code: 'SII_ERROR', answered: true })
    }
  })

  test('keep codes and numbers as they were written', async () => {
    const inner = respuesta('<TRACKID>0000000039</TRACKID><ESTADO>-011</ESTADO><GLOSA>1e3</GLOSA>')
    expect(await query(soap('getEstUp', inner))).toMatchObject({ codigo: '-011', glosa: '1e3' })
  })

  test('that are the text "Error 500", nothing, a 5xx or a redirection count as the SII being down', async () => {
    const replies: Reply[] = [
      'Error 500',
      '',
      '  \n',
      { status: 502, body: 'Bad gateway' },
      { status: 302, body: '' },
    ]
    for (const reply of replies) {
      expect(await rejection(query(reply))).toMatchObject({ code: 'SII_UNAVAILABLE', retryable: true })
    }
  })

  test('that are an Axis fault are an SII_ERROR with its text', async () => {
    const body =
      '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body><soapenv:Fault>' +
      "<faultcode>soapenv:Client</faultcode><faultstring>No such operation 'getEstUp'</faultstring>" +
      '</soapenv:Fault></soapenv:Body></soapenv:Envelope>'
    expect(await rejection(query({ status: 500, body }))).toMatchObject({
      code: 'SII_ERROR',
      retryable: true,
      answered: true,
      glosa: "No such operation 'getEstUp'",
    })
  })

  test('that are cut short, not XML, or without ESTADO are an SII_ERROR worth another try', async () => {
    const whole = soap('getEstUp', EPR)
    const noReturn = '<Envelope><Body><getEstUpResponse/></Body></Envelope>'
    const noEstado = soap('getEstUp', respuesta('<GLOSA>?</GLOSA>'))
    for (const reply of [whole.slice(0, 600), 'hola', noReturn, noEstado, soap('getEstUp', 'hola')]) {
      expect(await rejection(query(reply))).toMatchObject({
        code: 'SII_ERROR',
        retryable: true,
        answered: true,
      })
    }
  })
})
