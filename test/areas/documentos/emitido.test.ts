// GET /v1/documentos/:tipo/:folio shows everything that was issued (http §10.2).

import { beforeAll, describe, expect, test } from 'bun:test'
import { SOLICITUDES } from '../../../src/domain/dte/ejemplos/solicitudes'
import { findMoneda } from '../../../src/domain/dte/moneda'
import { TIPOS, type TipoDte } from '../../../src/domain/dte/tipos'
import { type CompanyApp, testAppWithFolios } from '../../support/test-app'

type Json = Record<string, unknown>

const HOY = '2026-11-20'

let app: CompanyApp
const issued = {} as Record<TipoDte, { request: Json; shown: Json }>
beforeAll(async () => {
  app = await testAppWithFolios({ folios: Object.fromEntries(TIPOS.map(({ codigo }) => [codigo, 10])) })
  for (const { codigo } of TIPOS) {
    const request = SOLICITUDES[codigo]({ 33: 1, 110: 1 }, HOY) as Json
    issued[codigo] = { request, shown: await emitted(request) }
  }
})

async function emitted(request: Json): Promise<Json> {
  const { status, body } = await app.post('/v1/dte/emitir', request)
  expect([status, body.detalles]).toEqual([202, undefined])
  await app.drainJobs()
  return (await app.get(`/v1/documentos/${body.data.tipo_dte}/${body.data.folio}`)).body.data
}

const CODIGOS = ['codigo', 'impuesto_adicional']

/** The full form of a short request, as an answer writes it (http §1). */
function canonical(name: string, value: unknown, within: string): unknown {
  if (name === 'exento') return value === true ? 1 : value
  if (within === 'detalle' && name === 'codigo' && typeof value === 'string')
    return [{ tipo: 'INT1', valor: value }]
  if (within === 'detalle' && CODIGOS.includes(name) && !Array.isArray(value)) return [value]
  if (name === 'DscRcgGlobal' && !Array.isArray(value)) return [value]
  if (name === 'moneda') return findMoneda(String(value))!.iso
  if (['folio', 'tipo_documento'].includes(name) && within === 'referencias') return String(value)
  return value
}

/** Paths of what a request asks for and the answer lacks or has otherwise. */
function missing(asked: unknown, shown: unknown, at: string, within: string): string[] {
  if (Array.isArray(asked)) {
    if (!Array.isArray(shown)) return [at]
    return asked.flatMap((item, i) => missing(item, shown[i], `${at}[${i}]`, within))
  }
  if (typeof asked === 'object' && asked !== null) {
    if (typeof shown !== 'object' || shown === null) return [at]
    return Object.entries(asked).flatMap(([name, value]) =>
      value === null
        ? []
        : missing(
            canonical(name, value, within),
            (shown as Json)[name],
            at ? `${at}.${name}` : name,
            Array.isArray(value) ? name : within,
          ),
    )
  }
  return asked === shown ? [] : [`${at}: ${JSON.stringify(asked)} is shown as ${JSON.stringify(shown)}`]
}

describe('what was requested stands in the document', () => {
  for (const { codigo, nombre } of TIPOS) {
    test(`of type ${codigo}, ${nombre}`, () => {
      const { request, shown } = issued[codigo]
      expect(missing(request, shown, '', '')).toEqual([])
    })
  }

  test('with its prices, payment, periods and what is only printed', async () => {
    const request = {
      tipo_dte: 33,
      fecha_emision: HOY,
      fecha_vencimiento: '2026-12-19',
      forma_pago: 2,
      precio_incluye_iva: true,
      ind_servicio: 3,
      periodo_desde: '2026-10-01',
      periodo_hasta: '2026-10-31',
      saldo_anterior: 1500,
      receptor: {
        rut: '77123456-9',
        razon_social: 'Constructora Maule SpA',
        giro: 'Obras',
        direccion: 'Uno 1',
        comuna: 'Talca',
        codigo_interno: 'C-91',
        email: 'compras@example.cl',
      },
      detalle: [{ nombre: 'Aseo', precio: 1190, recargo_pct: 2.5 }],
      pagos: [{ fecha: '2026-12-19', monto: 1220, glosa: 'Cuota única' }],
      impresion: {
        datos: [{ etiqueta: 'Obra', valor: 'Los Ciruelos' }],
        notas: ['Gracias'],
        leyenda: 'Hola',
      },
      medio_pago: 'CH',
      cuenta_pago: { tipo: 'CORRIENTE', numero: '123', banco: 'Estado' },
      termino_pago: { codigo: 'A1', glosa: 'A treinta días', dias: 30 },
      tipo_transaccion_venta: 2,
      tipo_transaccion_compra: 4,
      vendedor: 'V-7',
      rut_solicita: '77123456-9',
      otra_moneda: { moneda: 'USD', tipo_cambio: 945.32 },
      subtotales: [{ glosa: 'Servicios', lineas: [1], neto: 1000 }],
      observaciones: 'En portería',
      referencia_externa: 'pedido-1',
    }
    expect(missing(request, await emitted(request), '', '')).toEqual([])
  })

  test('with who sold it and at which till, in a boleta', async () => {
    const request = {
      tipo_dte: 39,
      medio_pago: 2,
      vendedor: 'V-7',
      caja: 'C-1',
      precio_incluye_iva: false,
      detalle: [{ nombre: 'Clavos', precio: 990 }],
    }
    expect(missing(request, await emitted(request), '', '')).toEqual([])
  })

  test('and so do an export guide and the permit under which it moves', async () => {
    const { request: base } = issued[52]
    const request = {
      ...base,
      detalle: [{ nombre: 'Puertas', cantidad: 4, unidad: 'UN', precio: 1000 }],
      traslado: {
        ...(base.traslado as Json),
        ind_traslado: 9,
        guia_exportacion: { codigo: 4, folio_autorizacion: 123, fecha_autorizacion: '2026-11-02' },
      },
      exportacion: {
        tot_bultos: 4,
        cod_pais_recep: 225,
        aduana: {
          cod_via_transp: 1,
          cod_pto_embarque: 906,
          cod_pto_desemb: 131,
          cod_pais_destin: 225,
          cod_unid_med_tara: 6,
          tara: 10,
          cod_unid_peso_bruto: 6,
          peso_bruto: 100.5,
          cod_unid_peso_neto: 6,
          peso_neto: 90,
          tipo_bultos: [{ cod_tpo_bultos: 28, cant_bultos: 4, marcas: 'S/M' }],
        },
      },
    }
    expect(missing(request, await emitted(request), '', '')).toEqual([])
  })
})

test('a document shows its issuer, and nothing of a block that it does not have', () => {
  const { shown } = issued[39]
  expect(shown.emisor).toMatchObject({ rut: '76543210-3', comuna: 'Talca' })
  for (const name of ['traslado', 'exportacion', 'liquidacion', 'compra', 'impresion'])
    expect([name, name in shown]).toEqual([name, false])
  expect(issued[43].shown.liquidacion).toMatchObject({
    comisiones: [
      { tipo: 'C', tasa: 8, valor_neto: 373_200 },
      { tipo: 'O', valor_neto: 64_990 },
    ],
  })
})

describe('what a request of format 2.5 asks for stands in the document too (http §10.2)', () => {
  const receptor = {
    rut: '77123456-9',
    razon_social: 'Constructora Río Claro SpA',
    giro: 'Obras de edificación',
    direccion: 'Camino a Pelarco Km 3,5',
    comuna: 'Pelarco',
  }
  const detalle = [{ nombre: 'Trozos de pino', cantidad: 10, unidad: 'M3', precio: 50_000 }]

  test.each<[string, Json]>([
    [
      'transport that is not all held, over several days',
      {
        tipo_dte: 52,
        receptor,
        detalle,
        traslado: {
          ind_traslado: 1,
          tipo_despacho: 2,
          rut_transportista: '77123456-9',
          no_disponible: ['patente', 'chofer'],
          fecha_salida: HOY,
          hora_salida: '18:30:00',
          fecha_llegada: '2026-11-23',
          motivo_prolongado: 'transbordo marítimo',
        },
      },
    ],
    [
      'georeference and timber',
      {
        tipo_dte: 33,
        receptor,
        detalle,
        georeferencia: {
          latitud_emision: '-36.606111',
          longitud_emision: '-72.103333',
          sistema_referencia: 1,
        },
        madera: {
          comuna_rol_origen: 8105,
          mnz_rol_origen: 1204,
          prd_rol_origen: 17,
          comuna_rol_destino: 8106,
          mnz_rol_destino: 88,
          prd_rol_destino: 3,
          cod_plan_conaf: 'PM-1188',
          latitud_origen_madera: '-36.71',
          longitud_origen_madera: '-71.90',
          latitud_destino_madera: '-36.42',
          longitud_destino_madera: '-71.96',
          sistemareferencia_madera: 1,
        },
      },
    ],
    [
      'an event ticket and the service beside it',
      {
        tipo_dte: 39,
        ind_servicio: 4,
        detalle: [
          {
            nombre: 'Ticket Noche de Cueca',
            cantidad: 1,
            precio: 25_000,
            exento: true,
            espectaculo: 1,
            rut_mandante: '77123456-9',
            ticket: {
              folio: 4821,
              generado: '2026-11-20T10:02:11',
              evento: 'Noche de Cueca',
              tipo: 'Adulto',
              codigo_evento: 'NC26',
              fecha_evento: '2026-12-05T21:00:00',
              lugar: 'Teatro Municipal de Chillán',
              ubicacion: 'Platea',
              fila: 'C',
              asiento: '14',
            },
          },
          { nombre: 'Valor servicio - comisión', cantidad: 1, precio: 2500, espectaculo: 2 },
        ],
      },
    ],
  ])('%s', async (_, request) => {
    expect(missing(request, await emitted(request), '', '')).toEqual([])
  })
})
