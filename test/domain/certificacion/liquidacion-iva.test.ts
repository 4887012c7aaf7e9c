import { expect, test } from 'bun:test'
import { buildSolicitudes } from '../../../src/domain/certificacion/build-solicitudes'
import type { ItemCaso, SeccionSet } from '../../../src/domain/certificacion/set'

const item = (nombre: string, total: string): ItemCaso => ({
  ...{ nombre, linea: 1, cantidad: '1', unidad: null, precio: null, total },
  ...{ descuentoPct: null, recargoPct: null, exento: false },
})

const seccion = (comision: string): SeccionSet => ({
  ...{ clase: 'liquidacion', nombre: 'BASICO LIQUIDACIONES', atencion: '5123401', linea: 1, texto: '' },
  ...{ notas: [], compras: [], factor: null, observaciones: [] },
  casos: [
    {
      ...{ numero: 1, linea: 2, texto: '', tipoDte: 43, documento: 'LIQUIDACION FACTURA ELECTRONICA' },
      ...{ referencia: null, razon: null, motivo: null, traslado: null, descuentoGlobalPct: null },
      ...{ claves: [], observacion: null },
      items: [
        item('NETO FACTURAS ELECTRONICAS', '200000'),
        item('EXENTO FACTURAS ELECTRONICAS', '100000'),
        item('NETO NOTA DE CREDITO', '-20000'),
      ],
      comisiones: [item('NETO COMISION FACTURAS', comision)],
    },
  ],
})

const ivaTerceros = (comision: string) =>
  buildSolicitudes(seccion(comision), { receptores: [{ rut: '77123456-9' }] }, '2026-11-20').solicitudes[0]!
    .solicitud.iva_terceros

test('a settlement parts its IVA between principal and agent, unless the agent’s is negative or all of it', () => {
  expect(ivaTerceros('20000')).toBe(30_400)
  expect(ivaTerceros('-20000')).toBeUndefined()
  expect(ivaTerceros('180000')).toBeUndefined()
})
