// The document that a note is about, found among what was issued here by receiver, folio or reference.

import { useEffect, useState } from 'react'
import type { TipoDte } from '../../domain/dte/tipos'
import type { Datos } from '../api/client'
import { useApi } from '../api/query'
import { Button } from '../ui/button'
import { TextField } from '../ui/field'
import { formatDate, formatPesos } from '../ui/format'
import { shortName } from '../ui/tipo'

const TEXT_MS = 250
/** Of a name; a folio may be shorter. */
const TEXT_MIN = 3
const FEW = 8

type Row = Datos<'GET /v1/documentos'>[number]

/** What the SII refused or a note voids is nothing to write a note about. */
const mayBeReferred = ({ estado_sii, anulado_por }: Pick<Row, 'estado_sii' | 'anulado_por'>): boolean =>
  estado_sii !== 'rechazado' && anulado_por === null

const isEnough = (text: string): boolean => text.length >= TEXT_MIN || /^\d+$/.test(text)

export function IssuedSearch({
  tipos,
  onPick,
}: {
  tipos: readonly TipoDte[]
  onPick: (tipo: TipoDte, folio: number) => void
}) {
  const [text, setText] = useState('')
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim()), TEXT_MS)
    return () => clearTimeout(timer)
  }, [text])
  const { data } = useApi(
    'GET /v1/documentos',
    { consulta: { q: settled, tipo_dte: tipos.join(','), orden: '-fecha_emision', limite: FEW } },
    { activa: isEnough(settled) },
  )
  const rows = isEnough(settled) ? data?.data.filter(mayBeReferred) : undefined
  return (
    <>
      <TextField
        label="Buscar lo emitido"
        hint="Nombre o RUT del receptor, folio o referencia"
        type="search"
        autoComplete="off"
        value={text}
        onChange={setText}
      />
      {rows && (
        <div role="status">
          {rows.length ? (
            <ul className="candidatas">
              {rows.map((row) => (
                <li key={`${row.tipo_dte} ${row.folio}`} className="acciones">
                  <span>
                    {shortName(row.tipo_dte)} N° {row.folio} del {formatDate(row.fecha_emision)}
                    {row.razon_social_receptor && ` a ${row.razon_social_receptor}`} por{' '}
                    {formatPesos(row.monto_total)}
                  </span>
                  <Button
                    small
                    aria-label={`Elegir ${shortName(row.tipo_dte)} N° ${row.folio}`}
                    onClick={() => onPick(row.tipo_dte as TipoDte, row.folio)}
                  >
                    Elegir
                  </Button>
                </li>
              ))}
            </ul>
          ) : (
            <p>Nada emitido aquí calza.</p>
          )}
        </div>
      )}
    </>
  )
}
