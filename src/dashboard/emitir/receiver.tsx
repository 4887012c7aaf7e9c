// Whom it is for: one field takes a RUT or a name; whoever is known fills the rest, whoever is not opens the fields.

import { memo, useEffect, useRef, useState } from 'react'
import { useSesion } from '../api/sesion'
import { Button } from '../ui/button'
import { Combobox } from '../ui/combobox'
import { CheckField } from '../ui/field'
import { formatRut } from '../ui/format'
import { parseRut } from '../ui/parse'
import { fieldId, useFields } from './fields'
import { emptyReceiver, RECEIVER_FIELDS, type Receiver } from './form'
import { clienteOf, receiverOf, unchanged } from './from-cliente'
import { ReceiverFields } from './receiver-fields'
import type { Dispatch } from './reducer'
import type { EmissionType } from './types'
import { type Found, fetchReceiver, findReceiver, type Known, useReceivers } from './use-receivers'

type Mode = 'nadie' | 'buscar' | 'resumen' | 'campos'

const NONE: ReadonlySet<string> = new Set()

const isNobody = (receptor: Receiver): boolean =>
  !receptor.resto && RECEIVER_FIELDS.every((field) => receptor[field] === '')

/** `demand`: something about the receiver is wanted of a document that may have none (the boleta over the threshold). */
export const ReceiverPart = memo(function ReceiverPart({
  receptor,
  cliente,
  kind,
  quien,
  demand,
  guardar,
  dispatch,
  onReady,
}: {
  receptor: Receiver
  cliente: Receiver | undefined
  kind: EmissionType['receptor']
  quien: string | undefined
  demand: boolean
  /** Whether somebody new becomes a customer; null where nobody does. */
  guardar: boolean | null
  dispatch: Dispatch
  /** Somebody was chosen: the lines are next. */
  onReady: () => void
}) {
  const [mode, setMode] = useState<Mode>(() =>
    isNobody(receptor) ? (kind === 'opcional' ? 'nadie' : 'buscar') : 'resumen',
  )
  const { puede } = useSesion()
  const field = useFields()
  const faulty = RECEIVER_FIELDS.some((name) => field(`receptor.${name}`).error)
  // Opened for a fault it stays open: a field must not go away under who mends it.
  if (mode !== 'campos' && (demand || (faulty && mode === 'resumen'))) setMode('campos')
  const set = (next: Receiver): void => dispatch({ do: 'receiver-all', receptor: next })
  const startOver = (): void => {
    set(emptyReceiver())
    setMode('buscar')
  }
  return (
    <section className="seccion emitir-receptor" aria-label="Receptor">
      <h2>Receptor</h2>
      {quien && <p className="ayuda">{quien}</p>}
      {mode === 'nadie' && (
        <div className="acciones">
          <span>Sin identificar</span>
          <Button small onClick={() => setMode('buscar')}>
            Identificar
          </Button>
        </div>
      )}
      {mode === 'buscar' && (
        <Search
          receptor={receptor}
          onChange={set}
          onKnown={({ receptor: next, cliente: of }, byKey) => {
            const forma = of?.forma_pago_defecto ? String(of.forma_pago_defecto) : undefined
            dispatch({ do: 'receiver-all', receptor: next, cliente: of ? receiverOf(of) : undefined, forma })
            setMode('resumen')
            if (byKey) onReady()
          }}
          onUnknown={() => {
            setMode('campos')
            if (guardar !== null && kind !== 'extranjero' && puede('clientes:escribir'))
              dispatch({ do: 'keep-cliente', on: true })
          }}
          foreign={kind === 'extranjero'}
          onNobody={kind === 'opcional' ? () => setMode('nadie') : null}
        />
      )}
      {mode === 'resumen' && (
        <div className="resumen">
          <p>
            <strong>{receptor.razon_social || 'Sin nombre'}</strong>
            {receptor.rut && ` · ${receptor.rut}`}
            <br />
            <small>
              {[receptor.giro, receptor.direccion, receptor.comuna || receptor.ciudad]
                .filter(Boolean)
                .join(' · ') || 'Sin giro ni dirección'}
              {cliente && ' · Del cliente'}
            </small>
          </p>
          <Button small id={fieldId('receptor')} onClick={() => setMode('campos')}>
            Editar
          </Button>
          <Button small onClick={startOver}>
            Elegir otro
          </Button>
        </div>
      )}
      {mode === 'campos' && (
        <>
          <ReceiverFields
            receptor={receptor}
            kind={kind}
            deCliente={cliente ? unchanged(receptor, cliente) : NONE}
            dispatch={dispatch}
          />
          {guardar !== null && kind !== 'extranjero' && !cliente && puede('clientes:escribir') && (
            <CheckField
              label="Guardar cliente"
              checked={guardar}
              disabled={clienteOf(receptor) === null && !guardar}
              onChange={(on) => dispatch({ do: 'keep-cliente', on })}
            />
          )}
          <div>
            <Button small tone="liso" onClick={startOver}>
              Elegir otro receptor
            </Button>
          </div>
        </>
      )}
    </section>
  )
})

function Search({
  receptor,
  onChange,
  onKnown,
  onUnknown,
  onNobody,
  foreign,
}: {
  receptor: Receiver
  onChange: (receptor: Receiver) => void
  onKnown: (found: Found, byKey: boolean) => void
  onUnknown: () => void
  onNobody: (() => void) | null
  /** A receiver without a RUT is found by name. */
  foreign: boolean
}) {
  const field = useFields()
  const { puede } = useSesion()
  const { rut, razon_social } = receptor
  const text = rut || razon_social
  const known = useReceivers(text, foreign)
  const rutField = field('receptor.rut')
  const whole = parseRut(text)

  // Chosen, the focus goes on by itself: that is no leaving.
  const settled = useRef(false)
  const choose = async (one: Known): Promise<void> => {
    settled.current = true
    const rut = foreign ? '' : formatRut(one.rut)
    const brief = { receptor: { ...emptyReceiver(), rut, razon_social: String(one.label) }, cliente: null }
    onKnown((await fetchReceiver(one).catch(() => null)) ?? brief, true)
  }
  const leave = async (byKey = false): Promise<void> => {
    if (settled.current) return
    if (!text.trim()) {
      onNobody?.()
      return
    }
    rutField.onBlur()
    const found = whole.ok ? await findReceiver(whole.value, puede).catch(() => null) : null
    if (settled.current) return
    settled.current = found !== null
    if (found) onKnown(found, byKey)
    else onUnknown()
  }
  // Enter may be quicker than the answer: it is for whom that names.
  const [awaited, setAwaited] = useState<string | null>(null)
  const waiting = awaited === text && known === undefined
  useEffect(() => {
    if (awaited !== text || known === undefined) return
    setAwaited(null)
    const [first] = known ?? []
    void (first ? choose(first) : leave(true))
  })
  return (
    <Combobox<Known>
      id={rutField.id}
      label={foreign ? 'Nombre' : 'RUT o nombre'}
      hint="Si es su cliente o ya le emitió, el resto se completa solo."
      error={text ? undefined : (rutField.error ?? field('receptor').error)}
      autoFocus
      text={text}
      onText={(typed) =>
        onChange({
          ...emptyReceiver(),
          ...(/^\s*\d[\d.\s-]*[kK]?\s*$/.test(typed) ? { rut: typed } : { razon_social: typed }),
        })
      }
      options={known ?? []}
      {...(waiting && { nothing: 'Buscando…' })}
      {...(known &&
        !known.length && {
          nothing: 'No está entre sus clientes ni sus documentos: siga y escriba sus datos',
        })}
      onChoose={(one) => void choose(one)}
      onEnter={() => (known === undefined && !whole.ok ? setAwaited(text) : void leave(true))}
      onBlur={() => !waiting && void leave()}
      eager
    />
  )
}
