// The body of a company's form (http §17).

import { expect, test } from 'bun:test'
import { Fault } from '../../../src/dashboard/api/fault'
import {
  changesOf,
  draftOf,
  type Empresa,
  faultOf,
  fillEmpty,
  isRutOf,
  missingOf,
  newBody,
  placed,
} from '../../../src/dashboard/empresas/company-form'

const EMPRESA: Empresa = {
  id: 'emp_1',
  rut: '76543210-3',
  razon_social: 'Ñandú & Hijos',
  giro: 'Ferretería',
  actividades_economicas: [475201, 475202],
  direccion: 'Los Boldos 1250',
  comuna: 'Ñuñoa',
  ciudad: 'Santiago',
  telefono: null,
  email: 'a@b.cl',
  sitio_web: null,
  codigo_sucursal_sii: 81303347,
  resolucion: null,
  logo: null,
  email_intercambio: null,
  alerta_folios: 0,
  ambiente: 'simulacion',
  envio_receptor: 'no',
  extraccion_ia: 'no',
  respuesta_automatica: 'no',
  consulta_publica: false,
  created_at: '2026-11-22T12:00:00Z',
  eliminada_at: null,
}

test('what was not touched is not sent, and an optional field that was emptied goes as null', () => {
  const draft = draftOf(EMPRESA)
  expect(changesOf(draft, EMPRESA)).toEqual({})
  expect(
    changesOf(
      { ...draft, giro: ' Ferretería ', email: ' ', codigo_sucursal_sii: '', alerta_folios: '50' },
      EMPRESA,
    ),
  ).toEqual({ email: null, codigo_sucursal_sii: null, alerta_folios: 50 })
  expect(changesOf({ ...draft, consulta_publica: true, envio_receptor: 'al_emitir' }, EMPRESA)).toEqual({
    consulta_publica: true,
    envio_receptor: 'al_emitir',
  })
})

test('codes and numbers go as numbers; what is none goes as typed, for the API to say so at its field', () => {
  const draft = draftOf(EMPRESA)
  expect(changesOf({ ...draft, actividades: '475201; 12 x' }, EMPRESA)).toEqual({
    actividades_economicas: [475201, 12, 'x'] as unknown as number[],
  })
  expect(
    changesOf(
      { ...draft, ambiente: 'produccion', resolucion_numero: '80', resolucion_fecha: '2014-08-22' },
      EMPRESA,
    ),
  ).toEqual({ ambiente: 'produccion', resolucion: { numero: 80, fecha: '2014-08-22' } })
  const withOne = { ...EMPRESA, resolucion: { numero: 80, fecha: '2014-08-22' } }
  expect(changesOf({ ...draftOf(withOne), resolucion_numero: '', resolucion_fecha: '' }, withOne)).toEqual({
    resolucion: null,
  })
})

test('a new company sends what is required, and begins in the environment of the API', () => {
  expect(newBody('76543210-3', { ...draftOf(EMPRESA), razon_social: ' Otra ' })).toEqual({
    rut: '76543210-3',
    razon_social: 'Otra',
    giro: 'Ferretería',
    actividades_economicas: [475201, 475202],
    direccion: 'Los Boldos 1250',
    comuna: 'Ñuñoa',
  })
})

test.each([
  ['76.543.210-3', true],
  [' 76543210-3 ', true],
  ['765432103', true],
  ['76.543.210-4', false],
  ['77123456-9', false],
  ['', false],
])('%p is its RUT: %p', (typed, is) => expect(isRutOf(typed, EMPRESA)).toBe(is))

test('a fault within a list stands at the field of the list', () => {
  const detalles = [
    {
      campo: 'actividades_economicas[1]',
      mensaje: 'actividades_economicas[1]: es texto',
      regla: 'tipo',
      datos: {},
    },
    { campo: 'otro', mensaje: 'otro', regla: 'tipo', datos: {} },
  ]
  const fault = new Fault('VALIDATION_ERROR', 'Hay errores', { detalles })
  expect(faultOf(fault, 'actividades_economicas')).toBe('Es texto')
  expect(faultOf(fault, 'giro')).toBeUndefined()
  expect(placed(fault, ['actividades_economicas', 'giro'])).toEqual(['actividades_economicas[1]'])
})

test('what is known fills what is empty, no longer than a field takes, and never what was typed', () => {
  const known = {
    razon_social: 'ACEROS DEL MAULE S.A.',
    giro: 'x'.repeat(90),
    direccion: null,
    comuna: 'Talca',
    actividades: [1, 2, 3, 4, 5].map((codigo) => ({ codigo, descripcion: '', afecta_iva: true })),
  }
  expect(fillEmpty({ ...draftOf(), comuna: 'Curicó' }, known)).toEqual({
    razon_social: 'ACEROS DEL MAULE S.A.',
    giro: 'x'.repeat(80),
    actividades: '1, 2, 3, 4',
  })
})

test('what a new company lacks is said of every field at once', () => {
  const all = ['rut', 'razon_social', 'giro', 'direccion', 'comuna', 'actividades_economicas']
  expect(Object.keys(missingOf(null, draftOf()))).toEqual(all)
  expect(missingOf('76543210-3', draftOf(EMPRESA))).toEqual({})
  expect(missingOf('76543210-3', { ...draftOf(EMPRESA), giro: '  ' })).toEqual({ giro: 'Falta este dato' })
})
