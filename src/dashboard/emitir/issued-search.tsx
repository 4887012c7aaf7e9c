// The document that a note is about, found by receiver, folio or reference: among what was issued here, and what the SII's register has
// besides.

import { useEffect, useState } from 'react'
import { isTipoDte, type TipoDte } from '../../domain/dte/tipos'
import type { DataOf } from '../api/client'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { Button } from '../ui/button'
import { TextField } from '../ui/field'
import { formatDate, formatPeriod, formatPesos } from '../ui/format'
import { shortName } from '../ui/tipo'

const TEXT_MS = 250
/** The shortest name to look for; a folio may be shorter. */
const TEXT_MIN = 3
const FEW = 8

type Row = DataOf<'GET /v1/documentos'>[number]
export type Registrado = DataOf<'GET /v1/rcv/emitidos-fuera'>['documentos'][number]

/** A rejected or voided document takes no notes. */
const mayBeReferred = ({ estado_sii, anulado_por }: Pick<Row, 'estado_sii' | 'anulado_por'>): boolean =>
  estado_sii !== 'rechazado' && anulado_por === null

const isEnough = (text: string): boolean => text.length >= TEXT_MIN || /^\d+$/.test(text)

interface Candidate {
  tipo: TipoDte
  folio: number
  fecha: string
  nombre: string | null
  total: number
  /** Where it is known from. */
  origen: string
  pick: () => void
}

export function IssuedSearch({
  tipos,
  onPick,
  onRegistered,
}: {
  tipos: readonly TipoDte[]
  onPick: (tipo: TipoDte, folio: number) => void
  onRegistered: (tipo: TipoDte, registrado: Registrado) => void
}) {
  const { puede } = useSesion()
  const [text, setText] = useState('')
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim()), TEXT_MS)
    return () => clearTimeout(timer)
  }, [text])
  const enough = isEnough(settled)
  const tipo_dte = tipos.join(',')
  const issued = useApi(
    'GET /v1/documentos',
    { query: { q: settled, tipo_dte, orden: '-fecha_emision', limite: FEW } },
    { activa: enough },
  )
  const registered = useApi(
    'GET /v1/rcv/emitidos-fuera',
    { query: { q: settled, tipo_dte, limite: FEW } },
    { activa: enough && puede('rcv:leer') },
  )
  const own = (issued.data?.data ?? []).filter(mayBeReferred).map(
    (row): Candidate => ({
      ...{ tipo: row.tipo_dte as TipoDte, folio: row.folio, fecha: row.fecha_emision },
      ...{ nombre: row.razon_social_receptor, total: row.monto_total, origen: 'Emitido aquí' },
      pick: () => onPick(row.tipo_dte as TipoDte, row.folio),
    }),
  )
  const elsewhere = (registered.data?.data.documentos ?? []).flatMap((row): Candidate[] => {
    const tipo = row.tipo_dte
    if (!isTipoDte(tipo)) return []
    const { folio, fecha_emision: fecha, razon_social: nombre, monto_total: total } = row
    const origen = `Sólo en el registro del SII, ${formatPeriod(row.periodo)}`
    return [{ tipo, folio, fecha, nombre, total, origen, pick: () => onRegistered(tipo, row) }]
  })
  const answered = enough && issued.data && (registered.data || registered.error || !puede('rcv:leer'))
  return (
    <>
      <TextField
        label="Buscar lo emitido"
        hint="Nombre o RUT del receptor, folio o referencia; también lo que sólo está en el registro del SII"
        type="search"
        autoComplete="off"
        value={text}
        onChange={setText}
      />
      {answered && <Candidates rows={[...own, ...elsewhere]} more={registered.data?.data.quedan ?? false} />}
    </>
  )
}

function Candidates({ rows, more }: { rows: readonly Candidate[]; more: boolean }) {
  if (!rows.length)
    return (
      <div role="status">
        <p>Nada calza: ni de lo emitido aquí ni del registro.</p>
      </div>
    )
  return (
    <div role="status">
      <ul className="candidatas">
        {rows.map(({ tipo, folio, fecha, nombre, total, origen, pick }) => (
          <li key={`${origen} ${tipo} ${folio}`} className="acciones">
            <span>
              {shortName(tipo)} N° {folio} del {formatDate(fecha)}
              {nombre && ` a ${nombre}`} por {formatPesos(total)} <small>· {origen}</small>
            </span>
            <Button small aria-label={`Elegir ${shortName(tipo)} N° ${folio}`} onClick={pick}>
              Elegir
            </Button>
          </li>
        ))}
      </ul>
      {more && <small>Hay más en el registro: escriba el folio.</small>}
    </div>
  )
}
