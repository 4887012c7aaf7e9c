// A note begins with the document it acts on: one of here by its folio, or one that was issued elsewhere.

import { type FormEvent, useState } from 'react'
import { type TipoDte, tipoDocumento } from '../../domain/dte/tipos'
import { api } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { SelectField, TextField } from '../ui/field'
import { Notice } from '../ui/notice'
import { shortName } from '../ui/tipo'

const REFERRED = [33, 34, 39, 41, 46, 56, 61] as const satisfies readonly TipoDte[]
const EXPORTS = [110, 111, 112] as const satisfies readonly TipoDte[]

/** What a note may act on: of exports, exports. */
const referredBy = (tipo: TipoDte): readonly TipoDte[] =>
  tipoDocumento(tipo).monedaExtranjera ? EXPORTS : REFERRED
/** What it mostly does. */
const FIRST: Partial<Record<TipoDte, TipoDte>> = { 56: 61, 111: 110, 112: 110 }

export function NotePicker({
  tipo,
  onOwn,
  onForeign,
}: {
  tipo: TipoDte
  onOwn: (referido: TipoDte, folio: number) => void
  onForeign: (referido: TipoDte, folio: number, fecha: string) => void
}) {
  const [referido, setReferido] = useState(String(FIRST[tipo] ?? 33))
  const [folio, setFolio] = useState('')
  const [fecha, setFecha] = useState('')
  const [absent, setAbsent] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const [error, setError] = useState<string>()
  const choices = referredBy(tipo)
  const wanted = choices.find((one) => String(one) === referido) ?? 33
  const number = /^[1-9]\d{0,9}$/.test(folio.trim()) ? Number(folio.trim()) : null

  const look = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setFault(null)
    setAbsent(false)
    setError(number === null ? 'Escriba el número del documento' : undefined)
    if (number === null) return
    try {
      await api('GET /v1/documentos/:tipo/:folio', { ruta: { tipo: referido, folio: String(number) } })
      onOwn(wanted, number)
    } catch (thrown) {
      const said = toFault(thrown)
      if (said.code === 'NOT_FOUND') setAbsent(true)
      else setFault(said)
    }
  }
  return (
    <form className="seccion" onSubmit={(event) => void look(event)}>
      <h2>¿Qué documento modifica?</h2>
      <div className="grilla">
        <SelectField
          label="Documento"
          options={choices.map((one) => [String(one), shortName(one)] as const)}
          value={referido}
          onChange={setReferido}
        />
        <TextField
          label="Folio"
          inputMode="numeric"
          autoComplete="off"
          error={error}
          value={folio}
          onChange={setFolio}
        />
      </div>
      <div>
        <Button type="submit" tone="primario">
          Continuar
        </Button>
      </div>
      {fault && <FaultNotice fault={fault} />}
      {absent && number !== null && (
        <Notice tone="aviso" title={`${shortName(wanted)} N° ${number} no se emitió aquí`}>
          <p>Si se emitió con otro sistema, indique su fecha y escriba sus datos.</p>
          <TextField label="Fecha del documento" type="date" value={fecha} onChange={setFecha} />
          <div>
            <Button aria-disabled={!fecha} onClick={() => fecha && onForeign(wanted, number, fecha)}>
              Seguir con ese documento
            </Button>
          </div>
        </Notice>
      )}
    </form>
  )
}
