// The form of one document, from its first key to the answer (dashboard §7).

import {
  Fragment,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react'
import { tipoDocumento } from '../../domain/dte/tipos'
import { useSesion } from '../api/sesion'
import { Notice } from '../ui/notice'
import { shortName } from '../ui/tipo'
import { Aside } from './aside'
import { Confirm } from './confirm'
import type { SentKey } from './drafts'
import { type Fields, FieldsContext } from './fields'
import type { Form } from './form'
import { FormParts } from './form-parts'
import { Preview } from './preview'
import { reduce, startState } from './reducer'
import { useDraft } from './use-draft'
import { type Issued, useEmission } from './use-emission'
import { useFirstField } from './use-first-field'
import { isOwnVoid, shownOf, useJudgement } from './use-judgement'
import { useSaveSerie } from './use-save-serie'
import { useSaveShared } from './use-save-shared'

export interface Start {
  id: string
  form: Form
  /** The key of an earlier request whose answer never came. */
  sent: SentKey | null
  /** The parts of a shared draft that saving it from this form would change. */
  perdido?: readonly string[]
}

const WIDE = '(width >= 1840px)'

export function EmissionForm({
  start,
  onKept,
  onIssued,
}: {
  start: Start
  /** The draft has a place in the storage now. */
  onKept: (id: string) => void
  onIssued: (issued: Issued, form: Form) => void
}) {
  const [state, dispatch] = useReducer(reduce, start.form, startState)
  const { form } = state
  const { ambiente, puede } = useSesion()
  const issues = puede('dte:emitir') && !form.serie
  const kept = useCallback(() => onKept(start.id), [onKept, start.id])
  const draft = useDraft(start.id, form, start.form, start.sent, kept)
  const [tried, setTried] = useState(0)
  const judgement = useJudgement(form, tried > 0)
  const emission = useEmission(
    form,
    judgement.built,
    draft,
    (issued) => onIssued(issued, form),
    (version) => form.borrador && dispatch({ do: 'shared', borrador: { ...form.borrador, version } }),
  )
  const saving = useSaveShared(form, judgement.built, draft)
  const intoSerie = useSaveSerie(form, judgement.built, draft)
  const attempt = form.serie ? intoSerie : emission
  const [confirming, setConfirming] = useState(false)
  const [preview, setPreview] = useState<'inicial' | 'pedida' | null>(() =>
    issues && matchMedia(WIDE).matches ? 'inicial' : null,
  )
  const root = useRef<HTMLFormElement>(null)

  const body = useMemo(() => JSON.stringify(judgement.built.body), [judgement.built])
  const refused = attempt.about === body && attempt.faults.length > 0
  const faults = refused ? attempt.faults : judgement.faults
  const shown = shownOf(faults, state, tried > 0)
  // As text: what is said is mostly what was said at the key before.
  const said = JSON.stringify(shown.byKey)
  const fields = useMemo(
    (): Fields => ({
      faults: JSON.parse(said) as Fields['faults'],
      leave: (key) => dispatch({ do: 'leave', key }),
    }),
    [said],
  )

  useFirstFault(root, tried, body, !judgement.pending && faults.length > 0)
  // It closes for a fault, and does not come back by itself once that is mended.
  if (confirming && !judgement.pending && judgement.faults.length > 0) setConfirming(false)

  const own = isOwnVoid(form)
  const issue = (): void => {
    if (form.serie) {
      setTried((times) => times + 1)
      if (judgement.readable) intoSerie.save()
      return
    }
    if (!issues) {
      saving.save()
      return
    }
    setTried((times) => times + 1)
    if (emission.busy || !judgement.readable || (judgement.faults.length && !judgement.pending)) return
    // `validar` tells the other faults of such a form.
    if (!own && !judgement.built.body.detalle.length) return
    if (ambiente === 'simulacion') emission.issue()
    else setConfirming(true)
  }
  const action = `Emitir ${shortName(form.tipo).toLowerCase()}${ambiente === 'produccion' ? ' real' : ''}`
  useIssueKey(issue)
  useFirstField(root)

  return (
    <FieldsContext value={fields}>
      <form
        ref={root}
        className={preview && !own ? 'emitir con-vista' : 'emitir'}
        noValidate
        onSubmit={(event) => event.preventDefault()}
      >
        {start.perdido && start.perdido.length > 0 && <Lost perdido={start.perdido} />}
        <FormParts
          {...{ state, judgement, dispatch }}
          fault={attempt.about === body ? (attempt.fault ?? judgement.fault) : judgement.fault}
          demand={shown.demand}
        />
        <Aside
          {...{ form, judgement, emission, saving, intoSerie, action }}
          shown={shown.list}
          tried={tried > 0}
          draft={draft.state}
          onIssue={issue}
          preview={
            own || !issues
              ? null
              : { open: preview !== null, toggle: () => setPreview(preview ? null : 'pedida') }
          }
        />
        {preview && !own && (
          <Preview
            body={judgement.sound ? judgement.built.body : null}
            called={preview === 'pedida'}
            start={tipoDocumento(form.tipo).raiz === 'Boleta' ? '80mm' : 'carta'}
          />
        )}
      </form>
      {confirming && !judgement.faults.length && !emission.busy && (
        <Confirm
          {...{ form, action }}
          totals={judgement.totals}
          warnings={judgement.warnings}
          ready={judgement.sound}
          onConfirm={() => {
            setConfirming(false)
            emission.issue()
          }}
          onClose={() => setConfirming(false)}
        />
      )}
    </FieldsContext>
  )
}

/** A part that a program wrote as no field of the form has it. */
const Lost = ({ perdido }: { perdido: readonly string[] }) => (
  <Notice tone="aviso" title="El borrador dice más de lo que muestra este formulario" quiet>
    <p>
      Al guardarlo o emitirlo desde aquí cambia:{' '}
      {perdido.map((key, i) => (
        <Fragment key={key}>
          {i > 0 && ', '}
          <code>{key}</code>
        </Fragment>
      ))}
      . Desde su página se emite tal como está.
    </p>
  </Notice>
)

/**
 * Asked to issue what cannot be: the first fault gets the focus, once all are known (`wrong`), unless the person went on typing
 * meanwhile. `tried` counts the attempts.
 */
function useFirstFault(
  root: RefObject<HTMLFormElement | null>,
  tried: number,
  body: string,
  wrong: boolean,
): void {
  const sought = useRef({ tried: 0, body: '' })
  useEffect(() => {
    if (sought.current.tried !== tried) sought.current = { tried, body }
    if (!wrong || sought.current.body !== body) return
    sought.current.body = ''
    root.current?.querySelector<HTMLElement>('[aria-invalid="true"], .emitir-faltas button')?.focus()
  }, [root, tried, body, wrong])
}

/** Ctrl+Enter, wherever the focus is, but never behind a dialog. */
function useIssueKey(issue: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      issue()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}
