// Documents that this one names: own ones are looked up by their folio, others are typed.

import { memo } from 'react'
import { isTipoDte, TIPOS, type TipoDte, tipoDocumento } from '../../domain/dte/tipos'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { Button } from '../ui/button'
import { SelectField, TextField } from '../ui/field'
import { formatDate, formatPesos } from '../ui/format'
import { OTROS_DOCUMENTOS } from '../ui/referencia'
import { shortName } from '../ui/tipo'
import { useFields } from './fields'
import type { Reference, ReferenceField } from './form'
import type { Dispatch } from './reducer'

const CHOICES: readonly (readonly [string, string])[] = [
  ...OTROS_DOCUMENTOS.map(([code, words]) => [code, `${words} (${code})`] as const),
  ...TIPOS.map(({ codigo }) => [String(codigo), `${shortName(codigo)} (${codigo})`] as const),
]

/** The reference code of a note that is repeated (http §1). */
const CODES = [
  ['1', 'Anula'],
  ['2', 'Corrige un texto'],
  ['3', 'Corrige montos'],
] as const

export const References = memo(function References({
  references,
  tipo,
  dispatch,
}: {
  references: readonly Reference[]
  tipo: TipoDte
  dispatch: Dispatch
}) {
  const field = useFields()
  const boleta = tipoDocumento(tipo).raiz === 'Boleta'
  const whole = field('referencias')
  return (
    <section className="seccion" aria-label="Referencias">
      <h2>Referencias</h2>
      {references.map((reference, i) => (
        <Row key={reference.id} {...{ reference, boleta, dispatch }} at={i + 1} />
      ))}
      {whole.error && <span className="falta">{whole.error}</span>}
      <div>
        <Button small id={whole.id} onClick={() => dispatch({ do: 'reference-add' })}>
          Agregar referencia
        </Button>
      </div>
    </section>
  )
})

function Row({
  reference,
  at,
  boleta,
  dispatch,
}: {
  reference: Reference
  at: number
  boleta: boolean
  dispatch: Dispatch
}) {
  const field = useFields()
  const { id, tipo_documento } = reference
  const props = (name: ReferenceField) => ({
    ...field(`referencias.${id}.${name}`),
    value: reference[name],
    onChange: (value: string) => dispatch({ do: 'reference', id, field: name, value }),
  })
  const known = CHOICES.some(([code]) => code === tipo_documento)
  const choices = [
    ...(boleta ? [['', 'Ninguno'] as const] : []),
    ...CHOICES,
    ...(known || !tipo_documento ? [] : [[tipo_documento, tipo_documento] as const]),
  ]
  const found = useReferred(boleta ? null : reference)
  return (
    <fieldset className="fila-referencia">
      <legend className="solo-lector">Referencia {at}</legend>
      <div className="grilla">
        <SelectField label="Documento" options={choices} {...props('tipo_documento')} />
        <TextField
          label="Folio"
          optional={boleta}
          maxLength={18}
          autoComplete="off"
          hint={
            found &&
            `${found.razon_social_receptor ?? found.rut_receptor} · ${formatPesos(found.monto_total)}`
          }
          {...props('folio')}
        />
        {boleta ? (
          <TextField label="Código" optional maxLength={18} autoComplete="off" {...props('codigo')} />
        ) : (
          <TextField
            label="Fecha"
            type="date"
            optional={found !== null}
            hint={found && !reference.fecha && `Va la del documento: ${formatDate(found.fecha_emision)}`}
            {...props('fecha')}
          />
        )}
        {!boleta && reference.codigo !== '' && (
          <SelectField label="Qué hace la nota" options={CODES} {...props('codigo')} />
        )}
        <TextField label="Razón" optional maxLength={90} autoComplete="off" {...props('razon')} />
      </div>
      <Button
        small
        tone="liso"
        aria-label={`Quitar la referencia ${at}`}
        onClick={() => dispatch({ do: 'reference-remove', id })}
      >
        Quitar
      </Button>
    </fieldset>
  )
}

/** The own document that a reference names. */
function useReferred(reference: Reference | null) {
  const { puede } = useSesion()
  const tipo = Number(reference?.tipo_documento)
  const folio = reference?.folio.trim() ?? ''
  const asks = isTipoDte(tipo) && /^\d{1,10}$/.test(folio) && puede('dte:leer')
  const { data } = useApi(
    'GET /v1/documentos',
    { query: { tipo_dte: String(tipo), folio, limite: 1 } },
    { activa: asks },
  )
  return (asks && data?.data[0]) || null
}
