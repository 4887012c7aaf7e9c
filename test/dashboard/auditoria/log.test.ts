// The log of changes in words (http §22.3).

import { expect, test } from 'bun:test'
import { detailsOf, phrasesOf, SPELLING, wordsOf } from '../../../src/dashboard/auditoria/log'
import { ACCIONES, TEMA } from '../../../src/domain/auditoria'

test('an action reads as words', () => {
  expect(wordsOf('usuario.invitacion_anulada')).toBe('Usuarios: invitación anulada')
  expect(wordsOf('auth.login_fallido')).toBe('Acceso: entrada fallida')
  for (const accion of ACCIONES) expect(wordsOf(accion)).toMatch(/^[A-ZÁÉÍÓÚ][\wáéíóú ]+: [a-z0-9áéíóú ]+$/)
})

test('subjects stand in the order of their actions', () => {
  expect(Object.keys(TEMA)).toEqual([...new Set(ACCIONES.map((accion) => accion.split('.')[0]!))])
})

test('empty filters are not sent', () => {
  expect(SPELLING.queryOf(SPELLING.none)).toEqual({})
  expect(SPELLING.queryOf({ desde: '2026-11-01', hasta: '', usuario: ' a@b.cl ', accion: 'apikey' })).toEqual(
    {
      desde: '2026-11-01',
      usuario: 'a@b.cl',
      accion: 'apikey',
    },
  )
})

test('details are said without what is nothing', () => {
  expect(
    detailsOf({
      nombre: 'ERP',
      scopes: ['dte:leer', 'dte:emitir'],
      ips: [],
      expires_at: null,
      activo: false,
      nota: { tipo_dte: 61, folio: 3 },
    }),
  ).toEqual([
    'nombre: ERP',
    'permisos: dte:leer, dte:emitir',
    'activo: no',
    'nota: documento Nota de crédito, folio 3',
  ])
})

test('companies are said by name, other ids by their end with the whole beside', () => {
  const [own, other] = ['emp_01JD3QK8Z0ABCDEFGHJKMNPQRS', 'emp_01JD3QK8Z0ABCDEFGHJKMNPQRT']
  const session = 'ses_01JD3QK8Z0ABCDEFGHJKMNPWXYZ'
  const empresas = [{ id: own, razon_social: 'Ferretería' }]
  expect(
    phrasesOf({ empresa_id: own, objeto: session, detalle: { empresas: [own, other], folio: 7 } }, empresas),
  ).toEqual([
    { words: 'Ferretería', title: own },
    { words: 'ses_…WXYZ', title: session },
    { words: 'empresas: Ferretería, emp_…PQRT', title: `empresas: ${own}, ${other}` },
    { words: 'folio: 7' },
  ])
  expect(phrasesOf({ empresa_id: own, objeto: own, detalle: {} }, empresas)).toEqual([
    { words: 'Ferretería', title: own },
  ])
  expect(phrasesOf({ empresa_id: null, objeto: null, detalle: {} }, empresas)).toEqual([])
})

test('what is of a known kind is said as the rest of the dashboard says it', () => {
  expect(
    detailsOf({
      rut: '76543210-3',
      ambiente: 'simulacion',
      rol: 'emisor',
      tipos_dte: [33, 39],
      monto: 29_990,
      desde: 1001,
      valido_hasta: '2027-11-22T15:00:00Z',
    }),
  ).toEqual([
    'RUT: 76.543.210-3',
    'ambiente: Simulación',
    'rol: Emisor',
    'documentos: Factura, Boleta',
    'monto: $29.990',
    'desde: 1.001',
    'válido hasta: 22-11-2027',
  ])
})
