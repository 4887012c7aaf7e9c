// What a document may refer to: formato-dte.md §2.10, §7.2; contract §1. What needs our own documents is checked where
// they are.

import type { Emisor, Referencia } from '../dte'
import type { TipoDocumento } from '../tipos'
import type { Lectura } from './lectura'
import type { Solicitud } from './solicitud'

/** References to documents that are no tax documents (orders, contracts, HES, SET …) need no `codigo` even in a note. */
const isTributario = (tipo: string | undefined): boolean => !!tipo && /^\d+$/.test(tipo) && Number(tipo) < 800

const EXPORTACION = [110, 111, 112]

/** What each note may modify, and what it may annul (§2.10). */
const NOTAS: Readonly<Record<number, { modifica(tipo: number): boolean; anula(tipo: number): boolean }>> = {
  // A guide is not annulled by a credit note (REF-3-415); a credit note is annulled by a debit note.
  61: {
    modifica: (t) => !EXPORTACION.includes(t),
    anula: (t) => ![50, 52, 60, 61].includes(t),
  },
  56: { modifica: (t) => !EXPORTACION.includes(t), anula: (t) => t === 60 || t === 61 },
  111: { modifica: (t) => EXPORTACION.includes(t), anula: (t) => t === 112 },
  112: { modifica: (t) => EXPORTACION.includes(t), anula: (t) => t === 110 || t === 111 },
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
    if (ref.codigo !== undefined && !nota.modifica(Number(ref.tipoDocumento))) {
      l.fault(
        `referencias[${i}].tipo_documento`,
        'nota',
        `Un documento tipo ${tipo.codigo} no modifica un documento tipo ${ref.tipoDocumento}`,
      )
    } else if (ref.codigo === undefined) {
      l.fault(
        `referencias[${i}].codigo`,
        'requerido',
        `Falta referencias[${i}].codigo (1 anula, 2 corrige texto, 3 corrige montos)`,
      )
    } else if (ref.codigo === 1 && !nota.anula(Number(ref.tipoDocumento))) {
      l.fault(
        `referencias[${i}].codigo`,
        'anulacion',
        `Un documento tipo ${tipo.codigo} no anula un documento tipo ${ref.tipoDocumento}`,
      )
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
