// The effect of a note on its document: voids it, corrects a text, corrects amounts.

import { useId } from 'react'
import { type TipoDte, tipoDocumento } from '../../domain/dte/tipos'
import { voidingNote } from '../../domain/dte/voiding-note'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { LinkButton } from '../ui/button'
import { TextArea, TextField } from '../ui/field'
import { formatAmount, formatDate, formatPesos } from '../ui/format'
import { Notice } from '../ui/notice'
import { shortName } from '../ui/tipo'
import { useBound } from './blocks/bound'
import { fieldId, useFields } from './fields'
import type { Answer, Note } from './form'
import type { Dispatch } from './reducer'
import { obstacleOf } from './referred'

const ANSWERS: readonly (readonly [Answer, words: string, what: string])[] = [
  ['anular', 'Anular', 'Todo el documento queda sin efecto.'],
  ['texto', 'Corregir un texto', 'Giro, dirección u otro dato. No cambia montos.'],
  ['montos', 'Corregir montos', 'Una parte del documento, por líneas.'],
]

/** The answers that a note of the type may give. */
const answersOf = (tipo: TipoDte, referido: TipoDte): readonly Answer[] => [
  ...(voidingNote(referido).tipo === tipo ? (['anular'] as const) : []),
  'texto',
  ...(tipo === referido ? [] : (['montos'] as const)),
]

export const useReferredDocument = (nota: Note | null) =>
  useApi(
    'GET /v1/documentos/:tipo/:folio',
    { params: { tipo: String(nota?.tipo), folio: String(nota?.folio) } },
    { activa: nota !== null && !nota.ajena },
  ).data?.data

export function NotePart({ nota, tipo, dispatch }: { nota: Note; tipo: TipoDte; dispatch: Dispatch }) {
  const group = useId()
  const field = useFields()
  const { puede } = useSesion()
  const document = useReferredDocument(nota)
  const left = document?.saldo_componentes
  const change = (part: Partial<Note>): void => dispatch({ do: 'note', change: part })
  const bind = useBound(nota, change)
  const obstacle = document && obstacleOf(document)
  // A part was taken already: what is left is corrected, not voided.
  const partly = document !== undefined && document.saldo !== document.monto_total
  const allowed = answersOf(tipo, nota.tipo).filter(
    (answer) => answer !== 'anular' || nota.ajena || (puede('dte:anular') && !partly),
  )
  const chosen = field('nota.respuesta')
  const whole = field('nota')
  if (obstacle)
    return (
      <section className="seccion" aria-label="Documento que modifica">
        <h2>
          Sobre {shortName(nota.tipo).toLowerCase()} N° {nota.folio}
        </h2>
        <Notice tone="mal" title={obstacle.title}>
          <p>{obstacle.text}</p>
          <div>
            <LinkButton href={obstacle.href}>{obstacle.verb}</LinkButton>
          </div>
        </Notice>
      </section>
    )
  return (
    <section className="seccion" aria-label="Documento que modifica">
      <h2>
        Sobre {shortName(nota.tipo).toLowerCase()} N° {nota.folio}
        {nota.fecha && ` del ${formatDate(nota.fecha)}`}
      </h2>
      {nota.ajena && (
        <p className="ayuda">
          Se emitió fuera de este sistema: no se puede revisar aquí.
          {nota.registro && ` El registro del SII dice que su total es ${formatPesos(nota.registro.total)}.`}
          {nota.registro?.otrosImpuestos &&
            ' Tiene otros impuestos además del IVA: agréguelos en la línea y compare el total.'}
        </p>
      )}
      {document && left && (
        <p>
          {document.razon_social_receptor ?? document.rut_receptor} · total{' '}
          {formatAmount(document.totales.monto_total, document.totales.moneda)}
          {' · '}
          <strong>le queda {formatAmount(left.total, left.moneda)}</strong>
        </p>
      )}
      {partly && voidingNote(nota.tipo).tipo === tipo && (
        <p className="ayuda">
          Ya no debe su total, así que no se anula entero: rebaje el resto corrigiendo montos.
        </p>
      )}
      <fieldset
        className="emitir-respuestas"
        id={chosen.id}
        tabIndex={-1}
        aria-describedby={chosen.error && `${chosen.id}-falta`}
      >
        <legend>Qué hace la {tipoDocumento(tipo).nombre.toLowerCase()}</legend>
        {ANSWERS.filter(([answer]) => allowed.includes(answer)).map(([answer, words, what]) => (
          <label key={answer} className="casilla">
            <input
              type="radio"
              name={group}
              checked={nota.respuesta === answer}
              aria-invalid={chosen.error ? true : undefined}
              onChange={() => change({ respuesta: answer })}
            />
            <span>
              {words}
              <br />
              <small>{what}</small>
            </span>
          </label>
        ))}
        {chosen.error && (
          <span className="falta" id={`${chosen.id}-falta`}>
            {chosen.error}
          </span>
        )}
      </fieldset>
      {whole.error && (
        <p className="falta" id={fieldId('nota')} tabIndex={-1}>
          {whole.error}
        </p>
      )}
      {nota.respuesta === 'texto' && (
        <div className="grilla">
          <TextArea {...bind('dice', 'nota.dice')} label="Donde dice" rows={2} maxLength={450} />
          <TextArea {...bind('debeDecir', 'nota.debeDecir')} label="Debe decir" rows={2} maxLength={450} />
        </div>
      )}
      {nota.respuesta !== '' && (
        <TextField
          {...bind('motivo', 'nota.motivo')}
          label="Motivo"
          optional={nota.respuesta !== 'anular'}
          maxLength={90}
          autoComplete="off"
        />
      )}
    </section>
  )
}
