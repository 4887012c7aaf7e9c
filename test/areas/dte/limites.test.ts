// Every field and limit of http §1–4, asked of the API: the last value that is good and the first that is not, which
// must be refused by its own path.

import { beforeAll, describe, expect, test } from 'bun:test'
import { boleta, factura, RECEPTOR } from '../../support/emisor'
import { compra, exportacion, guia, liquidacion, notaExportacion } from '../../support/solicitudes'
import { type TestApp, testAppWithCompany } from '../../support/test-app'

let app: TestApp
beforeAll(async () => {
  app = await testAppWithCompany()
})

const x = (n: number): string => 'x'.repeat(n)
const linea = (over: object = {}, otras: object[] = []) => ({
  detalle: [{ nombre: 'Clavo', cantidad: 1000, precio: 1000, ...over }, ...otras],
})
const receptor = (over: object) => ({ receptor: { ...RECEPTOR, ...over } })
const ref = (over: object = {}) => ({ tipo_documento: 801, folio: 'OC-1', fecha: '2026-11-03', ...over })
const nota = (over: object = {}, tipo = 61) =>
  factura({ tipo_dte: tipo, referencias: [ref({ tipo_documento: 33, folio: 9000, codigo: 3, ...over })] })
const veces = <T>(n: number, uno: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => uno(i))
const global = (over: object = {}) => ({ TpoMov: 'D', GlosaDR: 'x', TpoValor: '%', ValorDR: 1, ...over })
const aduana = (over: object) => exportacion({ aduana: over })
const bulto = (over: object) =>
  aduana({ tipo_bultos: [{ cod_tpo_bultos: 28, cant_bultos: 1, marcas: 'S/M', ...over }] })

/** A note over a tourist's invoice: those are issued at the border alone. */
const turista = (extranjero: object) => ({
  ...nota(),
  receptor: { ...RECEPTOR, rut: '55555555-5', razon_social: null, extranjero },
})

type Caso = [campo: string, bueno: object, malo: object]

const TEXTOS: Caso[] = (
  [
    ['receptor.razon_social', 100],
    ['receptor.giro', 40],
    ['receptor.direccion', 70],
    ['receptor.comuna', 20],
    ['receptor.ciudad', 20],
    ['receptor.email', 80],
    ['receptor.contacto', 80],
    ['receptor.codigo_interno', 20],
  ] as const
).map(([campo, max]) => {
  const uno = (n: number) => factura(receptor({ [campo.slice(9)]: x(n) }))
  return [campo, uno(max), uno(max + 1)]
})

const servicio = (espectaculo: number) =>
  boleta({ ind_servicio: 4, detalle: [{ nombre: 'Comisión', precio: 500, espectaculo }] })
const subtotales = (n: number) => factura({ subtotales: Array(n).fill({ glosa: 'Obra', valor: 1 }) })

const CASOS: Caso[] = [
  ...TEXTOS,
  ['fecha_emision', factura({ fecha_emision: '2026-11-20' }), factura({ fecha_emision: '2026-11-21' })],
  [
    'fecha_vencimiento',
    factura({ fecha_emision: '2026-11-20', fecha_vencimiento: '2026-11-20' }),
    factura({ fecha_emision: '2026-11-20', fecha_vencimiento: '2026-11-19' }),
  ],
  [
    'fecha_vencimiento',
    factura({ fecha_vencimiento: '2026-12-20' }),
    guia({}, { fecha_vencimiento: '2026-12-20' }),
  ],
  ['forma_pago', factura({ forma_pago: 3 }), factura({ forma_pago: 4 })],
  ['receptor.rut', factura(receptor({ rut: '76.543.210-3' })), factura(receptor({ rut: '76543210-4' }))],
  ['receptor.razon_social', boleta({}), boleta({ receptor: { rut: '12345678-5' } })],
  [
    'receptor.direccion',
    exportacion(),
    exportacion({}, { receptor: { razon_social: 'Blue', ciudad: 'Lima' } }),
  ],
  [
    'receptor.ciudad',
    exportacion(),
    exportacion({}, { receptor: { razon_social: 'Blue', direccion: 'Pier 9' } }),
  ],
  ...[33, 34, 46, 52, 43].flatMap((tipo) =>
    ['giro', 'direccion', 'comuna', 'rut', 'razon_social'].map((campo): Caso => {
      const base = {
        33: factura(),
        34: factura({ tipo_dte: 34 }),
        46: compra(),
        52: guia(),
        43: liquidacion(),
      }[tipo]!
      const { [campo]: _, ...sin } = RECEPTOR as Record<string, string>
      return [`receptor.${campo}`, base, { ...base, receptor: sin }]
    }),
  ),
  [
    'detalle',
    factura(
      linea(
        {},
        veces(59, () => ({ nombre: 'x', precio: 1 })),
      ),
    ),
    factura(
      linea(
        {},
        veces(60, () => ({ nombre: 'x', precio: 1 })),
      ),
    ),
  ],
  [
    'detalle',
    boleta(
      linea(
        {},
        veces(999, () => ({ nombre: 'x', precio: 1 })),
      ),
    ),
    boleta(
      linea(
        {},
        veces(1000, () => ({ nombre: 'x', precio: 1 })),
      ),
    ),
  ],
  ['detalle', factura(), factura({ detalle: [] })],
  ['detalle[0].nombre', factura(linea({ nombre: x(80) })), factura(linea({ nombre: x(81) }))],
  [
    'detalle[0].descripcion',
    factura(linea({ descripcion: x(1000) })),
    factura(linea({ descripcion: x(1001) })),
  ],
  ['detalle[0].cantidad', factura(linea({ cantidad: 0.000001 })), factura(linea({ cantidad: 0 }))],
  [
    'detalle[0].cantidad',
    factura(linea({ cantidad: '0.123456' })),
    factura(linea({ cantidad: '0.1234567' })),
  ],
  ['detalle[0].precio', factura(linea({ precio: '1.123456' })), factura(linea({ precio: 1.1234567 }))],
  [
    'detalle[0].precio',
    factura(linea({ precio: 0 }, [{ nombre: 'x', precio: 1 }])),
    factura(linea({ precio: -1 })),
  ],
  [
    'detalle[0].monto',
    factura({ detalle: [{ nombre: 'x', monto: 1000 }] }),
    factura({ detalle: [{ nombre: 'x', monto: 1000.5 }] }),
  ],
  ['detalle[0].monto', factura(linea({ monto: 1_000_000 })), factura(linea({ monto: 999_999 }))],
  [
    'detalle[0].monto',
    liquidacion({ detalle: [{ tipo_doc_liq: '61', nombre: 'x', monto: -5 }] }),
    factura({ detalle: [{ nombre: 'x', monto: -5 }] }),
  ],
  [
    'detalle[0].monto',
    exportacion({}, { detalle: [{ nombre: 'x', monto: 1.1234 }] }),
    exportacion({}, { detalle: [{ nombre: 'x', monto: 1.12345 }] }),
  ],
  ['detalle[0].unidad', factura(linea({ unidad: 'UNID' })), factura(linea({ unidad: 'UNIDS' }))],
  [
    'detalle[0].codigo',
    factura(linea({ codigo: veces(5, (i) => ({ tipo: 'INT1', valor: i })) })),
    factura(linea({ codigo: veces(6, (i) => `c${i}`) })),
  ],
  ['detalle[0].codigo', factura(linea({ codigo: x(35) })), factura(linea({ codigo: x(36) }))],
  [
    'detalle[0].codigo.tipo',
    factura(linea({ codigo: { tipo: x(10), valor: 'x' } })),
    factura(linea({ codigo: { tipo: x(11), valor: 'x' } })),
  ],
  [
    'detalle[0].descuento_pct',
    factura(linea({ descuento_pct: 12.25 })),
    factura(linea({ descuento_pct: 12.255 })),
  ],
  [
    'detalle[0].descuento_pct',
    factura(linea({ descuento_pct: 100 }, [{ nombre: 'x', precio: 1 }])),
    factura(linea({ descuento_pct: 100.01 })),
  ],
  [
    'detalle[0].descuento_monto',
    factura(linea({ descuento_monto: 10 })),
    factura(linea({ descuento_monto: 10, descuento_pct: 1 })),
  ],
  [
    'detalle[0].descuento_monto',
    factura(linea({ descuento_monto: 1_000_000 }, [{ nombre: 'x', precio: 1 }])),
    factura(linea({ descuento_monto: 1_000_001 })),
  ],
  [
    'detalle[0].descuento_pct',
    factura(linea({ descuento_pct: 5 })),
    liquidacion({ detalle: [{ tipo_doc_liq: '33', nombre: 'x', precio: 100, descuento_pct: 5 }] }),
  ],
  [
    'detalle[0].recargo_monto',
    factura(linea({ recargo_monto: 10 })),
    factura(linea({ recargo_monto: 10, recargo_pct: 1 })),
  ],
  [
    'detalle[0].recargo_pct',
    factura(linea({ recargo_pct: 5 })),
    liquidacion({ detalle: [{ tipo_doc_liq: '33', nombre: 'x', precio: 100, recargo_pct: 5 }] }),
  ],
  [
    'detalle[0].exento',
    factura(linea({ exento: 6 }, [{ nombre: 'x', precio: 9_000_000 }])),
    factura(linea({ exento: 7 })),
  ],
  [
    'detalle[0].exento',
    boleta(linea({ exento: 2 }, [{ nombre: 'x', precio: 1 }])),
    boleta(linea({ exento: 3 })),
  ],
  [
    'detalle[0].impuesto_adicional',
    factura(linea({ impuesto_adicional: [24, 271] })),
    factura(linea({ impuesto_adicional: [24, 271, 27] })),
  ],
  [
    'detalle[0].impuesto_adicional',
    compra({ retencion: null }, linea({ impuesto_adicional: 15 })),
    factura({ tipo_dte: 34, ...linea({ impuesto_adicional: 27 }) }),
  ],
  ['detalle[0].tipo_doc_liq', liquidacion(), liquidacion({ detalle: [{ nombre: 'x', monto: 1 }] })],
  ['detalle[0].tipo_doc_liq', liquidacion(), factura(linea({ tipo_doc_liq: '33' }))],
  [
    'DscRcgGlobal',
    factura({ DscRcgGlobal: veces(20, () => global()) }),
    factura({ DscRcgGlobal: veces(21, () => global()) }),
  ],
  [
    'DscRcgGlobal[0].GlosaDR',
    factura({ DscRcgGlobal: global({ GlosaDR: x(45) }) }),
    factura({ DscRcgGlobal: [global({ GlosaDR: x(46) })] }),
  ],
  [
    'DscRcgGlobal[0].TpoMov',
    factura({ DscRcgGlobal: [global({ TpoMov: 'R' })] }),
    factura({ DscRcgGlobal: [global({ TpoMov: 'X' })] }),
  ],
  [
    'DscRcgGlobal[0].TpoValor',
    factura({ DscRcgGlobal: [global({ TpoValor: '$' })] }),
    factura({ DscRcgGlobal: [global({ TpoValor: '€' })] }),
  ],
  [
    'DscRcgGlobal[0].ValorDR',
    factura({ DscRcgGlobal: [global({ ValorDR: 0.01 })] }),
    factura({ DscRcgGlobal: [global({ ValorDR: 0 })] }),
  ],
  [
    'DscRcgGlobal[0].IndExeDR',
    factura({
      ...linea({ exento: 1 }, [{ nombre: 'x', precio: 1 }]),
      DscRcgGlobal: [global({ IndExeDR: 1 })],
    }),
    factura({ DscRcgGlobal: [global({ IndExeDR: 3 })] }),
  ],
  ['DscRcgGlobal', factura({ DscRcgGlobal: [global()] }), liquidacion({ DscRcgGlobal: [global()] })],
  [
    'referencias',
    factura({ referencias: veces(40, (i) => ref({ folio: i + 1 })) }),
    factura({ referencias: veces(41, (i) => ref({ folio: i + 1 })) }),
  ],
  [
    'referencias[0].tipo_documento',
    factura({ referencias: [ref({ tipo_documento: 'HES' })] }),
    factura({ referencias: [ref({ tipo_documento: 'HESX' })] }),
  ],
  [
    'referencias[0].folio',
    factura({ referencias: [ref({ folio: x(18) })] }),
    factura({ referencias: [ref({ folio: x(19) })] }),
  ],
  [
    'referencias[0].folio',
    factura({ referencias: [ref()] }),
    factura({ referencias: [ref({ folio: null })] }),
  ],
  [
    'referencias[0].fecha',
    factura({ referencias: [ref()] }),
    factura({ referencias: [ref({ fecha: null })] }),
  ],
  [
    'referencias[0].tipo_documento',
    factura({ referencias: [ref()] }),
    factura({ referencias: [ref({ tipo_documento: null })] }),
  ],
  [
    'referencias[0].razon',
    factura({ referencias: [ref({ razon: x(90) })] }),
    factura({ referencias: [ref({ razon: x(91) })] }),
  ],
  ['referencias[0].codigo', nota(), nota({ codigo: null })],
  ['referencias[0].codigo', nota(), nota({ codigo: 4 })],
  ['referencias[0].codigo', nota({}, 56), nota({ codigo: null }, 56)],
  ['referencias[0].codigo', notaExportacion(111), notaExportacion(111, { codigo: null })],
  ['referencias[0].codigo', notaExportacion(112), notaExportacion(112, { codigo: null })],
  ['referencias', nota(), factura({ tipo_dte: 61 })],
  ['referencias[0].rut_otro', nota({ rut_otro: '77123456-9' }), nota({ rut_otro: '77123456-8' })],
  [
    'referencias[0].global',
    factura({ referencias: [ref({ tipo_documento: 52, folio: 0, global: 1, razon: 'x' })] }),
    factura({ referencias: [ref({ global: 2, folio: 0 })] }),
  ],
  [
    'referencias[0].codigo',
    boleta({ referencias: [{ codigo: x(18) }] }),
    boleta({ referencias: [{ codigo: x(19) }] }),
  ],
  [
    'pagos',
    factura({ forma_pago: 2, pagos: veces(30, () => ({ fecha: '2026-12-01', monto: 1 })) }),
    factura({ forma_pago: 2, pagos: veces(31, () => ({ fecha: '2026-12-01', monto: 1 })) }),
  ],
  [
    'pagos[0].glosa',
    factura({ forma_pago: 2, pagos: [{ fecha: '2026-12-01', monto: 1, glosa: x(40) }] }),
    factura({ forma_pago: 2, pagos: [{ fecha: '2026-12-01', monto: 1, glosa: x(41) }] }),
  ],
  [
    'pagos',
    factura({ forma_pago: 2, pagos: [{ fecha: '2026-12-01', monto: 1 }] }),
    factura({ pagos: [{ fecha: '2026-12-01', monto: 1 }] }),
  ],
  ['ind_servicio', factura({ ind_servicio: 3 }), factura({ ind_servicio: 4 })],
  ['ind_servicio', boleta({ ind_servicio: 3 }), boleta({ ind_servicio: 5 })],
  // 4 asks each line what it is.
  ['detalle[0].espectaculo', servicio(2), servicio(3)],
  ['tipo_transaccion_venta', factura({ tipo_transaccion_venta: 3 }), factura({ tipo_transaccion_venta: 4 })],
  [
    'tipo_transaccion_compra',
    factura({ tipo_transaccion_compra: 7 }),
    factura({ tipo_transaccion_compra: 8 }),
  ],
  ['medio_pago', boleta({ medio_pago: 5 }), boleta({ medio_pago: 6 })],
  ['medio_pago', factura({ medio_pago: 'OT' }), factura({ medio_pago: 'ZZ' })],
  ['termino_pago.dias', factura({ termino_pago: { dias: 999 } }), factura({ termino_pago: { dias: 1000 } })],
  [
    'termino_pago.codigo',
    factura({ termino_pago: { codigo: 'T60D' } }),
    factura({ termino_pago: { codigo: 'T600D' } }),
  ],
  ['vendedor', boleta({ vendedor: '12345678' }), boleta({ vendedor: '123456789' })],
  ['vendedor', factura({ vendedor: 'x'.repeat(60) }), factura({ vendedor: 'x'.repeat(61) })],
  ['caja', boleta({ caja: '12345678' }), boleta({ caja: '123456789' })],
  ['iva_terceros', factura({ iva_terceros: 1 }), factura({ iva_terceros: 0 })],
  ['subtotales', subtotales(20), subtotales(21)],
  [
    'periodo_hasta',
    factura({ periodo_desde: '2026-11-01', periodo_hasta: '2026-11-30' }),
    factura({ periodo_desde: '2026-11-02', periodo_hasta: '2026-11-01' }),
  ],
  ['saldo_anterior', factura({ saldo_anterior: -500 }), factura({ saldo_anterior: 1.5 })],
  [
    'impuestos[0].codigo',
    factura({ ...linea({ impuesto_adicional: 28 }), impuestos: [{ codigo: 28, monto: 5 }] }),
    factura({ impuestos: [{ codigo: 27, monto: 5 }] }),
  ],
  [
    'tasa_credito_empresa_constructora',
    factura({ tasa_credito_empresa_constructora: 0.65 }),
    factura({ tipo_dte: 34, tasa_credito_empresa_constructora: 0.65 }),
  ],
  ['sin_derecho_rebaja', { ...nota(), sin_derecho_rebaja: true }, factura({ sin_derecho_rebaja: true })],
  ['precio_incluye_iva', factura({ precio_incluye_iva: true }), guia({}, { precio_incluye_iva: true })],
  [
    'precio_incluye_iva',
    liquidacion({ precio_incluye_iva: true }),
    exportacion({}, { precio_incluye_iva: true }),
  ],
  [
    'precio_incluye_iva',
    boleta({ precio_incluye_iva: false }),
    factura({ precio_incluye_iva: true, ...linea({ impuesto_adicional: 27 }) }),
  ],
  [
    'impresion.datos',
    factura({ impresion: { datos: [{ etiqueta: 'Vendedor', valor: 'Ana' }] } }),
    factura({ impresion: { datos: 'x' } }),
  ],
  ['observaciones', factura({ observaciones: x(1000) }), factura({ observaciones: x(1001) })],
  ['referencia_externa', factura({ referencia_externa: x(100) }), factura({ referencia_externa: x(101) })],
  [
    'receptor.extranjero.num_id',
    turista({ num_id: 'P1', nacionalidad: 225, tipo_doc_id: 1 }),
    turista({ tipo_doc_id: 1 }),
  ],
  [
    'receptor.extranjero.num_id',
    exportacion(
      {},
      {
        receptor: {
          razon_social: 'Blue',
          direccion: 'P',
          ciudad: 'Lima',
          extranjero: { nacionalidad: '225' },
        },
      },
    ),
    exportacion(
      {},
      { receptor: { razon_social: 'Blue', direccion: 'P', ciudad: 'Lima', extranjero: { num_id: '1' } } },
    ),
  ],
  // http §2
  ['exportacion', exportacion(), { ...exportacion(), exportacion: null }],
  ['exportacion', exportacion(), factura({ exportacion: {} })],
  ['exportacion.moneda', exportacion({ moneda: 'DOLAR USA' }), exportacion({ moneda: null })],
  ['exportacion.moneda', exportacion({ moneda: 'EUR' }), exportacion({ moneda: 'ZZZ' })],
  [
    'exportacion.tipo_cambio',
    exportacion({ tipo_cambio: '945.3217' }),
    exportacion({ tipo_cambio: 945.32175 }),
  ],
  ['exportacion.tipo_cambio', exportacion({ tipo_cambio: 0.0001 }), exportacion({ tipo_cambio: 0 })],
  ['exportacion.tot_bultos', exportacion({ tot_bultos: 1 }), exportacion({ tot_bultos: 0 })],
  [
    'exportacion.tot_bultos',
    exportacion({ ind_servicio: 3, tot_bultos: null }),
    exportacion({ tot_bultos: null }),
  ],
  ['exportacion.cod_pais_recep', exportacion({ cod_pais_recep: 225 }), exportacion({ cod_pais_recep: null })],
  [
    'exportacion.cod_pais_recep',
    exportacion({ cod_pais_recep: 101 }),
    exportacion({ cod_pais_recep: 998877 }),
  ],
  ['exportacion.forma_pago_exp', exportacion({ forma_pago_exp: 11 }), exportacion({ forma_pago_exp: 99 })],
  ['exportacion.ind_servicio', exportacion({ ind_servicio: 5 }), exportacion({ ind_servicio: 1 })],
  ...(
    [
      ['cod_mod_venta', 1, 77],
      ['cod_clau_venta', 5, 77],
      ['tot_clau_venta', 1250.25, 1250.255],
      ['cod_via_transp', 1, 99],
      ['cod_pto_embarque', 906, 9999],
      ['cod_pto_desemb', 131, 9999],
      ['monto_flete', 200.25, 200.255],
      ['monto_seguro', 35, 0],
      ['cod_pais_destin', 225, 1],
      ['NombreTransp', x(40), x(41)],
      ['RUTCiaTransp', '77123456-9', '77123456-8'],
      ['Booking', x(20), x(21)],
    ] as const
  ).map(
    ([campo, bueno, malo]): Caso => [
      `exportacion.aduana.${campo}`,
      aduana({ [campo]: bueno }),
      aduana({ [campo]: malo }),
    ],
  ),
  [
    'exportacion.aduana.cod_unid_med_tara',
    aduana({ tara: 80, cod_unid_med_tara: 6 }),
    aduana({ tara: 80, cod_unid_med_tara: 98 }),
  ],
  [
    'exportacion.aduana.peso_bruto',
    aduana({ peso_bruto: 900.25, cod_unid_peso_bruto: 6 }),
    aduana({ peso_bruto: 900.255, cod_unid_peso_bruto: 6 }),
  ],
  [
    'exportacion.aduana.tipo_bultos',
    aduana({ tipo_bultos: veces(10, () => ({ cod_tpo_bultos: 28, marcas: 'x' })) }),
    aduana({ tipo_bultos: veces(11, () => ({ cod_tpo_bultos: 28, marcas: 'x' })) }),
  ],
  ['exportacion.aduana.tipo_bultos[0].cod_tpo_bultos', bulto({}), bulto({ cod_tpo_bultos: 999 })],
  ['exportacion.aduana.tipo_bultos[0].marcas', bulto({ marcas: x(255) }), bulto({ marcas: x(256) })],
  // http §3
  ['traslado', guia(), { ...guia(), traslado: null }],
  ['traslado', guia(), factura({ traslado: {} })],
  ['traslado.ind_traslado', guia({ ind_traslado: 7 }), guia({ ind_traslado: 10 })],
  ['traslado.ind_traslado', guia({ ind_traslado: 1 }), guia({ ind_traslado: null })],
  ['traslado.tipo_despacho', guia({ tipo_despacho: 3 }), guia({ tipo_despacho: 4 })],
  ['traslado.patente', guia({ patente: 'KRTZ41AB' }), guia({ patente: 'KRTZ41ABC' })],
  ['traslado.patente', guia(), guia({ patente: null })],
  ['traslado.rut_transportista', guia(), guia({ rut_transportista: null })],
  ['traslado.rut_transportista', guia(), guia({ rut_transportista: '77123456-8' })],
  ['traslado.chofer', guia(), guia({ chofer: null })],
  [
    'traslado.chofer.nombre',
    guia({ chofer: { rut: '15432198-5', nombre: x(30) } }),
    guia({ chofer: { rut: '15432198-5', nombre: x(31) } }),
  ],
  ['traslado.chofer.rut', guia(), guia({ chofer: { nombre: 'Luis' } })],
  ['traslado.direccion_destino', guia({ direccion_destino: x(70) }), guia({ direccion_destino: x(71) })],
  ['traslado.comuna_destino', guia({ comuna_destino: x(20) }), guia({ comuna_destino: x(21) })],
  ['traslado.ciudad_destino', guia({ ciudad_destino: x(20) }), guia({ ciudad_destino: x(21) })],
  ['traslado.hora_salida', guia({ hora_salida: '23:59:59' }), guia({ hora_salida: '24:00:00' })],
  [
    'traslado.fecha_llegada',
    guia({ fecha_salida: '2026-11-20', fecha_llegada: '2026-11-21', motivo_prolongado: 'cordillera' }),
    guia({ fecha_salida: '2026-11-20', fecha_llegada: '2026-11-19' }),
  ],
  ['traslado.patente_carro', guia({ patente_carro: 'JJXX12' }), guia({ patente_carro: x(9) })],
  ['traslado.guia_exportacion', guia(), guia({ ind_traslado: 9 })],
  ['exportacion', guia(), guia({}, { exportacion: { tot_bultos: 1 } })],
  // http §4
  ['compra', compra(), factura({ compra: {} })],
  ['compra.tipo_transaccion', compra({ tipo_transaccion: 7 }), compra({ tipo_transaccion: 8 })],
  ['compra.retencion.codigo', compra({ retencion: { codigo: 33 } }), compra({ retencion: { codigo: 27 } })],
  [
    'compra.retencion.tasa',
    compra({ retencion: { codigo: 15, tasa: 19 } }),
    compra({ retencion: { codigo: 15, tasa: 18 } }),
  ],
  ['detalle[0].impuesto_adicional', compra(), compra({}, linea({ impuesto_adicional: 15 }))],
  ['liquidacion', liquidacion(), factura({ liquidacion: {} })],
  [
    'liquidacion.comisiones',
    liquidacion({
      liquidacion: { comisiones: veces(20, () => ({ glosa: 'x', valor_neto: 1, valor_exento: 0 })) },
    }),
    liquidacion({
      liquidacion: { comisiones: veces(21, () => ({ glosa: 'x', valor_neto: 1, valor_exento: 0 })) },
    }),
  ],
  [
    'liquidacion.comisiones[0].glosa',
    liquidacion({ liquidacion: { comisiones: [{ glosa: x(60), valor_neto: 1, valor_exento: 0 }] } }),
    liquidacion({ liquidacion: { comisiones: [{ glosa: x(61), valor_neto: 1, valor_exento: 0 }] } }),
  ],
  [
    'liquidacion.comisiones[0].tipo',
    liquidacion({ liquidacion: { comisiones: [{ tipo: 'O', glosa: 'x', valor_neto: 1, valor_exento: 0 }] } }),
    liquidacion({ liquidacion: { comisiones: [{ tipo: 'X', glosa: 'x', valor_neto: 1, valor_exento: 0 }] } }),
  ],
  [
    'liquidacion.comisiones[0].tasa',
    liquidacion({
      liquidacion: { comisiones: [{ tasa: 99.99, glosa: 'x', valor_neto: 1, valor_exento: 0 }] },
    }),
    liquidacion({ liquidacion: { comisiones: [{ tasa: 100, glosa: 'x', valor_neto: 1, valor_exento: 0 }] } }),
  ],
]

const validar = (body: object) => app.post('/v1/dte/validar', body)

describe('each field of http §1–4', () => {
  test.each(CASOS.map((caso, i) => [`${i + 1} ${caso[0]}`, caso] as const))(
    '%s',
    async (_, [campo, bueno, malo]) => {
      const good = await validar(bueno)
      expect({ status: good.status, detalles: good.body.detalles ?? [] }).toEqual({
        status: 200,
        detalles: [],
      })
      const bad = await validar(malo)
      expect(bad.status).toBe(422)
      const campos: string[] = bad.body.detalles.map((d: { campo: string }) => d.campo)
      expect(
        campos.some(
          (found) => found === campo || found.startsWith(`${campo}[`) || found.startsWith(`${campo}.`),
        ),
      ).toBe(true)
    },
  )
})
