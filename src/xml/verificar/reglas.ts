// Rules that the document alone decides, beyond its structure and its sums: what a type must or must not carry and how a
// note refers to another document (formato-dte.md §1.3, §1.5, §2.10, §7.1).

import referencias from '../../domain/dte/datos/tipos-referencia.json'
import { RUT_EXTRANJERO, rutDv, splitRut } from '../../domain/rut'
import { type Anotar, anotador } from './anotar'
import { checkBoleta } from './boleta'
import type { Hallazgo } from './codigos'
import { FILAS } from './esquema'
import { checkGuia, checkTransporte } from './guia'
import type { DteLeido } from './leer'
import { en, hijo, hijos, texto, textoEn, todosEn } from './nodo'
import { checkRetenedor } from './retenedor'

const NOTAS = new Set([56, 61, 111, 112])
const EXENTOS = new Set([34, 41])
const BOLETAS = new Set([39, 41])
const TRIBUTARIOS = new Set(
  referencias.filter(({ tributario }) => tributario).map(({ codigo }) => String(codigo)),
)
/** A debit note annuls credit notes and nothing else (§2.10). */
const ANULABLES: Record<number, string[]> = { 56: ['60', '61'], 111: ['112'] }

/** Header rules: check digits, obligation of each field for the type, affected and exempt documents. */
export function checkEncabezado(dte: DteLeido): Hallazgo[] {
  const { salida, anotar } = anotador(dte)
  const { documento, tipo } = dte
  checkRuts(dte, anotar)
  checkFechas(dte, anotar)
  checkObligatoriedad(dte, anotar)
  if (tipo === 52) checkGuia(dte, anotar)
  checkTransporte(dte, anotar)
  if (BOLETAS.has(tipo)) checkBoleta(dte, anotar)
  checkRetenedor(dte, anotar)
  const lineas = hijos(documento, 'Detalle')
  if (tipo === 33 && lineas.every((linea) => hijo(linea, 'IndExe') !== null)) {
    anotar('HED-3-924', 'Detalle', 'Ninguna línea es afecta: corresponde una factura exenta (34)')
  }
  if (EXENTOS.has(tipo)) {
    for (const tag of ['MntNeto', 'TasaIVA', 'IVA', 'ImptoReten']) {
      const ruta = `Encabezado/Totales/${tag}`
      if (en(documento, ruta)) anotar('HED-3-925', ruta, `Un documento exento no lleva ${tag}`)
    }
  }
  if (en(documento, 'Encabezado/IdDoc/MntBruto') && en(documento, 'Encabezado/Totales/ImptoReten')) {
    anotar('HED-2-922', 'Encabezado/IdDoc/MntBruto')
  }
  return salida
}

/** Without these the document has no owner or no receiver; a wrong RUT elsewhere is only worth telling. */
const PARTES = new Set(['Encabezado/Emisor/RUTEmisor', 'Encabezado/Receptor/RUTRecep'])

function checkRuts({ raiz, documento }: DteLeido, anotar: Anotar): void {
  for (const { ruta } of FILAS.filter((fila) => fila.raiz === raiz && fila.clase === 'rut')) {
    for (const nodo of todosEn(documento, ruta)) {
      const rut = texto(nodo).trim()
      const { numero, dv } = splitRut(rut)
      if (rut === '' || rutDv(numero) === dv) continue
      const codigo = PARTES.has(ruta) ? 'HED-3-923' : 'HED-2-926'
      anotar(codigo, ruta, `El dígito verificador de ${rut} no es ${dv}`, nodo)
    }
  }
}

function checkFechas({ documento }: DteLeido, anotar: Anotar): void {
  const idDoc = en(documento, 'Encabezado/IdDoc')
  for (const [desde, hasta] of [
    ['FchEmis', 'FchVenc'],
    ['PeriodoDesde', 'PeriodoHasta'],
  ] as const) {
    const [antes, despues] = [textoEn(idDoc, desde), textoEn(idDoc, hasta)]
    if (antes !== '' && despues !== '' && despues < antes) {
      anotar('HED-2-927', `Encabezado/IdDoc/${hasta}`, `${hasta} ${despues} es anterior a ${desde} ${antes}`)
    }
  }
}

// Code 1: the format wants it always although the schema lets it go; code 0: it must not appear.
function checkObligatoriedad({ tipo, raiz, documento, receptor }: DteLeido, anotar: Anotar): void {
  for (const { ruta, padre, local, codigo } of obligaciones(raiz, tipo)) {
    // Of a foreigner without RUT neither giro nor a Chilean address can be asked (formato-dte.md §1.2).
    if (padre === 'Encabezado/Receptor' && receptor === RUT_EXTRANJERO) continue
    for (const contenedor of todosEn(documento, padre)) {
      const presente = hijo(contenedor, local)
      if (codigo === 0 && presente) {
        anotar('HED-2-921', ruta, `${local} no corresponde a un documento de tipo ${tipo}`, presente)
      } else if (codigo === 1 && !presente) {
        anotar('HED-2-920', ruta, `Falta ${local}`, contenedor)
      }
    }
  }
}

interface Obligacion {
  ruta: string
  padre: string
  local: string
  codigo: number
}

// Judged elsewhere, by who knows when the code does not hold (totals, references), or contradicted by the same source
// (DscRcgGlobal, formato-dte.md §1.5).
const SIN_JUZGAR = /^(?:Encabezado\/Totales|Referencia|DscRcgGlobal)\b/
/** Asked by the date and by who carries the goods (guia.ts); barred always. */
const SEGUN_FECHA = /^(?:Encabezado\/Transporte|Detalle\/UnmdItem)\b/
const porTipo = new Map<string, Obligacion[]>()

function obligaciones(raiz: string, tipo: number): Obligacion[] {
  const clave = `${raiz} ${tipo}`
  let lista = porTipo.get(clave)
  if (!lista) {
    const filas = FILAS.filter((fila) => fila.raiz === raiz && !SIN_JUZGAR.test(fila.ruta))
    const prohibidas = new Set(filas.filter(({ codigos }) => codigos?.[tipo] === 0).map(({ ruta }) => ruta))
    lista = filas.flatMap(({ ruta, min, codigos }) => {
      const codigo = codigos?.[tipo]
      const corte = ruta.lastIndexOf('/')
      const padre = ruta.slice(0, Math.max(0, corte))
      const juzgada =
        (codigo === 0 && !prohibidas.has(padre)) || (codigo === 1 && min === 0 && !SEGUN_FECHA.test(ruta))
      return juzgada ? [{ ruta, padre, local: ruta.slice(corte + 1), codigo }] : []
    })
    porTipo.set(clave, lista)
  }
  return lista
}

/** Reference rules (formato-dte.md §2.10, §2.11; protocol-core §3.2). */
export function checkReferencias(dte: DteLeido): Hallazgo[] {
  const { salida, anotar } = anotador(dte)
  const { tipo, documento } = dte
  const todas = hijos(documento, 'Referencia').map((nodo, i) => ({
    nodo,
    ruta: `Referencia[${i + 1}]`,
    doc: textoEn(nodo, 'TpoDocRef').replace(/^0+(?=\d)/, ''),
    folio: textoEn(nodo, 'FolioRef'),
    codigo: textoEn(nodo, 'CodRef'),
  }))
  for (const { nodo, ruta, doc, folio, codigo } of todas) {
    // In a boleta CodRef is free text; the case of a certification set goes alone (protocol-core §3.2).
    if (BOLETAS.has(tipo) && codigo === 'SET' && (doc !== '' || folio !== '')) {
      anotar(
        'HED-3-211',
        ruta,
        'La referencia al set de pruebas de una boleta no lleva TpoDocRef ni FolioRef',
        nodo,
      )
    }
    if (textoEn(nodo, 'IndGlobal') === '1' && (folio !== '0' || textoEn(nodo, 'RazonRef') === '')) {
      anotar('REF-2-904', ruta, 'Una referencia global lleva FolioRef 0 y su razón', nodo)
    }
  }
  if (!NOTAS.has(tipo)) return salida

  // Purchase orders, test cases and the like may stand beside the document that the note acts on.
  const tributarias = todas.filter(({ doc }) => TRIBUTARIOS.has(doc))
  if (tributarias.length === 0) {
    anotar(
      'REF-3-415',
      'Referencia',
      'Una nota debe indicar el documento que modifica',
      documento ?? dte.nodo,
    )
    return salida
  }
  for (const { nodo, ruta, codigo, doc } of tributarias) {
    if (codigo === '')
      anotar('REF-3-758', `${ruta}/CodRef`, 'Falta CodRef: 1 anula, 2 corrige texto, 3 corrige montos', nodo)
    if ((codigo === '1' || codigo === '2') && tributarias.length > 1) {
      anotar('REF-3-901', `${ruta}/CodRef`, `Con CodRef ${codigo} la nota admite una sola referencia`, nodo)
    }
    if (codigo === '1' && doc === '52') {
      anotar('REF-3-415', `${ruta}/TpoDocRef`, 'Una guía de despacho no se anula con una nota', nodo)
    } else if (codigo === '1' && ANULABLES[tipo] && !ANULABLES[tipo].includes(doc)) {
      anotar(
        'REF-2-903',
        `${ruta}/TpoDocRef`,
        `Una nota de tipo ${tipo} no anula un documento de tipo ${doc}`,
        nodo,
      )
    }
    if (codigo === '2' && !/^0*(?:\.0*)?$/.test(dte.montoTotal)) {
      anotar(
        'REF-2-902',
        'Encabezado/Totales/MntTotal',
        'Una nota que corrige texto (CodRef 2) lleva montos cero',
      )
    }
  }
  return salida
}
