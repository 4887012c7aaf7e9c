// The dialog of Ctrl+K: the possible meanings of a text, best first.

import { type RefObject, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { parseRut } from '../../domain/rut'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { Combobox } from '../ui/combobox'
import { Dialog } from '../ui/dialog'
import { formatPesos, formatRut } from '../ui/format'
import { shortName } from '../ui/tipo'
import { RECENT } from './kept'
import { type Candidate, rank } from './palette-rank'
import { ATAJOS, PALABRAS } from './palette-words'
import { AFUERA, type Screen } from './screen'

const KEPT_MAX = 5

export default function PaletteDialog({
  screens,
  early,
  onClose,
}: {
  screens: readonly Screen[]
  /** Text typed before the dialog was there. */
  early: RefObject<string>
  onClose: () => void
}) {
  const { empresa, empresas } = useSesion()
  const [, navigate] = useLocation()
  const [text, setText] = useState(() => early.current)
  const documents = useDocuments(text)
  const places: Candidate[] = [
    ...screens
      .filter(({ ruta }) => !ruta.includes(':'))
      .map(({ ruta, nombre, grupo, bajo = grupo }) => ({
        id: ruta,
        label: nombre,
        href: ruta,
        ...(bajo && { beside: bajo }),
        words: PALABRAS[ruta] ?? '',
      })),
    ...screens.flatMap(({ ruta }) =>
      (ATAJOS[ruta] ?? []).map(({ nombre, href, palabras }) => ({
        id: href,
        label: nombre,
        href,
        words: palabras,
      })),
    ),
    ...AFUERA.filter(({ grupo }) => screens.some((screen) => screen.grupo === grupo)).map(
      ({ href, nombre }) => ({
        id: href,
        label: nombre,
        beside: 'Abre otra pestaña',
        words: PALABRAS[href] ?? '',
        href,
      }),
    ),
    ...empresas
      .filter(({ id }) => id !== empresa.id)
      .map(({ rut, razon_social }) => ({
        id: `empresa:${rut}`,
        label: razon_social,
        beside: `Ir a ${formatRut(rut)}`,
        words: rut,
        href: `~/app/${rut}/`,
      })),
  ]
  // A folio or a RUT is asked for; a text is first of all a place.
  const ranked = rank(text, places, readRecent())
  const found = /\d/.test(text) ? [...documents, ...ranked] : [...ranked, ...documents]
  return (
    <Dialog title="Buscar" onClose={onClose} bare typed={false}>
      <Combobox
        inline
        autoFocus
        label="Folio, RUT, pantalla o empresa"
        text={text}
        onText={setText}
        options={found}
        nothing="Nada con ese texto"
        onChoose={({ id, href }) => {
          if (!href.includes('/documentos/')) keepRecent(id)
          onClose()
          if (AFUERA.some((page) => page.href === href)) window.open(href, '_blank', 'noreferrer')
          else navigate(href)
        }}
      />
    </Dialog>
  )
}

const TEXT_MIN = 3
const TEXT_MS = 300

/** Digits are a folio, a RUT a receiver, three letters or more a text of theirs. */
function useDocuments(text: string): Candidate[] {
  const sesion = useSesion()
  const typed = text.trim()
  const settled = useSettled(typed, TEXT_MS)
  const rut = /^\d{1,10}$/.test(typed) ? null : parseRut(typed)
  const query = /^\d{1,10}$/.test(typed)
    ? { folio: typed }
    : rut
      ? { rut }
      : settled === typed && typed.length >= TEXT_MIN
        ? { q: typed }
        : null
  const { data } = useApi(
    'GET /v1/documentos',
    { query: { limite: 6, ...query } },
    { activa: query !== null && sesion.puede('dte:leer') },
  )
  if (!data || !query) return []
  return data.data.map(({ tipo_dte, folio, razon_social_receptor, rut_receptor, monto_total }) => ({
    id: `${tipo_dte}-${folio}`,
    label: `${shortName(tipo_dte)} N° ${folio}`,
    beside: `${razon_social_receptor ?? rut_receptor} · ${formatPesos(monto_total)}`,
    href: `/documentos/${tipo_dte}/${folio}`,
  }))
}

/** The value once it has not changed for `ms`. */
function useSettled(value: string, ms: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

function readRecent(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(RECENT) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

function keepRecent(id: string): void {
  try {
    localStorage.setItem(
      RECENT,
      JSON.stringify([id, ...readRecent().filter((one) => one !== id)].slice(0, KEPT_MAX)),
    )
  } catch {
    // Storage that is full or shut: nothing is lost but a convenience.
  }
}
