// A note begins with the document it acts on: one of here by its folio, or one that was issued elsewhere, which the register may have.

import { type FormEvent, useRef, useState } from 'react'
import { TIPOS, type TipoDocumento, type TipoDte, tipoDocumento } from '../../domain/dte/tipos'
import { api } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { SelectField, TextField } from '../ui/field'
import { Notice } from '../ui/notice'
import { shortName } from '../ui/tipo'
import { IssuedSearch, type Registrado } from './issued-search'
import { useFirstField } from './use-first-field'

/** The types that a note may refer to: of exports, exports. */
const referredBy = ({ monedaExtranjera }: TipoDocumento): readonly TipoDocumento[] =>
  TIPOS.filter((row) => row.anuladoPor !== null && row.monedaExtranjera === monedaExtranjera)

/** The usual type: a debit note, of no export, refers to a credit note. */
function firstOf({ nota, monedaExtranjera }: TipoDocumento, choices: readonly TipoDocumento[]): TipoDte {
  const voids = nota === 'debito' && !monedaExtranjera
  return choices.find((row) => !voids || row.nota === 'credito')!.codigo
}

export function NotePicker({
  tipo,
  onOwn,
  onForeign,
  onRegistered,
}: {
  tipo: TipoDte
  onOwn: (referido: TipoDte, folio: number) => void
  onForeign: (referido: TipoDte, folio: number, fecha: string) => void
  /** Issued elsewhere, but the SII's register has it. */
  onRegistered: (referido: TipoDte, registrado: Registrado) => void
}) {
  const choices = referredBy(tipoDocumento(tipo)).map(({ codigo }) => codigo)
  const [referido, setReferido] = useState(() =>
    String(firstOf(tipoDocumento(tipo), referredBy(tipoDocumento(tipo)))),
  )
  const { puede } = useSesion()
  const root = useRef<HTMLElement>(null)
  useFirstField(root)
  const [folio, setFolio] = useState('')
  const [fecha, setFecha] = useState('')
  const [absent, setAbsent] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const [error, setError] = useState<string>()
  const wanted = choices.find((one) => String(one) === referido) ?? choices[0]!
  const number = /^[1-9]\d{0,9}$/.test(folio.trim()) ? Number(folio.trim()) : null

  /** The register's own with that folio; who may not read it, or does not reach it, types the document's data. */
  const findRegistered = async (tipo: TipoDte, folio: number): Promise<Registrado | undefined> => {
    if (!puede('rcv:leer')) return undefined
    const query = { q: String(folio), tipo_dte: String(tipo), limite: 50 }
    const found = await api('GET /v1/rcv/emitidos-fuera', { query }).catch(() => null)
    return found?.data.documentos.find((one) => one.folio === folio && one.tipo_dte === tipo)
  }
  const look = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setFault(null)
    setAbsent(false)
    setError(number === null ? 'Escriba el número del documento' : undefined)
    if (number === null) return
    try {
      await api('GET /v1/documentos/:tipo/:folio', { params: { tipo: referido, folio: String(number) } })
      onOwn(wanted, number)
    } catch (thrown) {
      const said = toFault(thrown)
      if (said.code !== 'NOT_FOUND') return setFault(said)
      const registrado = await findRegistered(wanted, number)
      if (registrado) onRegistered(wanted, registrado)
      else setAbsent(true)
    }
  }
  return (
    <section ref={root} className="seccion">
      <h2>¿Qué documento modifica?</h2>
      <IssuedSearch tipos={choices} onPick={onOwn} onRegistered={onRegistered} />
      <form className="columna" onSubmit={(event) => void look(event)}>
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
    </section>
  )
}
