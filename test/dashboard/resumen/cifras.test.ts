// The sales by the summary's figures (dashboard §10).

import { expect, test } from 'bun:test'
import {
  desde,
  desdeCuando,
  porDia,
  porTipo,
  primeroDelMes,
  sumUp,
} from '../../../src/dashboard/resumen/cifras'
import { avisoDe } from '../../../src/dashboard/shell/asuntos'

const HOY = '2026-11-22'
type Cifra = Parameters<typeof porTipo>[0][number]

const cifra = (
  fecha: string,
  tipo_dte: number,
  monto_total: number,
  estado_sii: Cifra['estado_sii'] = 'aceptado',
): Cifra => ({
  fecha,
  tipo_dte,
  estado_sii,
  documentos: 1,
  monto_neto: 0,
  monto_exento: 0,
  monto_iva: 0,
  monto_total,
})

const dia = (fecha: string, monto_total: number, por_enviar = 0) => ({ fecha, monto_total, por_enviar })

test('sales are as the server counts them, documents all that the SII did not reject, from a day on', () => {
  const documentos = [cifra(HOY, 33, 1000), cifra(HOY, 52, 9000), cifra(HOY, 33, 400, 'rechazado')]
  const resumen = { documentos, ventas: [dia('2026-11-21', 7), dia(HOY, 1000, 300)] }
  expect(sumUp(resumen, HOY)).toEqual({ documentos: 2, ventas: 1000, porEnviar: 300 })
  expect(sumUp(resumen, '2026-11-01').ventas).toBe(1007)
})

test('what the SII rejected stands in no row of a type', () => {
  const cifras = [cifra(HOY, 33, 1000), cifra(HOY, 33, 400, 'rechazado'), cifra(HOY, 33, 50, 'en_proceso')]
  expect(porTipo(cifras)).toEqual([{ tipo: 33, documentos: 2, total: 1050 }])
})

test('thirty days are shown, those without sales too, and the month is whole', () => {
  const days = porDia([dia('2026-11-20', 100), dia('2026-10-01', 5)], HOY)
  expect(days).toHaveLength(30)
  expect([days[0]?.day, days.at(-1)?.day]).toEqual(['2026-10-24', HOY])
  expect(days.filter(({ value }) => value > 0)).toEqual([{ day: '2026-11-20', value: 100 }])
  expect(desdeCuando(HOY)).toBe('2026-10-24')
  expect(desdeCuando('2026-12-31')).toBe('2026-12-01')
  expect(desde([cifra('2026-10-31', 33, 1), cifra('2026-11-01', 33, 2)], primeroDelMes(HOY))).toHaveLength(1)
})

test('each thing that needs a person is a sentence with a verb and a way', () => {
  const of = (asunto: Parameters<typeof avisoDe>[0]) => {
    const { text, verb, href } = avisoDe(asunto, ['2026-10-24', HOY])
    return [text, verb, href]
  }
  const enlace = ''
  expect(of({ asunto: 'trabajos_detenidos', cantidad: 1, enlace })).toEqual([
    '1 emisión detenida',
    'Ver la causa',
    '/trabajos',
  ])
  expect(
    of({
      asunto: 'documentos_rechazados',
      cantidad: 3,
      tipos: [
        { tipo_dte: 33, cantidad: 2 },
        { tipo_dte: 39, cantidad: 1 },
      ],
      enlace,
    }),
  ).toEqual([
    '2 facturas y 1 boleta rechazadas por el SII',
    'Corregir',
    '/documentos?estado_sii=rechazado&por_atender=true&fecha_desde=2026-10-24&fecha_hasta=2026-11-22',
  ])
  const reparos = (...tipos: { tipo_dte: number; cantidad: number }[]) =>
    of({
      ...{ asunto: 'documentos_con_reparos', tipos, enlace },
      cantidad: tipos.reduce((sum, { cantidad }) => sum + cantidad, 0),
    })[0]
  expect(reparos({ tipo_dte: 33, cantidad: 1 })).toBe('1 factura aceptada con reparos')
  expect(
    reparos({ tipo_dte: 112, cantidad: 2 }, { tipo_dte: 43, cantidad: 2 }, { tipo_dte: 34, cantidad: 2 }),
  ).toBe(
    '2 notas de crédito de exportación, 2 liquidaciones factura y 2 facturas exentas aceptadas con reparos',
  )
  expect(
    of({ asunto: 'certificado', estado: 'falta', valido_hasta: null, dias_restantes: null, enlace })[0],
  ).toBe('No hay certificado digital para firmar')
  const folios = {
    asunto: 'folios',
    tipo_dte: 33,
    umbral: 5,
    dias_estimados: 1,
    vence_el: null,
    enlace,
  } as const
  expect(of({ ...folios, estado: 'agotados', disponibles: 0 })[0]).toBe('No quedan folios de factura')
  expect(of({ ...folios, estado: 'bajos', disponibles: 1 })[0]).toBe('Queda 1 folio de factura')
  expect(of({ ...folios, estado: 'por_agotarse', disponibles: 1000 })[0]).toBe(
    'Quedan 1.000 folios de factura: al ritmo actual alcanzan para 1 día',
  )
  expect(
    of({ asunto: 'respaldos', motivo: 'atrasado', desde: '', mensaje: 'No se hizo la de su hora', enlace }),
  ).toEqual(['Falta la última copia: No se hizo la de su hora', 'Ver los respaldos', '/respaldos'])
  expect(
    of({ asunto: 'cuota', cuota: 'emisiones', estado: 'cerca', usadas: 80, limite: 100, enlace })[0],
  ).toBe('80 de 100 emisiones del mes usadas')
})
