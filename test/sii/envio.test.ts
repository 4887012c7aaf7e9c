import { describe, expect, test } from 'bun:test'
import type { EstadoEnvio } from '../../src/sii'
import { CTX, client, rejection, respuesta, soap } from './scripted'

const query = (cabecera: string, cuerpo?: string): Promise<EstadoEnvio> =>
  client({ QueryEstUp: soap('getEstUp', respuesta(cabecera, cuerpo)) }).sii.queryEnvio(CTX, 'EnvioDTE', '123')

const fila = (
  tipo: number,
  informados: number,
  aceptados: number,
  rechazados: number,
  reparos: number,
): string =>
  `<TIPO_DOCTO>${tipo}</TIPO_DOCTO><INFORMADOS>${informados}</INFORMADOS><ACEPTADOS>${aceptados}</ACEPTADOS>` +
  `<RECHAZADOS>${rechazados}</RECHAZADOS><REPAROS>${reparos}</REPAROS>`

describe('the state of an envío (sii §4.1, §4.2)', () => {
  test('reads the flat body row by row', async () => {
    const cabecera =
      '<TRACKID>123</TRACKID><ESTADO>EPR</ESTADO><GLOSA>Envio Procesado</GLOSA>' +
      '<NUM_ATENCION>123456 ( 2025/01/02 10:20:30)</NUM_ATENCION>'
    expect(await query(cabecera, fila(33, 2, 1, 1, 0) + fila(61, 1, 0, 0, 1))).toEqual({
      codigo: 'EPR',
      glosa: 'Envio Procesado',
      final: true,
      resumen: [
        { tipoDte: 33, informados: 2, aceptados: 1, rechazados: 1, reparos: 0 },
        { tipoDte: 61, informados: 1, aceptados: 0, rechazados: 0, reparos: 1 },
      ],
      detalle: [],
    })
  })

  test('has no rows while the body is empty or absent', async () => {
    for (const cuerpo of [undefined, '']) {
      expect(await query('<ESTADO>REC</ESTADO>', cuerpo)).toMatchObject({
        codigo: 'REC',
        final: false,
        resumen: [],
      })
    }
  })

  test.each(['EPR', 'RSC', 'RFR', 'RCT', 'RPR', 'RLV', 'RCH', 'RPT', 'RCO', 'VOF', 'LOK', 'LTC', 'LRH'])(
    '%s is final',
    async (estado) => {
      expect(await query(`<ESTADO>${estado}</ESTADO>`)).toMatchObject({ codigo: estado, final: true })
    },
  )

  test.each(['REC', 'SOK', 'FOK', 'CRT', 'PRD', 'PDR', 'PEN', 'RDC', '0', '004', '005', '007', 'XYZ'])(
    '%s is not',
    async (estado) => {
      expect(await query(`<ESTADO>${estado}</ESTADO>`)).toMatchObject({ codigo: estado, final: false })
    },
  )
})

describe('queries that the SII does not answer (sii §4.3)', () => {
  test('-11 is a passing state, for it also comes right after an upload, and shows its inner codes', async () => {
    const inner = '<ERR_CODE>2</ERR_CODE><SQL_CODE>0</SQL_CODE><SRV_CODE>0</SRV_CODE>'
    expect(await query(`<ESTADO>-11</ESTADO><GLOSA>Error</GLOSA>${inner}`)).toEqual({
      codigo: '-11',
      glosa: 'Error (ERR_CODE 2, SQL_CODE 0, SRV_CODE 0)',
      final: false,
      resumen: [],
      detalle: [],
    })
  })

  test.each(['-1', '-2', '-4', '-5', '-7', '-8', '-9', '-12', '-14', '107'])(
    '%s may fare better later',
    async (estado) => {
      expect(await rejection(query(`<ESTADO>${estado}</ESTADO><GLOSA>g</GLOSA>`))).toMatchObject({
        code: 'SII_ERROR',
        retryable: true,
        answered: true,
        etapa: 'consulta',
        codigo: estado,
        glosa: 'g',
      })
    },
  )

  test.each(['-3', '-6', '-10', '-13', '106'])(
    '%s turns the person down and needs one to act',
    async (estado) => {
      expect(await rejection(query(`<ESTADO>${estado}</ESTADO>`))).toMatchObject({
        code: 'SII_ERROR',
        retryable: false,
        codigo: estado,
      })
    },
  )
})
