// Readers of the blocks of a document, made from the SII's schema for a type: limits and obligations come from the table,
// and only what http §1 says otherwise stands here.

import type { Decimal, DscRcgGlobal, LineaDetalle, Receptor, Referencia } from '../dte'
import { nodo } from '../esquema'
import { impuesto } from '../impuestos'
import { type TipoDocumento, type TipoDte, tipoDocumento } from '../tipos'
import { camposDe } from './campos'
import { espectaculo } from './espectaculo'
import { entero, fecha, MONTO_MAX, numero, pesos, texto, textoOEntero } from './lectores'
import type { Lector } from './lectura'
import { type Campo, lista, objeto } from './objeto'
import { lectorRetenedor } from './retenedor'

/** A name that leaves something in the stamp, which carries no quotes (xml §5.1). */
const nombre =
  (max: number): Lector<string> =>
  (valor, campo, l) => {
    const text = texto(max)(valor, campo, l)
    if (text === undefined || /[^'" ]/.test(text.slice(0, 40))) return text
    return l.fault(campo, 'solo_comillas', `${campo} necesita algo más que comillas`)
  }

const cantidad = numero({ decimales: 6, desde: '0', mayorQue: true })
const precio = numero({ decimales: 6, desde: '0' })
const pct = (hasta: Decimal): Lector<Decimal> =>
  numero({ decimales: 2, enteros: 3, desde: '0', mayorQue: true, hasta })

/** `true`, `false` or an `IndExe` of the type. */
const exento =
  (valores: readonly number[]): Lector<number | false> =>
  (valor, campo, l) =>
    typeof valor === 'boolean' ? (valor ? 1 : false) : entero({ valores })(valor, campo, l)

/** A text means type `INT1`; also `{tipo,valor}` or a list of up to 5. */
const codigos: Lector<{ tipo: string; valor: string }[]> = (valor, campo, l) => {
  const one: Lector<{ tipo: string; valor: string }> = (item, at, lectura) => {
    if (typeof item === 'object' && item !== null) {
      return objeto<{ tipo: string; valor: string }>([
        { nombre: 'tipo', tag: 'TpoCodigo', key: 'tipo', lector: texto(10), requerido: true },
        { nombre: 'valor', tag: 'VlrCodigo', key: 'valor', lector: textoOEntero(35), requerido: true },
      ])(item, at, lectura)
    }
    const code = textoOEntero(35)(item, at, lectura)
    return code === undefined ? undefined : { tipo: 'INT1', valor: code }
  }
  if (Array.isArray(valor)) return lista(one, { max: 5 })(valor, campo, l)
  const single = one(valor, campo, l)
  return single && [single]
}

/** One or two tax codes that the type may bear (domain/dte §6.5). */
const impuestosDe =
  (tipo: TipoDte): Lector<string[]> =>
  (valor, campo, l) => {
    const one: Lector<string> = (item, at, lectura) => {
      const code = entero({ desde: 1 })(item, at, lectura)
      if (code === undefined) return undefined
      if (!impuesto(String(code)))
        return lectura.fault(at, 'impuesto', `${at}: el código de impuesto ${code} no existe`)
      if (!impuesto(String(code))!.tipos.includes(tipo)) {
        return lectura.fault(at, 'impuesto', `${at}: el impuesto ${code} no va en un documento tipo ${tipo}`)
      }
      return String(code)
    }
    if (Array.isArray(valor)) {
      const codes = lista(one, { max: 2 })(valor, campo, l)
      // Counted twice, its line would bear the tax twice.
      if (!codes || new Set(codes).size === codes.length) return codes
      return l.fault(campo, 'repetido', `${campo} repite el impuesto ${codes[0]}`)
    }
    const single = one(valor, campo, l)
    return single === undefined ? undefined : [single]
  }

/** The amount of a line without price: pesos, with a sign in a liquidación, 4 decimals in a foreign currency. */
const montoLinea = (tipo: TipoDocumento): Lector<Decimal> =>
  tipo.monedaExtranjera
    ? numero({ decimales: 4, enteros: 11, desde: '0' })
    : pesos(tipo.conSigno ? -MONTO_MAX : 0)

function detalle(tipo: TipoDocumento): Lector<LineaDetalle[]> {
  const n = nodo(tipo.raiz, 'Detalle')!
  const retener = nodo(tipo.raiz, 'Detalle/Retenedor')
  const indExe = nodo(tipo.raiz, 'Detalle/IndExe')!.valores!.map(Number)
  const campos = camposDe(
    n,
    tipo.codigo,
    {
      nombre: nombre(80),
      codigo: codigos,
      exento: exento(indExe.filter((valor) => tipo.indExe.includes(valor))),
      ...(retener && { retenedor: lectorRetenedor(retener, tipo.codigo) }),
      espectaculo,
      impuestoAdicional: impuestosDe(tipo.codigo),
      cantidad,
      precio,
      descuentoPct: pct('100'),
      descuentoMonto: pesos(1),
      // EnvioBOLETA_v11 stops where DTE_v10 goes on.
      recargoPct: pct(tipo.raiz === 'Boleta' ? '100' : '999.99'),
      recargoMonto: pesos(1),
      monto: montoLinea(tipo),
    },
    tipo.raiz === 'Liquidacion' ? ['nombre', 'tipoDocLiq'] : ['nombre'],
  )
  return lista(objeto<LineaDetalle>(campos), { min: 1, max: tipo.lineasMax })
}

/** A boleta prints what its schema has no place for: these are kept for paper and mail, not written (http §1). */
const SOLO_PAPEL: readonly Campo[] = [
  { nombre: 'giro', tag: 'GiroRecep', key: 'giro', lector: texto(40) },
  { nombre: 'email', tag: 'CorreoRecep', key: 'email', lector: texto(80) },
]

/** The fields of a receiver of the type. */
function deReceptor(tipo: TipoDocumento): Campo[] {
  const campos = camposDe(nodo(tipo.raiz, 'Encabezado/Receptor')!, tipo.codigo, {
    razonSocial: nombre(100),
    codigoInterno: textoOEntero(20),
  })
  const missing = SOLO_PAPEL.filter(
    (c) => tipo.raiz === 'Boleta' && !campos.some(({ nombre }) => nombre === c.nombre),
  )
  return [...campos, ...missing]
}

function referencias(tipo: TipoDocumento): Lector<Referencia[]> {
  const boleta = tipo.raiz === 'Boleta'
  const campos = camposDe(
    nodo(tipo.raiz, 'Referencia')!,
    tipo.codigo,
    { tipoDocumento: textoOEntero(3), folio: textoOEntero(18) },
    // The date of a document of our own may be left out; whose it is, is seen where the documents are.
    boleta ? [] : ['tipoDocumento', 'folio'],
  )
  // A boleta's reference has no date in the schema; clients that send one are told so by its absence in the XML.
  const paper: Campo[] = boleta ? [{ nombre: 'fecha', tag: 'FchRef', key: 'fecha', lector: fecha }] : []
  return lista(objeto<Referencia>([...campos, ...paper]), { max: 40 })
}

function dscRcgGlobal(tipo: TipoDocumento): Lector<DscRcgGlobal[]> {
  const campos = camposDe(
    nodo(tipo.raiz, 'DscRcgGlobal')!,
    tipo.codigo,
    { valor: numero({ decimales: 2, enteros: 15, desde: '0', mayorQue: true }) },
    ['tipo', 'tipoValor', 'valor'],
  )
  return lista(objeto<DscRcgGlobal>(campos), { max: 20, aceptaUno: true })
}

interface LectoresDeBloques {
  receptor: Lector<Receptor>
  camposReceptor: readonly Campo[]
  detalle: Lector<LineaDetalle[]>
  referencias: Lector<Referencia[]>
  /** Null where the type has none. */
  dscRcgGlobal: Lector<DscRcgGlobal[]> | null
}

const cache = new Map<TipoDte, LectoresDeBloques>()

/** The block readers of a type. */
export function lectoresDeBloques(tipo: TipoDte): LectoresDeBloques {
  let readers = cache.get(tipo)
  if (!readers) {
    const row = tipoDocumento(tipo)
    const camposReceptor = deReceptor(row)
    readers = {
      receptor: objeto<Receptor>(camposReceptor),
      camposReceptor,
      detalle: detalle(row),
      referencias: referencias(row),
      dscRcgGlobal: nodo(row.raiz, 'DscRcgGlobal') ? dscRcgGlobal(row) : null,
    }
    cache.set(tipo, readers)
  }
  return readers
}
