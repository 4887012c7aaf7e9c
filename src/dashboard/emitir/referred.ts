// Whether a note can act on its document at all: what the SII rejected exists for nobody, and what a note voided is no more.

import { filaDe } from '../../domain/dte/tipos'
import type { DataOf } from '../api/client'
import { shortName } from '../ui/tipo'

type Documento = Pick<
  DataOf<'GET /v1/documentos/:tipo/:folio'>,
  'tipo_dte' | 'folio' | 'estado_sii' | 'anulado_por' | 'reemplazado_por'
>

interface Obstacle {
  title: string
  text: string
  /** The action in place of the note. */
  verb: string
  href: string
}

const pathOf = ({ tipo_dte, folio }: { tipo_dte: number; folio: number }): string =>
  `/documentos/${tipo_dte}/${folio}`
const nameOf = ({ tipo_dte, folio }: { tipo_dte: number; folio: number }): string =>
  `${shortName(tipo_dte).toLowerCase()} N° ${folio}`

/** Null: a note may act on it. */
export function obstacleOf(documento: Documento): Obstacle | null {
  const { tipo_dte, folio, estado_sii, anulado_por, reemplazado_por } = documento
  if (anulado_por)
    return {
      title: `Anulada por la ${nameOf(anulado_por)}`,
      text: 'Ya no tiene efecto: no queda nada que corregir con otra nota.',
      ...{ verb: 'Ver esa nota', href: pathOf(anulado_por) },
    }
  if (estado_sii !== 'rechazado') return null
  const title = 'No existe para el SII'
  if (reemplazado_por)
    return {
      title,
      text: `Lo rechazó, y se emitió de nuevo como ${nameOf(reemplazado_por)}.`,
      ...{ verb: 'Ver ese documento', href: pathOf(reemplazado_por) },
    }
  // A note is issued again from its own page, which knows what it acted on.
  const isNota = filaDe(tipo_dte)?.nota != null
  return {
    title,
    text: 'Lo rechazó: no se anula ni se corrige con una nota. Corrija y emita otro.',
    verb: isNota ? 'Ver el documento' : 'Corregir y emitir otro',
    href: isNota ? pathOf(documento) : `/emitir/${tipo_dte}?desde=${tipo_dte}-${folio}`,
  }
}
