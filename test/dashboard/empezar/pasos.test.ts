// The steps of the start are done by what the API says (dashboard §11).

import { expect, test } from 'bun:test'
import { pasoActual, pasosDe, type Situacion } from '../../../src/dashboard/empezar/pasos'

const NADA: Situacion = {
  empresa: {
    giro: null,
    actividades_economicas: [],
    direccion: null,
    comuna: null,
    resolucion: null,
    ambiente: 'simulacion',
  },
  certificado: null,
  folios: [],
  ultimo: null,
  aceptado: false,
  autorizada: false,
}
const DATOS = {
  ...NADA.empresa,
  giro: 'Ferretería',
  actividades_economicas: [475201],
  direccion: '1 Norte 1',
  comuna: 'Talca',
}
const actual = (situacion: Partial<Situacion>) => pasoActual({ ...NADA, ...situacion })

test('each step waits for what the API lacks', () => {
  const certificado = { dias_restantes: 0 }
  expect(actual({})).toBe('datos')
  expect(actual({ empresa: DATOS })).toBe('certificado')
  expect(actual({ empresa: DATOS, certificado })).toBe('folios')
  expect(actual({ empresa: DATOS, certificado, folios: [{ disponibles: 0 }] })).toBe('folios')
  expect(actual({ empresa: DATOS, certificado, folios: [{ disponibles: 0 }, { disponibles: 1 }] })).toBe(
    'emision',
  )
  const ultimo = { estado_sii: 'enviado' } as const
  expect(actual({ empresa: DATOS, certificado, ultimo })).toBe('veredicto')
  expect(actual({ empresa: DATOS, certificado, ultimo, aceptado: true })).toBeNull()
})

test('a datum taken away and an expired certificate open their step again', () => {
  const done = {
    certificado: { dias_restantes: 3 },
    ultimo: { estado_sii: 'aceptado' },
    aceptado: true,
  } as const
  expect(actual({ ...done, empresa: { ...DATOS, comuna: null } })).toBe('datos')
  expect(actual({ ...done, empresa: DATOS, certificado: { dias_restantes: -1 } })).toBe('certificado')
})

test('in produccion the company needs its resolution too', () => {
  const empresa = { ...DATOS, ambiente: 'produccion' } as const
  expect(actual({ empresa })).toBe('datos')
  expect(actual({ empresa: { ...empresa, resolucion: { numero: 80, fecha: '2014-08-22' } } })).toBe(
    'certificado',
  )
})

test('in certificacion the road of the tests stands for folios and the first document', () => {
  const empresa = { ...DATOS, ambiente: 'certificacion' } as const
  const certificado = { dias_restantes: 3 }
  expect(pasosDe({ empresa })).toEqual(['datos', 'certificado', 'certificacion'])
  expect(actual({ empresa, certificado, aceptado: true })).toBe('certificacion')
  expect(actual({ empresa, certificado, autorizada: true })).toBeNull()
})
