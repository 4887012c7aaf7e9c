// Customers, and who was issued to before, found by RUT or by name; the data of these is their last document's.

import { useEffect, useState } from 'react'
import { filaDe } from '../../domain/dte/tipos'
import type { Permiso } from '../../domain/permisos'
import { RUT_CONSUMIDOR_FINAL, RUT_EXTRANJERO } from '../../domain/rut'
import { api, type DataOf } from '../api/client'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import type { Option } from '../ui/combobox'
import { formatRut } from '../ui/format'
import { parseRut } from '../ui/parse'
import type { Receiver } from './form'
import { type Cliente, receiverOf } from './from-cliente'
import { receiverFrom } from './from-document'

const TEXT_MIN = 3
const TEXT_MS = 250
const FEW = 8

type Row = DataOf<'GET /v1/documentos'>[number]

export interface Known extends Option {
  rut: string
  /** A customer of the book; for anybody else, the document that says most of them. */
  source: { cliente: Cliente } | { tipo: number; folio: number }
}

/** A receiver with where it comes from. */
export interface Found {
  receptor: Receiver
  cliente: Cliente | null
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
    source: { tipo: tipo_dte, folio },
  }))
}

const isDigits = (text: string): boolean => /^[\d.\s-]+[kK]?$/.test(text)

/** The query that a text asks, null for too little. A whole RUT is asked for as such. */
function questionOf(text: string): { rut: string } | { q: string } | null {
  const typed = text.trim()
  const rut = parseRut(typed)
  if (rut.ok) return { rut: rut.value }
  const q = isDigits(typed) ? typed.replace(/[.\s]/g, '') : typed
  return q.length >= TEXT_MIN ? { q } : null
}

const knownOf = (cliente: Cliente): Known => ({
  id: cliente.id,
  rut: cliente.rut,
  label: cliente.razon_social,
  beside: cliente.extranjero ? cliente.extranjero.num_id : formatRut(cliente.rut),
  source: { cliente },
})

/** `null` where nothing is asked, undefined until it is answered. Customers first; who is one is not offered again by a document. */
export function useReceivers(text: string, foreign = false): Known[] | null | undefined {
  const { puede } = useSesion()
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TEXT_MS)
    return () => clearTimeout(timer)
  }, [text])
  const question = questionOf(settled)
  const [ofBook, ofDocuments] = [puede('clientes:leer'), puede('dte:leer')]
  const q = question && ('q' in question ? question.q : question.rut)
  const book = useApi(
    'GET /v1/clientes',
    { query: { limite: 20, ...(q !== null && { q }) } },
    { activa: question !== null && ofBook },
  )
  const issued = useApi(
    'GET /v1/documentos',
    { query: { limite: 50, ...question } },
    { activa: question !== null && ofDocuments },
  )
  if (!questionOf(text)) return null
  if (settled !== text || (ofBook && book.isPending) || (ofDocuments && issued.isPending)) return undefined
  const clientes = (book.data?.data ?? []).filter(({ rut }) => (rut === RUT_EXTRANJERO) === foreign)
  const names = new Set(clientes.map(({ rut, razon_social }) => (foreign ? razon_social : rut)))
  const others = receiversOf(issued.data?.data ?? [], foreign).filter(
    ({ rut, label }) => !names.has(foreign ? String(label) : rut),
  )
  return [...clientes.map(knownOf), ...others].slice(0, FEW)
}

/** The receiver's data, from the book or the last document. */
export async function fetchReceiver({ source }: Known): Promise<Found | null> {
  if ('cliente' in source) return { receptor: receiverOf(source.cliente), cliente: source.cliente }
  const params = { tipo: String(source.tipo), folio: String(source.folio) }
  const { data } = await api('GET /v1/documentos/:tipo/:folio', { params })
  return data.receptor ? { receptor: receiverFrom(data.receptor), cliente: null } : null
}

/** Finds by a whole RUT the customer, or an earlier receiver; null when nobody knows it. */
export async function findReceiver(rut: string, may: (permiso: Permiso) => boolean): Promise<Found | null> {
  if (may('clientes:leer')) {
    const [cliente] = (await api('GET /v1/clientes', { query: { limite: 1, rut } })).data
    if (cliente && rut !== RUT_EXTRANJERO) return { receptor: receiverOf(cliente), cliente }
  }
  if (!may('dte:leer')) return null
  const { data } = await api('GET /v1/documentos', { query: { limite: 50, rut } })
  const [known] = receiversOf(data)
  return known ? fetchReceiver(known) : null
}
