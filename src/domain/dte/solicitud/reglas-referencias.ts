// What a document may refer to: formato-dte.md §2.10, §7.2; contract §1. What needs our own documents is checked where
// they are.

import type { Emisor, Referencia } from '../dte'
import { notaQueAnula } from '../nota-que-anula'
import { isTipoDte, type TipoDocumento, type TipoDte, tipoDocumento } from '../tipos'
import type { Lectura } from './lectura'
import type { Solicitud } from './solicitud'

/** References to documents that are no tax documents (orders, contracts, HES, SET …) need no `codigo` even in a note. */
export const isTributario = (tipo: string | undefined): boolean =>
  !!tipo && /^\d+$/.test(tipo) && Number(tipo) < 800

const EXPORTACION = [110, 111, 112]

/** The date of a document of our own; null when its folio is ours and nothing was issued with it; undefined elsewhere. */
export type FechaPropia = (tipo: TipoDte, folio: number) => string | null | undefined

/**
 * The request with the dates of what it refers to among our own documents, where it leaves them out; notes another date than
 * theirs, and one that is missing and nobody here knows. A boleta writes none.
 */
export function withFechas(s: Solicitud, emisor: Emisor, fechaPropia: FechaPropia, l: Lectura): Solicitud {
  if (!s.referencias || tipoDocumento(s.tipoDte).raiz === 'Boleta') return s
  const referencias = s.referencias.map((ref, i) => {
    const at = `referencias[${i}]`
    if (['fecha', 'FchRef'].some((name) => l.hasFault(`${at}.${name}`))) return ref
    const [tipo, folio] = [Number(ref.tipoDocumento), Number(ref.folio)]
    const mine = isTipoDte(tipo) && !ref.global && (ref.rutOtro ?? emisor.rut) === emisor.rut
    const known = mine && Number.isSafeInteger(folio) ? fechaPropia(tipo, folio) : undefined
    if (ref.fecha === undefined && known) return { ...ref, fecha: known }
    if (ref.fecha === undefined && known === undefined) {
      l.fault(
        `${at}.fecha`,
        'requerido',
        `Falta ${at}.fecha: sólo se completa la de un documento de este sistema`,
      )
    } else if (known && ref.fecha !== known) {
      const mensaje = `${at}.fecha es ${ref.fecha} y el documento tipo ${tipo} folio ${folio} es del ${known}`
      l.fault(`${at}.fecha`, 'referencia', mensaje)
    }
    return ref
  })
  return { ...s, referencias }
}

interface Nota {
  modifica(tipo: number): boolean
  anula(tipo: number): boolean
  /** Notes of its own kind, on paper or not: it never stands over their amounts. */
  iguales: readonly number[]
  /** What to do instead. */
  remedio: string
}

const CREDITO_REMEDIO =
  'Lo que una nota de crédito (61) acreditó de más se devuelve con una nota de débito (56) que se refiera a ella; lo que faltó, con otra 61 sobre el documento original'
const DEBITO_REMEDIO =
  'Lo que una nota de débito (56) cobró de más se devuelve con una nota de crédito (61) que se refiera a ella; lo que faltó, con otra 56 sobre el documento original. Una 56 anula sólo una nota de crédito'

/** What each note may modify, and what it may annul (§2.10). */
const NOTAS: Readonly<Record<number, Nota>> = {
  // A guide is not annulled by a credit note (REF-3-415); a credit note is annulled by a debit note.
  61: {
    modifica: (t) => !EXPORTACION.includes(t),
    anula: (t) => ![50, 52, 60, 61].includes(t),
    iguales: [60, 61],
    remedio: CREDITO_REMEDIO,
  },
  56: {
    modifica: (t) => !EXPORTACION.includes(t),
    anula: (t) => t === 60 || t === 61,
    iguales: [55, 56],
    remedio: DEBITO_REMEDIO,
  },
  111: {
    modifica: (t) => EXPORTACION.includes(t),
    anula: (t) => t === 112,
    iguales: [111],
    remedio: DEBITO_REMEDIO.replaceAll('56', '111').replaceAll('61', '112'),
  },
  112: {
    modifica: (t) => EXPORTACION.includes(t),
    anula: (t) => t === 110 || t === 111,
    iguales: [112],
    remedio: CREDITO_REMEDIO.replaceAll('56', '111').replaceAll('61', '112'),
  },
}

/** How a document is voided that `nota` does not void, to follow its refusal; nothing of one on paper, which is not ours. */
function salida(nota: Nota, referido: number): string {
  if (nota.iguales.includes(referido)) return `. ${nota.remedio}`
  if (!isTipoDte(referido)) return ''
  const { tipo, remedio } = notaQueAnula(referido)
  return `. ${remedio ?? `Lo anula un documento tipo ${tipo}`}`
}

/** Notes that a note with amounts corrects the text of a note of its own kind, which would hide them (§2.10). */
export function checkTextoConMontos(s: Solicitud, { codigo }: TipoDocumento, l: Lectura): void {
  const i = (s.referencias ?? []).findIndex((ref) => ref.codigo === 2)
  const nota = NOTAS[codigo]
  if (i < 0) return
  if (nota?.iguales.includes(Number(s.referencias![i]!.tipoDocumento))) {
    const mensaje = `Un documento tipo ${codigo} con montos no modifica otro de su clase. ${nota.remedio}`
    l.fault(`referencias[${i}].codigo`, 'misma_nota', mensaje)
  } else {
    const mensaje = 'Una corrección de texto (codigo 2) no debería llevar montos'
    l.warn('TEXT_CORRECTION_WITH_AMOUNTS', 'detalle', mensaje)
  }
}

/** A correction of text says in its detail what stood and what shall stand (formato-dte.md §6.5). */
export function warnTextoCallado({ referencias, detalle }: Solicitud, l: Lectura): void {
  if (!referencias?.some((ref) => ref.codigo === 2)) return
  if (detalle!.some(({ nombre, descripcion }) => /debe decir/i.test(`${nombre} ${descripcion}`))) return
  const mensaje =
    'El detalle de una corrección de texto (codigo 2) dice qué decía el documento y qué debe decir: «Donde dice … debe decir …»'
  l.warn('TEXT_CORRECTION_UNSAID', 'detalle', mensaje)
}

/** The document that a reference names: `033` is 33, `01` is 1, and the issuer's own RUT says nothing more. */
const referido = ({ tipoDocumento, folio, rutOtro }: Referencia, { rut }: Emisor): string => {
  const numero = Number(folio)
  return `${Number(tipoDocumento)} ${Number.isSafeInteger(numero) ? numero : folio} ${rutOtro ?? rut}`
}

/** The references of a request, and what a note dated `emision` must say of what it acts on. */
export function checkReferencias(
  s: Solicitud,
  tipo: TipoDocumento,
  emisor: Emisor,
  emision: string,
  l: Lectura,
): void {
  const refs = s.referencias ?? []
  if (tipo.raiz === 'Boleta') return
  const faulty = l.hasFault('referencias')
  refs.forEach((ref, i) => {
    if (ref.global === 1 && ref.folio !== undefined && ref.folio !== '0') {
      l.fault(`referencias[${i}].folio`, 'global', `referencias[${i}] es global y su folio debe ser 0`)
    }
    // No tax document has another: the SII refuses the note that says so (REF-3-750), its folio spent.
    const { folio } = ref
    if (folio === undefined || ref.global === 1 || !isTributario(ref.tipoDocumento)) return
    if (!/^0*[1-9]\d*$/.test(folio)) {
      const at = `referencias[${i}].folio`
      l.fault(at, 'folio', `${at} debe ser el número del documento tipo ${ref.tipoDocumento}, de 1 o más`)
    }
  })
  if (!tipo.nota || faulty) return
  checkNota(refs, tipo, emisor, emision, l)
}

function checkNota(
  refs: readonly Referencia[],
  tipo: TipoDocumento,
  emisor: Emisor,
  emision: string,
  l: Lectura,
): void {
  const tributarias = refs.map((ref, i) => ({ ref, i })).filter(({ ref }) => isTributario(ref.tipoDocumento))
  if (!tributarias.length) {
    l.fault(
      'referencias',
      'requerido',
      `Un documento tipo ${tipo.codigo} debe referirse al documento que modifica`,
    )
    return
  }
  const nota = NOTAS[tipo.codigo]!
  for (const { ref, i } of tributarias) {
    const referido = Number(ref.tipoDocumento)
    const at = `referencias[${i}]`
    if (ref.codigo !== undefined && !nota.modifica(referido)) {
      const mensaje = `Un documento tipo ${tipo.codigo} no modifica un documento tipo ${referido}`
      l.fault(`${at}.tipo_documento`, 'nota', mensaje)
    } else if (ref.codigo === undefined) {
      l.fault(`${at}.codigo`, 'requerido', `Falta ${at}.codigo (1 anula, 2 corrige texto, 3 corrige montos)`)
    } else if (ref.codigo === 1 && !nota.anula(referido)) {
      const mensaje = `Un documento tipo ${tipo.codigo} no anula un documento tipo ${referido}${salida(nota, referido)}`
      l.fault(`${at}.codigo`, 'anulacion', mensaje)
    } else if (ref.codigo === 3 && nota.iguales.includes(referido)) {
      const mensaje = `Un documento tipo ${tipo.codigo} no modifica los montos de otro de su clase. ${nota.remedio}`
      l.fault(`${at}.codigo`, 'misma_nota', mensaje)
    }
  }
  for (const { ref, i } of tributarias) {
    if (ref.fecha === undefined || ref.fecha <= emision) continue
    const at = `referencias[${i}].fecha`
    l.fault(at, 'posterior', `${at} (${ref.fecha}) es posterior a la emisión de la nota (${emision})`)
  }
  for (const [n, { ref, i }] of tributarias.entries()) {
    if (tributarias.findIndex((other) => referido(other.ref, emisor) === referido(ref, emisor)) < n) {
      l.fault(`referencias[${i}].folio`, 'repetido', `referencias[${i}] repite un documento ya referido`)
    }
  }
  const single = tributarias.find(({ ref }) => ref.codigo === 1 || ref.codigo === 2)
  if (single && tributarias.length > 1) {
    l.fault(
      `referencias[${single.i}].codigo`,
      'unica',
      `El código ${single.ref.codigo} admite una sola referencia a un documento tributario`,
    )
  }
}
