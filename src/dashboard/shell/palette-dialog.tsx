// What is behind Ctrl+K: what a text may mean, best first.

import { useState } from 'react'
import { useLocation } from 'wouter'
import { parseRut } from '../../domain/rut'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { Combobox } from '../ui/combobox'
import { Dialog } from '../ui/dialog'
import { formatPesos, formatRut } from '../ui/format'
import { shortName } from '../ui/tipo'
import { type Candidate, rank } from './palette-rank'
import type { Screen } from './screen'

const KEPT = 'timbre:recientes'
const KEPT_MAX = 5

export function PaletteDialog({ screens, onClose }: { screens: readonly Screen[]; onClose: () => void }) {
  const { empresa, empresas } = useSesion()
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  const documents = useDocuments(text)
  const places: Candidate[] = [
    ...screens
      .filter(({ ruta }) => !ruta.includes(':'))
      .map(({ ruta, nombre, grupo, palabras }) => ({
        id: ruta,
        label: nombre,
        href: ruta,
        ...(grupo && { beside: grupo }),
        ...(palabras && { words: palabras }),
      })),
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
  const found = [...documents, ...rank(text, places, readRecent())]
  return (
    <Dialog title="Buscar" onClose={onClose} bare>
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
          navigate(href)
        }}
      />
    </Dialog>
  )
}

/** Digits are a folio, a RUT a receiver. */
function useDocuments(text: string): Candidate[] {
  const sesion = useSesion()
  const folio = /^\d{1,10}$/.test(text.trim()) ? text.trim() : null
  const rut = folio ? null : parseRut(text)
  const { data } = useApi(
    'GET /v1/documentos',
    { consulta: { limite: 6, ...(folio && { folio }), ...(rut && { rut_receptor: rut }) } },
    { activa: (folio !== null || rut !== null) && sesion.puede('dte:leer') },
  )
  if (!data || (!folio && !rut)) return []
  return data.data.map(({ tipo_dte, folio: number, razon_social_receptor, rut_receptor, monto_total }) => ({
    id: `${tipo_dte}-${number}`,
    label: `${shortName(tipo_dte)} N° ${number}`,
    beside: `${razon_social_receptor ?? rut_receptor} · ${formatPesos(monto_total)}`,
    href: `/documentos/${tipo_dte}/${number}`,
  }))
}

function readRecent(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

function keepRecent(id: string): void {
  try {
    localStorage.setItem(
      KEPT,
      JSON.stringify([id, ...readRecent().filter((one) => one !== id)].slice(0, KEPT_MAX)),
    )
  } catch {
    // Storage that is full or shut: nothing is lost but a convenience.
  }
}
