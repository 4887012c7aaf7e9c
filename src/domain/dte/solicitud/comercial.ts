// Fields of the body about the sale itself: its kind, who stands behind it, how it is paid, what merely informs (http §1;
// domain/dte §2.4). Each type has those that its table of obligations admits.

import { admits, nodo } from '../esquema'
import { findMoneda, PESO_CHILENO } from '../moneda'
import type { TipoDocumento } from '../tipos'
import { camposDe } from './campos'
import { entero, MONTO_MAX, numero, opcion, pesos, rut, texto } from './lectores'
import { type Lector, type Lectura, wrongType } from './lectura'
import { lista, objeto } from './objeto'
import type { Solicitud, SubtotalPedido } from './solicitud'

/** ISO code or the SII's word. */
export const moneda: Lector<string> = (valor, campo, l) => {
  if (typeof valor !== 'string') return wrongType(valor, campo, 'un texto', l)
  const found = findMoneda(valor)
  if (!found) {
    const shown = valor.slice(0, 20)
    return l.fault(
      campo,
      'moneda',
      `${campo}: el SII no tiene la moneda ${shown}; use un código ISO como USD`,
    )
  }
  if (found.supuesta && found.palabra !== valor) {
    l.warn(
      'CURRENCY_NOT_CONFIRMED',
      campo,
      `${valor} se escribe ${found.palabra}, el nombre más cercano del SII`,
    )
  }
  return found.palabra
}

/** Pesos for one unit of a foreign currency. */
export const tipoCambio = numero({ decimales: 4, enteros: 6, desde: '0', mayorQue: true })

/** Another currency than the document's own pesos. */
const extranjera: Lector<string> = (valor, campo, l) => {
  const palabra = moneda(valor, campo, l)
  if (palabra !== PESO_CHILENO) return palabra
  return l.fault(campo, 'moneda', `${campo} es la de un equivalente: el documento ya está en pesos`)
}

const otraMoneda = objeto([
  { nombre: 'moneda', tag: 'TpoMoneda', key: 'moneda', lector: extranjera, requerido: true },
  { nombre: 'tipo_cambio', tag: 'TpoCambio', key: 'tipoCambio', lector: tipoCambio, requerido: true },
])

/** One or more of some fields. */
const alguno =
  <T extends object>(read: Lector<T>): Lector<T> =>
  (valor, campo, l) => {
    const found = l.count
    const value = read(valor, campo, l)
    if (!value || Object.keys(value).length || l.count > found) return value
    return l.fault(campo, 'vacio', `${campo} no dice nada`)
  }

const terminoPago = alguno(
  objeto<object>([
    { nombre: 'codigo', tag: 'TermPagoCdg', key: 'codigo', lector: texto(4) },
    { nombre: 'glosa', tag: 'TermPagoGlosa', key: 'glosa', lector: texto(100) },
    { nombre: 'dias', tag: 'TermPagoDias', key: 'dias', lector: entero({ desde: 1, hasta: 999 }) },
  ]),
)

const cuentaPago = ({ raiz }: TipoDocumento): Lector<object> =>
  alguno(
    objeto<object>([
      {
        nombre: 'tipo',
        tag: 'TpoCtaPago',
        key: 'tipo',
        lector: opcion(nodo(raiz, 'Encabezado/IdDoc/TpoCtaPago')!.valores!),
      },
      { nombre: 'numero', tag: 'NumCtaPago', key: 'numero', lector: texto(20) },
      { nombre: 'banco', tag: 'BcoPago', key: 'banco', lector: texto(40) },
    ]),
  )

function medioPago({ raiz }: TipoDocumento): Lector<string | number> {
  const { clase, valores } = nodo(raiz, 'Encabezado/IdDoc/MedioPago')!
  return clase === 'entero' ? entero({ valores: valores!.map(Number) }) : opcion(valores!)
}

const IMPORTES = ['neto', 'iva', 'adicional', 'exento', 'valor'] as const

function subtotales(tipo: TipoDocumento): Lector<SubtotalPedido[]> {
  const read = objeto<SubtotalPedido>(camposDe(nodo(tipo.raiz, 'SubTotInfo')!, tipo.codigo, {}, ['glosa']))
  const one: Lector<SubtotalPedido> = (valor, campo, l) => {
    const found = l.count
    const value = read(valor, campo, l)
    if (value && l.count === found && IMPORTES.every((key) => value[key] === undefined)) {
      return l.fault(campo, 'requerido', `${campo} no dice ningún monto`)
    }
    return value
  }
  return lista(one, { max: 20 })
}

interface CampoComercial {
  nombre: string
  key: keyof Solicitud
  /** The element that carries it; a type whose table does not admit it has no such field. */
  ruta(tipo: TipoDocumento): string
  lector(tipo: TipoDocumento): Lector<unknown>
}

const boleta = ({ raiz }: TipoDocumento): boolean => raiz === 'Boleta'
const enIdDoc = (tag: string) => () => `Encabezado/IdDoc/${tag}`

const COMERCIALES: readonly CampoComercial[] = [
  {
    nombre: 'tipo_transaccion_venta',
    key: 'tipoTransaccionVenta',
    ruta: enIdDoc('TpoTranVenta'),
    // The schema has a 4 that the format does not define (domain/dte §2.3).
    lector: () => entero({ valores: [1, 2, 3] }),
  },
  {
    nombre: 'tipo_transaccion_compra',
    key: 'tipoTransaccionCompra',
    ruta: enIdDoc('TpoTranCompra'),
    lector: () => entero({ desde: 1, hasta: 7 }),
  },
  { nombre: 'medio_pago', key: 'medioPago', ruta: enIdDoc('MedioPago'), lector: medioPago },
  { nombre: 'cuenta_pago', key: 'cuentaPago', ruta: enIdDoc('TpoCtaPago'), lector: cuentaPago },
  { nombre: 'termino_pago', key: 'terminoPago', ruta: enIdDoc('TermPagoCdg'), lector: () => terminoPago },
  {
    nombre: 'vendedor',
    key: 'vendedor',
    ruta: (tipo) => (boleta(tipo) ? 'Referencia/CodVndor' : 'Encabezado/Emisor/CdgVendedor'),
    lector: (tipo) => texto(boleta(tipo) ? 8 : 60),
  },
  { nombre: 'caja', key: 'caja', ruta: () => 'Referencia/CodCaja', lector: () => texto(8) },
  { nombre: 'rut_mandante', key: 'rutMandante', ruta: () => 'Encabezado/RUTMandante', lector: () => rut },
  { nombre: 'rut_solicita', key: 'rutSolicita', ruta: () => 'Encabezado/RUTSolicita', lector: () => rut },
  {
    nombre: 'iva_terceros',
    key: 'ivaTerceros',
    ruta: () => 'Encabezado/Totales/IVATerc',
    lector: ({ conSigno }) => pesos(conSigno ? -MONTO_MAX : 1),
  },
  {
    nombre: 'otra_moneda',
    key: 'otraMoneda',
    // An export has the block for its pesos (domain/dte §6.11).
    ruta: ({ monedaExtranjera }) => (monedaExtranjera ? '' : 'Encabezado/OtraMoneda/TpoMoneda'),
    lector: () => otraMoneda,
  },
  { nombre: 'subtotales', key: 'subtotales', ruta: () => 'SubTotInfo', lector: subtotales },
]

/** The fields with the reader that the type has for each; null where it has no place for the field. */
export const camposComerciales = (
  tipo: TipoDocumento,
): { nombre: string; key: string; lector: Lector<unknown> | null }[] =>
  COMERCIALES.map(({ nombre, key, ruta, lector }) => ({
    nombre,
    key,
    lector: admits(tipo, ruta(tipo)) ? lector(tipo) : null,
  }))

/** Checks these fields against each other. */
export function checkComercial(s: Solicitud, tipo: TipoDocumento, l: Lectura): void {
  if (s.rutMandante !== undefined && s.ivaTerceros !== undefined) {
    l.fault(
      'iva_terceros',
      'excluyente',
      'rut_mandante es dueño de toda la venta y iva_terceros reparte una parte: va uno de los dos',
    )
  }
  if (tipo.monedaExtranjera && s.terminoPago?.codigo !== undefined && s.terminoPago.glosa === undefined) {
    l.missing('termino_pago.glosa', ': en una exportación explica el código')
  }
  const compra = s.compra?.tipoTransaccion
  if (compra !== undefined && s.tipoTransaccionCompra !== undefined && compra !== s.tipoTransaccionCompra) {
    l.fault(
      'tipo_transaccion_compra',
      'alias',
      'tipo_transaccion_compra y compra.tipo_transaccion son el mismo campo y traen valores distintos',
    )
  }
  const lineas = s.detalle?.length ?? 0
  for (const [i, subtotal] of (s.subtotales ?? []).entries()) {
    const beyond = subtotal.lineas?.find((linea) => linea > lineas)
    if (beyond === undefined || lineas === 0) continue
    const campo = `subtotales[${i}].lineas`
    l.fault(campo, 'maximo', `${campo} nombra la línea ${beyond} y el documento tiene ${lineas}`)
  }
  // They stand in a reference of their own.
  const refs = (s.referencias?.length ?? 0) + Number(boleta(tipo) && Boolean(s.vendedor ?? s.caja))
  if (refs > 40) {
    l.fault('referencias', 'cantidad_max', 'Con vendedor o caja referencias pasa de 40 elementos')
  }
}
