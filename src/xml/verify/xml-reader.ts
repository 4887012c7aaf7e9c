// A thin XML 1.0 reader that keeps document order and the place of every elemento in the file. It expands nothing but the
// five predefined entities and character references: a DOCTYPE is refused, so no entity of a stranger's can grow or reach out.

import type { Atributo, Elemento } from './nodo'

/** The file cannot be read as XML at all; the message (Spanish) says what and in which line. */
export class XmlFault extends Error {
  readonly linea: number

  constructor(mensaje: string, linea: number) {
    super(linea > 0 ? `${mensaje} (línea ${linea})` : mensaje)
    this.name = 'XmlFault'
    this.linea = linea
  }
}

/** Deeper than any schema of the SII goes; a bomb stops here. */
const PROFUNDIDAD_MAX = 40
/** More than any elemento of the SII's has; each is held against those before it, and namespaces are copied downwards. */
const ATRIBUTOS_MAX = 50
/** Namespaces in scope, more than any envelope within envelopes has: whoever reads a signature copies them from elemento to elemento. */
const AMBITO_MAX = 100

const NOMBRE =
  '[A-Za-z_\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u02FF\\u0370-\\u1FFF][\\w.\\-\\xB7\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u1FFF]*'
const ETIQUETA = new RegExp(`(?:(${NOMBRE}):)?(${NOMBRE})`, 'y')
const ATRIBUTO = new RegExp(
  `[ \\t\\r\\n]+((?:${NOMBRE}:)?${NOMBRE})[ \\t\\r\\n]*=[ \\t\\r\\n]*(?:"([^<"]*)"|'([^<']*)')`,
  'y',
)
const CLOSING = /[ \t\r\n]*(\/?)>/y
const DECLARACION =
  /^<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*["']1\.[01]["'](?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*["']([A-Za-z][\w.-]*)["'])?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*["'](?:yes|no)["'])?[ \t\r\n]*\?>/
const PROHIBIDO = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/
const BLANCO = /^[ \t\r\n]*$/
const REFERENCIA = /&(?:#(\d{1,7})|#x([0-9A-Fa-f]{1,6})|(\w+));|&/g
const ENTIDADES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])
const NS_XML = 'http://www.w3.org/XML/1998/namespace'

/** The encoding that the XML declaration names, in lower case; null when there is no declaration or it names none. */
export const codificacionDeclarada = (inicio: string): string | null =>
  DECLARACION.exec(inicio)?.[1]?.toLowerCase() ?? null

/** Where the lines of the last text end: of a file with thousands of documents each asks for its own. */
let counted: { texto: string; finales: number[] } | null = null

function countLines(texto: string): number[] {
  if (counted?.texto === texto) return counted.finales
  const finales: number[] = []
  for (let i = texto.indexOf('\n'); i !== -1; i = texto.indexOf('\n', i + 1)) finales.push(i)
  counted = { texto, finales }
  return finales
}

/** Tells the line, from 1, of an offset of the text. Counts the lines once, when first asked. */
export function lineasDe(texto: string): (posicion: number) => number {
  let finales: number[] | null = null
  return (posicion) => {
    finales ??= countLines(texto)
    let desde = 0
    for (let hasta = finales.length; desde < hasta; ) {
      const medio = (desde + hasta) >> 1
      if (finales[medio]! < posicion) desde = medio + 1
      else hasta = medio
    }
    return desde + 1
  }
}

interface Cursor {
  texto: string
  /** Offset of what is read next. */
  i: number
  raiz: Elemento | null
  /** The elemento that is open; null outside the root. */
  actual: Elemento | null
  profundidad: number
  /** Namespaces in scope, by prefix. */
  ambito: Map<string, string>
  /** Where processing instructions stand; null where none may. */
  instrucciones: number[] | null
  /** Scopes to return to when the elemento that declared a namespace ends. */
  ambitos: { dueno: Elemento; anterior: Map<string, string> }[]
}

/**
 * Reads a whole document and returns its root; throws `XmlFault` when it is not well formed, or has more than `elementosMax`
 * elements. Processing instructions are left out of it, and told in `instrucciones`; without that only what stands before the root is let pass.
 */
export function readXml(
  texto: string,
  elementosMax = Number.POSITIVE_INFINITY,
  instrucciones: number[] | null = null,
): Elemento {
  const inicio = DECLARACION.exec(texto)?.[0].length ?? 0
  const cursor: Cursor = {
    texto,
    i: inicio,
    raiz: null,
    actual: null,
    profundidad: 0,
    instrucciones,
    ambito: new Map([['xml', NS_XML]]),
    ambitos: [],
  }
  const malo = PROHIBIDO.exec(texto)
  if (malo)
    throw falla(cursor, `Hay un carácter de control (${malo[0].charCodeAt(0)}), prohibido en XML`, malo.index)
  if (inicio === 0 && texto.startsWith('<?xml')) throw falla(cursor, 'La declaración XML está mal formada', 0)
  let elementos = 0
  while (cursor.i < texto.length) {
    const menor = texto.indexOf('<', cursor.i)
    readTexto(cursor, menor === -1 ? texto.length : menor)
    if (menor === -1) break
    cursor.i = menor + 1
    const signo = texto[menor + 1]
    if (signo === '/') readClosing(cursor, menor)
    else if (signo === '!') readDeclaracion(cursor, menor)
    else if (signo === '?') readInstruccion(cursor, menor)
    else {
      if (++elementos > elementosMax) throw falla(cursor, 'El archivo tiene demasiados elementos', menor)
      readApertura(cursor, menor)
    }
  }
  const { actual, raiz } = cursor
  if (actual)
    throw falla(cursor, `Falta el cierre de <${actual.nombre}>: el archivo está truncado`, texto.length)
  if (!raiz) throw new XmlFault('El archivo no contiene XML', 0)
  return raiz
}

const falla = ({ texto }: Cursor, mensaje: string, en: number) => new XmlFault(mensaje, lineasDe(texto)(en))

/** Takes the text up to an offset; `crudo` when it is CDATA, whose references are text. */
function readTexto(cursor: Cursor, hasta: number, crudo = false): void {
  const { texto, i: desde, actual } = cursor
  cursor.i = hasta
  if (desde === hasta) return
  let parte = texto.slice(desde, hasta)
  if (!actual) {
    if (!BLANCO.test(parte)) throw falla(cursor, 'Hay texto fuera del elemento raíz', desde)
    return
  }
  if (!crudo && parte.includes(']]>')) throw falla(cursor, 'El texto contiene «]]>»', desde)
  if (parte.includes('\r')) parte = parte.replace(/\r\n?/g, '\n')
  actual.hijos.push(crudo ? parte : expand(cursor, parte, desde))
}

function readClosing(cursor: Cursor, menor: number): void {
  const { texto, actual } = cursor
  const fin = texto.indexOf('>', menor)
  const nombre = fin === -1 ? '' : texto.slice(menor + 2, fin).trimEnd()
  if (!actual || nombre !== actual.nombre) {
    const esperado = actual ? `<${actual.nombre}>` : 'ningún elemento'
    throw falla(cursor, `Se esperaba el cierre de ${esperado} y no </${nombre}>`, menor)
  }
  cursor.i = fin + 1
  close(cursor, actual)
}

function close(cursor: Cursor, elemento: Elemento): void {
  elemento.fin = cursor.i
  if (cursor.ambitos.at(-1)?.dueno === elemento) cursor.ambito = cursor.ambitos.pop()!.anterior
  cursor.actual = elemento.padre
  cursor.profundidad--
}

function readDeclaracion(cursor: Cursor, menor: number): void {
  const { texto, actual } = cursor
  if (texto.startsWith('<!--', menor)) {
    const fin = texto.indexOf('--', menor + 4)
    if (fin === -1 || texto[fin + 2] !== '>') throw falla(cursor, 'Comentario mal formado', menor)
    cursor.i = fin + 3
  } else if (actual && texto.startsWith('<![CDATA[', menor)) {
    const fin = texto.indexOf(']]>', menor + 9)
    if (fin === -1) throw falla(cursor, 'Sección CDATA sin cierre', menor)
    cursor.i = menor + 9
    readTexto(cursor, fin, true)
    cursor.i = fin + 3
  } else {
    throw falla(cursor, 'No se admiten DOCTYPE ni otras declaraciones', menor)
  }
}

// Harmless before the root (a style sheet), never inside what is signed: who lets them pass looks there himself.
function readInstruccion(cursor: Cursor, menor: number): void {
  const { texto, raiz, instrucciones } = cursor
  const fin = texto.indexOf('?>', menor)
  if (fin === -1 || (raiz && !instrucciones))
    throw falla(cursor, 'No se admiten instrucciones de proceso', menor)
  instrucciones?.push(menor)
  cursor.i = fin + 2
}

function readApertura(cursor: Cursor, menor: number): void {
  const { texto, actual: padre } = cursor
  ETIQUETA.lastIndex = cursor.i
  const etiqueta = ETIQUETA.exec(texto)
  if (!etiqueta) throw falla(cursor, 'Etiqueta mal formada', menor)
  if (!padre && cursor.raiz) throw falla(cursor, 'Hay más de un elemento raíz', menor)
  if (++cursor.profundidad > PROFUNDIDAD_MAX)
    throw falla(cursor, 'El archivo anida demasiados elementos', menor)
  cursor.i = ETIQUETA.lastIndex
  const [nombre, prefijo = '', local] = etiqueta
  const elemento: Elemento = {
    nombre,
    local: local!,
    ns: '',
    atributos: SIN_ATRIBUTOS,
    hijos: [],
    padre,
    inicio: menor,
    fin: 0,
  }
  if (texto[cursor.i] !== '>') readAtributos(cursor, elemento)
  elemento.ns = cursor.ambito.get(prefijo) ?? ''
  if (prefijo !== '' && elemento.ns === '')
    throw falla(cursor, `El prefijo ${prefijo}: no está declarado`, menor)
  CLOSING.lastIndex = cursor.i
  const closing = CLOSING.exec(texto)
  if (!closing) throw falla(cursor, `La etiqueta <${nombre}> está mal formada`, menor)
  cursor.i = CLOSING.lastIndex
  padre?.hijos.push(elemento)
  cursor.raiz ??= elemento
  if (closing[1] === '/') close(cursor, elemento)
  else cursor.actual = elemento
}

function readAtributos(cursor: Cursor, elemento: Elemento): void {
  const { texto } = cursor
  elemento.atributos = []
  for (;;) {
    ATRIBUTO.lastIndex = cursor.i
    const hallado = ATRIBUTO.exec(texto)
    if (!hallado) break
    cursor.i = ATRIBUTO.lastIndex
    const nombre = hallado[1]!
    if (elemento.atributos.length === ATRIBUTOS_MAX)
      throw falla(cursor, `<${elemento.nombre}> tiene demasiados atributos`, elemento.inicio)
    if (elemento.atributos.some((a) => a.nombre === nombre)) {
      throw falla(cursor, `El atributo ${nombre} está repetido`, elemento.inicio)
    }
    const crudo = (hallado[2] ?? hallado[3]!).replace(/\r\n|[\t\r\n]/g, ' ')
    const valor = expand(cursor, crudo, elemento.inicio)
    elemento.atributos.push({ nombre, valor })
    if (nombre === 'xmlns' || nombre.startsWith('xmlns:')) declare(cursor, elemento, nombre.slice(6), valor)
  }
  for (const { nombre } of elemento.atributos) {
    const prefijo = nombre.slice(0, Math.max(0, nombre.indexOf(':')))
    if (prefijo !== '' && prefijo !== 'xmlns' && !cursor.ambito.get(prefijo)) {
      throw falla(cursor, `El prefijo ${prefijo}: no está declarado`, elemento.inicio)
    }
  }
}

function declare(cursor: Cursor, dueno: Elemento, prefijo: string, uri: string): void {
  if (cursor.ambitos.at(-1)?.dueno !== dueno) {
    cursor.ambitos.push({ dueno, anterior: cursor.ambito })
    cursor.ambito = new Map(cursor.ambito)
  }
  cursor.ambito.set(prefijo, uri)
  if (cursor.ambito.size > AMBITO_MAX)
    throw falla(cursor, 'El archivo declara demasiados espacios de nombres', dueno.inicio)
}

// Shared by the elements without attributes, which are nearly all; nothing writes to it.
const SIN_ATRIBUTOS: Atributo[] = []

function expand(cursor: Cursor, parte: string, en: number): string {
  if (!parte.includes('&')) return parte
  return parte.replace(REFERENCIA, (_, decimal?: string, hex?: string, nombre?: string) => {
    const punto = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : 0
    const caracter = nombre === undefined ? caracterDe(punto) : ENTIDADES.get(nombre)
    if (caracter === undefined) throw falla(cursor, 'Referencia a una entidad que no existe', en)
    return caracter
  })
}

function caracterDe(punto: number): string | undefined {
  if (punto === 0 || punto > 0x10ffff || (punto >= 0xd800 && punto <= 0xdfff)) return undefined
  const caracter = String.fromCodePoint(punto)
  return PROHIBIDO.test(caracter) ? undefined : caracter
}
