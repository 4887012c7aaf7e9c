// The fields of a case, each a key word and its value, and what stands below its table
// (domain/certificacion §2.1).

import { cellsOf, type Linea, quote } from './apuntes'
import { readClave } from './claves-exportacion'
import type { ClaveValor, Lectura } from './lectura-caso'
import { foldClave, matchesPerdida } from './letras'
import { tipoDeCaso } from './nombres-set'
import { findPorcentaje } from './numeros'
import { readColumnas } from './tabla'

type Campo = 'documento' | 'referencia' | 'razon' | 'motivo' | 'traslado'

const CAMPOS: Readonly<Record<string, Campo>> = {
  DOCUMENTO: 'documento',
  'TIPO DE DOCUMENTO': 'documento',
  'TIPO DOCUMENTO': 'documento',
  REFERENCIA: 'referencia',
  'RAZON REFERENCIA': 'razon',
  'RAZON DE REFERENCIA': 'razon',
  'RAZON DE LA REFERENCIA': 'razon',
  MOTIVO: 'motivo',
  'MOTIVO TRASLADO': 'motivo',
  'MOTIVO DEL TRASLADO': 'motivo',
  'TRASLADO POR': 'traslado',
}

/** The ways to cut a line into key and value: at its colon, and at its first separator. */
function splitClave(raw: string): ClaveValor[] {
  const cuts: ClaveValor[] = []
  const colon = raw.indexOf(':')
  if (colon > 0) cuts.push(cut(raw.slice(0, colon), raw.slice(colon + 1)))
  const [first = '', ...rest] = cellsOf(raw)
  if (rest.length) cuts.push(cut(first.replace(/ ?:$/, ''), rest.join(' ')))
  return cuts
}

const cut = (clave: string, valor: string): ClaveValor => ({
  clave: foldClave(clave),
  valor: valor.replace(/[ \t]+/g, ' ').trim(),
})

const campoDe = (clave: string): Campo | undefined =>
  Object.hasOwn(CAMPOS, clave)
    ? CAMPOS[clave]
    : Object.entries(CAMPOS).find(([known]) => matchesPerdida(clave, known))?.[1]

/** A field whose value follows after a single blank. */
function findPegado({ raw, clave }: Linea): { campo: Campo; valor: string } | undefined {
  const key = Object.keys(CAMPOS)
    .filter((one) => clave.startsWith(`${one} `))
    .sort((a, b) => b.length - a.length)[0]
  if (!key) return undefined
  const words = raw.trim().split(/[ \t]+/)
  return { campo: CAMPOS[key]!, valor: words.slice(key.split(' ').length).join(' ') }
}

/** Reads a line that is a field, a head of a table or a trailer; false when it is none. */
export function readCampo(l: Lectura, line: Linea): boolean {
  if (readCabezas(l, line) || readObservacion(l, line)) return true
  const cuts = splitClave(line.raw)
  for (const { clave, valor } of cuts) {
    const campo = campoDe(clave)
    if (campo && valor) return setCampo(l, line, campo, valor)
  }
  if (readPorcentajes(l, line)) return true
  if (readClave(l, line, cuts)) return true
  if (l.tabla) return false
  const pegado = findPegado(line)
  return pegado?.valor ? setCampo(l, line, pegado.campo, pegado.valor) : false
}

const CASO = /\bCASO[ -]*(?:(\d{1,12}) ?- ?)?(\d{1,3})\b/
const DOS_CASOS = /\bCASO[ -]*\d.*\bCASO[ -]*\d/

function setCampo(l: Lectura, { n }: Linea, campo: Campo, valor: string): boolean {
  const { caso, cabeza, apuntes } = l
  l.tabla = null
  l.cerrado = false
  if (campo === 'referencia') {
    const match = CASO.exec(foldClave(valor))
    if (!match) {
      if (cabeza.clase.startsWith('exportacion')) caso.claves.push({ clave: 'REFERENCIA', valor, linea: n })
      else apuntes.falta(n, 'referencia', `La referencia no dice a qué CASO: ${quote(valor)}`)
      return true
    }
    const numero = Number(match[2])
    if (match[1] && match[1] !== cabeza.atencion)
      apuntes.falta(n, 'referencia', `La referencia es a un caso de otro set, el ${match[1]}`)
    else if (numero < 1 || numero >= cabeza.numero)
      apuntes.falta(n, 'referencia', `El caso ${cabeza.numero} se refiere al ${numero}, que no es anterior`)
    else if (caso.referencia || DOS_CASOS.test(foldClave(valor)))
      apuntes.falta(n, 'repetido', 'El caso tiene dos referencias a otros casos')
    else caso.referencia = { caso: numero, texto: valor }
    return true
  }
  if (caso[campo]) apuntes.falta(n, 'repetido', `El caso ${cabeza.numero} repite este dato: ${quote(valor)}`)
  else caso[campo] = valor
  if (campo === 'documento' && tipoDeCaso(foldClave(valor)) === undefined)
    apuntes.falta(n, 'documento', `No se conoce el documento ${quote(valor)}`)
  return true
}

const COMISIONES = /^COMISIONES Y(?: ?\/ ?O)? OTROS CARGOS ?:?/

/** The heads of both tables. */
function readCabezas(l: Lectura, { n, clave, raw }: Linea): boolean {
  const comisiones = COMISIONES.exec(clave)
  const item = /^(?:ITEM|ITEMS|ITEMES)\b ?:?/.exec(clave)
  const head = comisiones ?? item
  if (!head) return false
  const words = clave.slice(head[0].length).trim()
  const columnas = readColumnas(words)
  if (comisiones) {
    if (!columnas) l.apuntes.falta(n, 'columna', `No se conocen las columnas ${quote(words)}`)
    l.tabla = {
      columnas: columnas?.length ? columnas : ['total'],
      filas: l.caso.comisiones,
      comisiones: true,
      porcentaje: words.includes('%'),
    }
    return true
  }
  if (columnas?.length) {
    const inside = l.tabla?.comisiones && l.caso.comisiones.length === 0
    const filas = inside ? l.caso.comisiones : l.caso.items
    if (filas.length) l.apuntes.falta(n, 'repetido', `El caso ${l.cabeza.numero} tiene dos tablas de ítems`)
    l.tabla = { columnas, filas, comisiones: Boolean(inside), porcentaje: words.includes('%') }
    l.cerrado = false
    return true
  }
  // A row may begin with the word: `ITEM 1 AFECTO`.
  if (l.tabla || /^(?:ITEM|ITEMS|ITEMES) \d/.test(clave)) return false
  if (cellsOf(raw).length === 1 && clave !== head[0].trim()) return false
  l.apuntes.falta(n, 'columna', `No se conocen las columnas ${quote(words)}`)
  return true
}

function readObservacion(l: Lectura, { clave, raw }: Linea): boolean {
  if (/^OBSERVACIONES GENERALES\b/.test(clave)) {
    l.tabla = null
    l.cerrado = true
    l.notas.push(raw.trim())
    return true
  }
  if (!/^OBSERVACI.N(?:ES)? ?:/.test(clave)) return false
  const valor = raw.slice(raw.indexOf(':') + 1).trim()
  l.caso.observacion = l.caso.observacion ? `${l.caso.observacion} ${valor}` : valor
  l.abierta = /^["“«]/.test(valor) && !/.["”»]$/.test(valor)
  return true
}

const GLOBAL = /^(?:DESCUENTO|DSCTO\.?|DCTO\.?) GLOBAL\b/
const AFECTOS = /^(?:(?:A|DE|EN|PARA|SOBRE) )?(?:LOS )?ITEM(?:E?S)? AFECTOS?$/
const EN_LA_LINEA = /\bRECARGO EN LA LINEA\b/
const DE_LINEA = /^(DESCUENTO|RECARGO) (?:EN )?(?:LA )?LINEA ?(?:#|NRO\.?|N.)? ?(\d{1,2})\b ?:?/

/** Percentages over the whole document or single lines. */
function readPorcentajes(l: Lectura, { n, clave }: Linea): boolean {
  const { caso, apuntes } = l
  const single = DE_LINEA.exec(clave)
  const rest = single ? clave.slice(single[0].length) : clave
  const found = single || GLOBAL.test(clave) || EN_LA_LINEA.test(clave) ? findPorcentaje(rest) : null
  if (single || EN_LA_LINEA.test(clave)) {
    if (!found) apuntes.falta(n, 'porcentaje', `No se lee el porcentaje de ${quote(clave)}`)
    else if (Number(found.pct) > 100) apuntes.falta(n, 'porcentaje', `Es más que todo: ${quote(clave)}`)
    else {
      const campo = single?.[1] === 'DESCUENTO' ? 'descuentoPct' : 'recargoPct'
      l.porLinea.push({ linea: n, item: single ? Number(single[2]) : null, pct: found.pct, campo })
    }
    l.tabla = null
    return true
  }
  if (!GLOBAL.test(clave)) return false
  const alcance = found?.resto.replace(GLOBAL, '').replace(/[:.]/g, '').trim()
  l.tabla = null
  if (!found) apuntes.falta(n, 'porcentaje', `No se lee el porcentaje de ${quote(clave)}`)
  else if (Number(found.pct) > 100) apuntes.falta(n, 'porcentaje', `Es más que todo: ${quote(clave)}`)
  else if (caso.descuentoGlobalPct) apuntes.falta(n, 'repetido', 'El caso tiene dos descuentos globales')
  else if (!AFECTOS.test(alcance!) && !(alcance === '' && caso.items.every(({ exento }) => !exento)))
    apuntes.falta(n, 'descuento_global', `No se sabe sobre qué es el descuento: ${quote(clave)}`)
  else caso.descuentoGlobalPct = found.pct
  return true
}
