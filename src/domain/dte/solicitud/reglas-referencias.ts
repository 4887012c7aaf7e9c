// The references that a document may have: domain/dte §7.1, §9; http §1. What needs our own documents is
// checked where they are.

import type { Emisor, Referencia } from '../dte'
import { filaConPapel, isTipoDte, type TipoDocumento, type TipoDte, tipoDocumento } from '../tipos'
import { voidingNote } from '../voiding-note'
import type { Lectura } from './lectura'
import type { Solicitud } from './solicitud'

/** References to documents that are no tax documents (orders, contracts, HES, SET …) need no `codigo` even in a note. */
export const isTributario = (tipo: string | undefined): boolean =>
  !!tipo && /^\d+$/.test(tipo) && Number(tipo) < 800

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

/** The advice in place of a note over one of its own kind. */
function remedioDe({ nota, codigo, anuladoPor }: TipoDocumento): string {
  const [propia, contraria, hizo] =
    nota === 'credito' ? ['crédito', 'débito', 'acreditó'] : ['débito', 'crédito', 'cobró']
  const remedio = `Lo que una nota de ${propia} (${codigo}) ${hizo} de más se devuelve con una nota de ${contraria} (${anuladoPor}) que se refiera a ella; lo que faltó, con otra ${codigo} sobre el documento original`
  return nota === 'debito' ? `${remedio}. Una ${codigo} anula sólo una nota de crédito` : remedio
}

/** Notes of exports act on exports, the others on the rest. */
const modifica = (nota: TipoDocumento, tipo: number): boolean =>
  nota.monedaExtranjera === (filaConPapel(tipo)?.monedaExtranjera ?? false)

/** Whether a document is a note of the kind of `nota`, on paper or not: no note stands over the amounts of such a one. */
const isMismaNota = (nota: TipoDocumento, tipo: number): boolean => {
  const fila = filaConPapel(tipo)
  return fila?.nota === nota.nota && modifica(nota, tipo)
}

/** A debit note annuls credit notes alone, a credit note anything but them and guides (REF-3-415). */
function anula(nota: TipoDocumento, tipo: number): boolean {
  const { nota: kind, guia } = filaConPapel(tipo) ?? {}
  return nota.nota === 'debito' ? kind === 'credito' : kind !== 'credito' && !guia
}

/** How a document is voided that `nota` does not void, to follow its refusal; nothing of one on paper, which is not ours. */
function salida(nota: TipoDocumento, referido: number): string {
  if (isMismaNota(nota, referido)) return `. ${remedioDe(nota)}`
  if (!isTipoDte(referido)) return ''
  const { tipo, remedio } = voidingNote(referido)
  return `. ${remedio ?? `Lo anula un documento tipo ${tipo}`}`
}

/** Notes that a note with amounts corrects the text of a note of its own kind, which would hide them (domain/dte §7.1). */
export function checkTextoConMontos(s: Solicitud, tipo: TipoDocumento, l: Lectura): void {
  const i = (s.referencias ?? []).findIndex((ref) => ref.codigo === 2)
  if (i < 0) return
  if (tipo.nota && isMismaNota(tipo, Number(s.referencias![i]!.tipoDocumento))) {
    const mensaje = `Un documento tipo ${tipo.codigo} con montos no modifica otro de su clase. ${remedioDe(tipo)}`
    l.fault(`referencias[${i}].codigo`, 'misma_nota', mensaje)
  } else {
    const mensaje = 'Una corrección de texto (codigo 2) no debería llevar montos'
    l.warn('TEXT_CORRECTION_WITH_AMOUNTS', 'detalle', mensaje)
  }
}

/** A correction of text says in its detail what stood and what shall stand (domain/dte §7.1). */
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
  for (const { ref, i } of tributarias) {
    const referido = Number(ref.tipoDocumento)
    const at = `referencias[${i}]`
    if (ref.codigo !== undefined && !modifica(tipo, referido)) {
      const mensaje = `Un documento tipo ${tipo.codigo} no modifica un documento tipo ${referido}`
      l.fault(`${at}.tipo_documento`, 'nota', mensaje)
    } else if (ref.codigo === undefined) {
      l.fault(`${at}.codigo`, 'requerido', `Falta ${at}.codigo (1 anula, 2 corrige texto, 3 corrige montos)`)
    } else if (ref.codigo === 1 && !anula(tipo, referido)) {
      const mensaje = `Un documento tipo ${tipo.codigo} no anula un documento tipo ${referido}${salida(tipo, referido)}`
      l.fault(`${at}.codigo`, 'anulacion', mensaje)
    } else if (ref.codigo === 3 && isMismaNota(tipo, referido)) {
      const mensaje = `Un documento tipo ${tipo.codigo} no modifica los montos de otro de su clase. ${remedioDe(tipo)}`
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
