// The emission request of http §1 as JSON becomes a `Solicitud`; every fault is noted, none stops the reading.

import { AMBIENTES } from '../../ambiente'
import { admits, nodo } from '../esquema'
import type { Bloque } from '../fila'
import { CODIGOS_INFORMADOS } from '../impuestos'
import { FACTURA, isTipoDte, TIPOS, type TipoDocumento, type TipoDte, tipoDocumento } from '../tipos'
import { lectoresDeBloques } from './bloques'
import { camposComerciales } from './comercial'
import { lectorCompra, spreadRetencion } from './compra'
import { lectorExportacion } from './exportacion'
import {
  booleano,
  entero,
  fecha,
  instante,
  MONTO_MAX,
  numero,
  opcion,
  pesos,
  texto,
  textoImpreso,
} from './lectores'
import type { Lector, Lectura } from './lectura'
import { lectorLiquidacion } from './liquidacion'
import { lectorGeoreferencia, lectorMadera } from './lugar'
import { type Campo, lista, objeto } from './objeto'
import { spreadRetenedor } from './retenedor'
import type { Reemplazado, Solicitud } from './solicitud'
import { lectorTraslado } from './traslado'

export const campo = (nombre: string, key: string, lector: Lector<unknown>, requerido = false): Campo => ({
  nombre,
  key,
  lector,
  requerido,
})

export const pagos = lista(
  objeto([
    { ...campo('fecha', 'fecha', fecha, true), tag: 'FchPago' },
    { ...campo('monto', 'monto', pesos(), true), tag: 'MntPago' },
    { ...campo('glosa', 'glosa', texto(40)), tag: 'GlosaPagos' },
  ]),
  { max: 30 },
)

const codigoInformado: Lector<string> = (valor, at, l) => {
  const code = entero({ valores: [...CODIGOS_INFORMADOS].map(Number) })(valor, at, l)
  return code === undefined ? undefined : String(code)
}

const impuestos = lista(
  objeto([
    { ...campo('codigo', 'codigo', codigoInformado, true), tag: 'TipoImp' },
    { ...campo('monto', 'monto', pesos(1), true), tag: 'MontoImp' },
    {
      ...campo('tasa', 'tasa', numero({ decimales: 2, enteros: 3, desde: '0', mayorQue: true })),
      tag: 'TasaImp',
    },
  ]),
  { max: 20 },
)

/** The rejected document in whose place another is issued. */
const reemplaza = objeto<Reemplazado>([
  campo('tipo_dte', 'tipoDte', entero({ valores: TIPOS.map(({ codigo }) => codigo) }), true),
  campo('folio', 'folio', entero({ desde: 1, hasta: 9_999_999_999 }), true),
])

export const impresion = objeto([
  campo(
    'datos',
    'datos',
    lista(
      objeto([
        campo('etiqueta', 'etiqueta', textoImpreso(40), true),
        campo('valor', 'valor', textoImpreso(120), true),
      ]),
      { max: 20 },
    ),
  ),
  campo('notas', 'notas', lista(textoImpreso(300), { max: 10 })),
  campo('leyenda', 'leyenda', textoImpreso(300)),
])

/** Fields of the body that a type has a place for, by the path of the element that carries each. */
const SEGUN_TIPO: readonly [path: string, build: (valores: string[] | undefined) => Campo][] = [
  ['Encabezado/IdDoc/FchVenc', () => campo('fecha_vencimiento', 'fechaVencimiento', fecha)],
  ['Encabezado/IdDoc/MntPagos', () => campo('pagos', 'pagos', pagos)],
  [
    'Encabezado/IdDoc/IndServicio',
    (v) => campo('ind_servicio', 'indServicio', entero({ valores: v!.map(Number) })),
  ],
  ['Encabezado/IdDoc/PeriodoDesde', () => campo('periodo_desde', 'periodoDesde', fecha)],
  ['Encabezado/IdDoc/PeriodoHasta', () => campo('periodo_hasta', 'periodoHasta', fecha)],
  ['Encabezado/IdDoc/IndNoRebaja', () => campo('sin_derecho_rebaja', 'sinDerechoRebaja', booleano)],
  ['Encabezado/Totales/SaldoAnterior', () => campo('saldo_anterior', 'saldoAnterior', pesos(-MONTO_MAX))],
  ['Encabezado/Totales/ImptoReten', () => campo('impuestos', 'impuestos', impuestos)],
  [
    'Encabezado/Totales/CredEC',
    () =>
      campo(
        'tasa_credito_empresa_constructora',
        'tasaCreditoEmpresaConstructora',
        numero({ decimales: 4, enteros: 1, desde: '0', mayorQue: true, hasta: '1' }),
      ),
  ],
]

/** Readers of the blocks that only some types have. */
const LECTORES_DE_BLOQUE: Readonly<Record<Bloque, (tipo: TipoDocumento) => Lector<unknown>>> = {
  exportacion: lectorExportacion,
  traslado: lectorTraslado,
  liquidacion: lectorLiquidacion,
  compra: lectorCompra,
  georeferencia: lectorGeoreferencia,
  madera: lectorMadera,
}

/** A field that other types have: refused like an unknown one, but told apart from a misspelling. */
const ajeno = (nombre: string, tipo: TipoDte): Campo =>
  campo(nombre, nombre, (_, at, l) => l.fault(at, 'desconocido', `${at} no va en un documento tipo ${tipo}`))

const cache = new Map<TipoDte, Lector<Solicitud>>()

function lectorDe(tipo: TipoDte): Lector<Solicitud> {
  const cached = cache.get(tipo)
  if (cached) return cached
  const row = tipoDocumento(tipo)
  const { raiz } = row
  const blocks = lectoresDeBloques(tipo)
  // A tax needs a line that bears it; `Liquidacion` has taxes in its totals and none on its lines (domain/dte §2.3).
  const taxed = admits(row, 'Detalle/CodImpAdic')
  const conditional = SEGUN_TIPO.map(([path, build]) =>
    admits(row, path) && (taxed || !path.endsWith('ImptoReten'))
      ? build(nodo(raiz, path)!.valores)
      : ajeno(build(['1']).nombre, tipo),
  )
  const commercial = camposComerciales(row).map(({ nombre, key, lector }) =>
    lector ? campo(nombre, key, lector) : ajeno(nombre, tipo),
  )
  const foreign = Object.keys(LECTORES_DE_BLOQUE).filter((nombre) => !(nombre in row.bloques))
  const own = Object.entries(row.bloques).map(([nombre, due]) =>
    campo(nombre, nombre, LECTORES_DE_BLOQUE[nombre as Bloque](row), due === 'requerido'),
  )
  const reader = objeto<Solicitud>([
    campo('tipo_dte', 'tipoDte', entero(), true),
    campo('fecha_emision', 'fechaEmision', fecha),
    campo('forma_pago', 'formaPago', entero({ valores: [1, 2, 3] })),
    campo('precio_incluye_iva', 'precioIncluyeIva', booleano),
    campo('receptor', 'receptor', blocks.receptor, raiz !== 'Boleta'),
    campo('detalle', 'detalle', blocks.detalle, true),
    ...(blocks.dscRcgGlobal ? [campo('DscRcgGlobal', 'dscRcgGlobal', blocks.dscRcgGlobal)] : []),
    campo('referencias', 'referencias', blocks.referencias),
    ...conditional,
    ...commercial,
    ...own,
    ...foreign.map((nombre) => ajeno(nombre, tipo)),
    campo('impresion', 'impresion', impresion),
    campo('observaciones', 'observaciones', textoImpreso(1000)),
    campo('referencia_externa', 'referenciaExterna', texto(100)),
    row.cobra ? campo('forzar_guia', 'forzarGuia', booleano) : ajeno('forzar_guia', tipo),
    campo('reemplaza', 'reemplaza', reemplaza),
    campo('forzar_reemplazo', 'forzarReemplazo', booleano),
    campo('programar_para', 'programarPara', instante),
    campo('ambiente', 'ambiente', opcion(AMBIENTES)),
  ])
  cache.set(tipo, reader)
  return reader
}

/** Reads a body. The type decides which fields exist; with an unusable type the rest is held against a factura. */
export function readSolicitud(body: unknown, lectura: Lectura): Solicitud | undefined {
  const tipo =
    typeof body === 'object' && body !== null ? (body as { tipo_dte?: unknown }).tipo_dte : undefined
  if (typeof tipo === 'number' && Number.isInteger(tipo) && !isTipoDte(tipo)) {
    const known = TIPOS.map(({ codigo }) => codigo).join(', ')
    lectura.fault(
      'tipo_dte',
      'tipo_dte',
      `El tipo ${tipo} no se puede emitir; los tipos son ${known}`,
      'DOCUMENT_TYPE_NOT_ALLOWED',
    )
  }
  const known = isTipoDte(tipo)
  const solicitud = lectorDe(known ? tipo : FACTURA)(body, '', lectura)
  return known && solicitud ? spreadRetenedor(spreadRetencion(solicitud, lectura), lectura) : undefined
}
