// Who was issued to before, found by RUT or by name; their data is the last document's.

import { useEffect, useState } from 'react'
import { filaDe } from '../../domain/dte/tipos'
import { RUT_CONSUMIDOR_FINAL, RUT_EXTRANJERO } from '../../domain/rut'
import { api, type Datos } from '../api/client'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import type { Option } from '../ui/combobox'
import { formatRut } from '../ui/format'
import { parseRut } from '../ui/parse'
import type { Receiver } from './form'
import { receiverFrom } from './from-document'

const TEXT_MIN = 3
const TEXT_MS = 250
const FEW = 8

type Row = Datos<'GET /v1/documentos'>[number]

export interface Known extends Option {
  rut: string
  /** The document that says most of them. */
  tipo: number
  folio: number
}

const NOBODY = new Set([RUT_CONSUMIDOR_FINAL, RUT_EXTRANJERO])
/** Types that must say activity and address: their receiver is whole. */
function isWhole(tipo: number): boolean {
  const { raiz, nota } = filaDe(tipo) ?? {}
  return raiz !== 'Boleta' && !nota
}

/** One a receiver, in the order found; `foreign`: those without a RUT, by their name. */
function receiversOf(rows: readonly Row[], foreign = false): Known[] {
  const found = new Map<string, Row>()
  for (const row of rows) {
    const { rut_receptor: rut, razon_social_receptor: name } = row
    if (!name || (foreign ? rut !== RUT_EXTRANJERO : NOBODY.has(rut))) continue
    const key = foreign ? name : rut
    const kept = found.get(key)
    if (!kept || (!isWhole(kept.tipo_dte) && isWhole(row.tipo_dte))) found.set(key, row)
  }
  return [...found].slice(0, FEW).map(([id, { rut_receptor, razon_social_receptor, tipo_dte, folio }]) => ({
    id,
    rut: rut_receptor,
    label: razon_social_receptor,
    beside: foreign ? undefined : formatRut(rut_receptor),
    tipo: tipo_dte,
    folio,
  }))
}

const isDigits = (text: string): boolean => /^[\d.\s-]+[kK]?$/.test(text)

/** The query that a text asks, null for too little. A whole RUT is asked for as such. */
function questionOf(text: string): { rut_receptor: string } | { q: string } | null {
  const typed = text.trim()
  const rut = parseRut(typed)
  if (rut.ok) return { rut_receptor: rut.value }
  const q = isDigits(typed) ? typed.replace(/[.\s]/g, '') : typed
  return q.length >= TEXT_MIN ? { q } : null
}

/** `null` while nothing is asked. */
export function useReceivers(text: string, foreign = false): Known[] | null {
  const { puede } = useSesion()
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TEXT_MS)
    return () => clearTimeout(timer)
  }, [text])
  const question = questionOf(settled)
  const { data } = useApi(
    'GET /v1/documentos',
    { consulta: { limite: 50, ...question } },
    { activa: question !== null && puede('dte:leer') },
  )
  return data && question && settled === text ? receiversOf(data.data, foreign) : null
}

/** What their last document says of them. */
export async function fetchReceiver({ tipo, folio }: Known): Promise<Receiver | null> {
  const ruta = { tipo: String(tipo), folio: String(folio) }
  const { data } = await api('GET /v1/documentos/:tipo/:folio', { ruta })
  return data.receptor ? receiverFrom(data.receptor) : null
}

/** The receiver of a whole RUT that was issued to before; null when nobody knows it. */
export async function findReceiver(rut: string): Promise<Receiver | null> {
  const { data } = await api('GET /v1/documentos', { consulta: { limite: 50, rut_receptor: rut } })
  const [known] = receiversOf(data)
  return known ? fetchReceiver(known) : null
}
