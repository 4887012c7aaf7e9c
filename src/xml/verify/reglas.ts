// Rules that the document alone decides, beyond its structure and its sums: what a type must or must not carry and how a
// note refers to another document (domain/dte §2.1, §1.2, §7.1, xml §7.2).

import referencias from '../../domain/dte/datos/tipos-referencia.json'
import { FACTURA, filaConPapel, filaDe, type TipoDocumento } from '../../domain/dte/tipos'
import { RUT_EXTRANJERO, rutDv, splitRut } from '../../domain/rut'
import { checkBoleta } from './boleta'
import type { Finding } from './codigos'
import { FILAS } from './esquema'
import { checkGuia, checkTransporte } from './guia'
import { en, hijo, hijos, texto, textoEn, todosEn } from './nodo'
import { createNote, type Note } from './note'
import type { DteLeido } from './parse-sobre'
import { checkRetenedor } from './retenedor'

const TRIBUTARIOS = new Set(
  referencias.filter(({ tributario }) => tributario).map(({ codigo }) => String(codigo)),
)
/** A debit note annuls the credit notes of its kind, on paper or not, and nothing else (domain/dte §7.1). */
function mayAnular(nota: TipoDocumento, doc: string): boolean {
  const referida = filaConPapel(doc)
  return (
    nota.nota === 'credito' ||
    (referida?.nota === 'credito' && referida.monedaExtranjera === nota.monedaExtranjera)
  )
}

/** Header rules: check digits, obligation of each field for the type, affected and exempt documents. */
export function checkEncabezado(dte: DteLeido): Finding[] {
  const { salida, note } = createNote(dte)
  const { documento, tipo } = dte
  const { guia, raiz, exento, monedaExtranjera } = filaDe(tipo) ?? {}
  checkRuts(dte, note)
  checkFechas(dte, note)
  checkObligatoriedad(dte, note)
  if (guia) checkGuia(dte, note)
  checkTransporte(dte, note)
  if (raiz === 'Boleta') checkBoleta(dte, note)
  checkRetenedor(dte, note)
  const lineas = hijos(documento, 'Detalle')
  if (tipo === FACTURA && lineas.every((linea) => hijo(linea, 'IndExe') !== null)) {
    note('HED-3-924', 'Detalle', 'Ninguna línea es afecta: corresponde una factura exenta (34)')
  }
  if (exento && !monedaExtranjera) {
    for (const tag of ['MntNeto', 'TasaIVA', 'IVA', 'ImptoReten']) {
      const ruta = `Encabezado/Totales/${tag}`
      if (en(documento, ruta)) note('HED-3-925', ruta, `Un documento exento no lleva ${tag}`)
    }
  }
  if (en(documento, 'Encabezado/IdDoc/MntBruto') && en(documento, 'Encabezado/Totales/ImptoReten')) {
    note('HED-2-922', 'Encabezado/IdDoc/MntBruto')
  }
  return salida
}

/** Without these the document has no owner or no receiver; a wrong RUT elsewhere is only worth telling. */
const PARTES = new Set(['Encabezado/Emisor/RUTEmisor', 'Encabezado/Receptor/RUTRecep'])

function checkRuts({ raiz, documento }: DteLeido, note: Note): void {
  for (const { ruta } of FILAS.filter((fila) => fila.raiz === raiz && fila.clase === 'rut')) {
    for (const nodo of todosEn(documento, ruta)) {
      const rut = texto(nodo).trim()
      const { numero, dv } = splitRut(rut)
      if (rut === '' || rutDv(numero) === dv) continue
      const codigo = PARTES.has(ruta) ? 'HED-3-923' : 'HED-2-926'
      note(codigo, ruta, `El dígito verificador de ${rut} no es ${dv}`, nodo)
    }
  }
}

function checkFechas({ documento }: DteLeido, note: Note): void {
  const idDoc = en(documento, 'Encabezado/IdDoc')
  for (const [desde, hasta] of [
    ['FchEmis', 'FchVenc'],
    ['PeriodoDesde', 'PeriodoHasta'],
  ] as const) {
    const [antes, despues] = [textoEn(idDoc, desde), textoEn(idDoc, hasta)]
    if (antes !== '' && despues !== '' && despues < antes) {
      note('HED-2-927', `Encabezado/IdDoc/${hasta}`, `${hasta} ${despues} es anterior a ${desde} ${antes}`)
    }
  }
}

// Code 1: the format wants it always although the schema lets it go; code 0: it must not appear.
function checkObligatoriedad({ tipo, raiz, documento, receptor }: DteLeido, note: Note): void {
  for (const { ruta, padre, local, codigo } of obligaciones(raiz, tipo)) {
    // A foreigner without RUT can be asked for neither giro nor a Chilean address (domain/dte §3.1).
    if (padre === 'Encabezado/Receptor' && receptor === RUT_EXTRANJERO) continue
    for (const contenedor of todosEn(documento, padre)) {
      const presente = hijo(contenedor, local)
      if (codigo === 0 && presente) {
        note('HED-2-921', ruta, `${local} no corresponde a un documento de tipo ${tipo}`, presente)
      } else if (codigo === 1 && !presente) {
        note('HED-2-920', ruta, `Falta ${local}`, contenedor)
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
// (DscRcgGlobal, domain/dte §1.2).
const NOT_JUDGED = /^(?:Encabezado\/Totales|Referencia|DscRcgGlobal)\b/
/** Asked by the date and by who carries the goods (guia.ts); barred always. */
const SEGUN_FECHA = /^(?:Encabezado\/Transporte|Detalle\/UnmdItem)\b/
const porTipo = new Map<string, Obligacion[]>()

function obligaciones(raiz: string, tipo: number): Obligacion[] {
  const clave = `${raiz} ${tipo}`
  let lista = porTipo.get(clave)
  if (!lista) {
    const filas = FILAS.filter((fila) => fila.raiz === raiz && !NOT_JUDGED.test(fila.ruta))
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

/** Reference rules (domain/dte §7.1, §7.2; sii §3.2). */
export function checkReferencias(dte: DteLeido): Finding[] {
  const { salida, note } = createNote(dte)
  const { tipo, documento } = dte
  const fila = filaDe(tipo)
  const todas = hijos(documento, 'Referencia').map((nodo, i) => ({
    nodo,
    ruta: `Referencia[${i + 1}]`,
    doc: textoEn(nodo, 'TpoDocRef').replace(/^0+(?=\d)/, ''),
    folio: textoEn(nodo, 'FolioRef'),
    codigo: textoEn(nodo, 'CodRef'),
  }))
  for (const { nodo, ruta, doc, folio, codigo } of todas) {
    // In a boleta CodRef is free text; the case of a certification set goes alone (sii §3.2).
    if (fila?.raiz === 'Boleta' && codigo === 'SET' && (doc !== '' || folio !== '')) {
      note(
        'HED-3-211',
        ruta,
        'La referencia al set de pruebas de una boleta no lleva TpoDocRef ni FolioRef',
        nodo,
      )
    }
    if (textoEn(nodo, 'IndGlobal') === '1' && (folio !== '0' || textoEn(nodo, 'RazonRef') === '')) {
      note('REF-2-904', ruta, 'Una referencia global lleva FolioRef 0 y su razón', nodo)
    }
  }
  if (!fila?.nota) return salida

  // Purchase orders, test cases and the like may stand beside the document that the note acts on.
  const tributarias = todas.filter(({ doc }) => TRIBUTARIOS.has(doc))
  if (tributarias.length === 0) {
    note('REF-3-415', 'Referencia', 'Una nota debe indicar el documento que modifica', documento ?? dte.nodo)
    return salida
  }
  for (const { nodo, ruta, codigo, doc } of tributarias) {
    if (codigo === '')
      note('REF-3-758', `${ruta}/CodRef`, 'Falta CodRef: 1 anula, 2 corrige texto, 3 corrige montos', nodo)
    if ((codigo === '1' || codigo === '2') && tributarias.length > 1) {
      note('REF-3-901', `${ruta}/CodRef`, `Con CodRef ${codigo} la nota admite una sola referencia`, nodo)
    }
    if (codigo === '1' && filaDe(doc)?.guia) {
      note('REF-3-415', `${ruta}/TpoDocRef`, 'Una guía de despacho no se anula con una nota', nodo)
    } else if (codigo === '1' && !mayAnular(fila, doc)) {
      note(
        'REF-2-903',
        `${ruta}/TpoDocRef`,
        `Una nota de tipo ${tipo} no anula un documento de tipo ${doc}`,
        nodo,
      )
    }
    if (codigo === '2' && !/^0*(?:\.0*)?$/.test(dte.montoTotal)) {
      note(
        'REF-2-902',
        'Encabezado/Totales/MntTotal',
        'Una nota que corrige texto (CodRef 2) lleva montos cero',
      )
    }
  }
  return salida
}
