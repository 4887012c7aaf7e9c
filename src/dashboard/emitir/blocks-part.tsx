// The blocks of the type: those that stand in the form, and those folded under "Más".

import { memo, Suspense, useCallback, useContext, useState } from 'react'
import type { TipoDte } from '../../domain/dte/tipos'
import { Skeleton } from '../ui/skeleton'
import type { Block } from './block'
import type { Fechas } from './blocks/fechas'
import { fechas } from './blocks/fechas'
import { BLOCK_VIEWS } from './blocks/views'
import { FieldsContext } from './fields'
import type { Form } from './form'
import type { Dispatch } from './reducer'
import { blocksIn, blocksOf } from './types'

interface Props {
  tipo: TipoDte
  states: Form['bloques']
  dispatch: Dispatch
}

export const VisibleBlocks = memo(function VisibleBlocks({ tipo, states, dispatch }: Props) {
  return blocksOf(tipo)
    .filter(({ place }) => place === 'visible')
    .map((block) => (
      <section key={block.id} className="seccion" aria-label={block.title}>
        <h2>{block.title}</h2>
        <One {...{ block, tipo, dispatch }} state={states[block.id]} fecha={dayOf(states)} />
      </section>
    ))
})

const dayOf = (states: Form['bloques']): string => (states[fechas.id] as Fechas | undefined)?.emision ?? ''

const isUsed = ({ id, initial }: Block, states: Form['bloques']): boolean =>
  JSON.stringify(states[id] ?? initial) !== JSON.stringify(initial)

/** Open from the start when it holds something; opened when something of it is wrong. */
export const FoldedBlocks = memo(function FoldedBlocks({
  tipo,
  respuesta,
  states,
  dispatch,
}: Props & { respuesta: string | undefined }) {
  const { faults } = useContext(FieldsContext)
  const folded = blocksIn(tipo, respuesta).filter(({ place }) => place === 'mas')
  const [open, setOpen] = useState(() => folded.some((block) => isUsed(block, states)))
  const mine = new Set<string>(folded.flatMap(({ keys }) => keys))
  const faulty = Object.keys(faults).some((path) => mine.has(/^\w+/.exec(path)?.[0] ?? ''))
  if (faulty && !open) setOpen(true)
  return (
    <details className="emitir-mas" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Más: {folded.map(({ title }) => title.toLowerCase()).join(', ')}</summary>
      {folded.map((block) => (
        <fieldset key={block.id} className="seccion">
          <legend>{block.title}</legend>
          <One {...{ block, tipo, dispatch }} state={states[block.id]} fecha={dayOf(states)} />
        </fieldset>
      ))}
    </details>
  )
})

function One({
  block: { id, initial },
  state,
  tipo,
  fecha,
  dispatch,
}: {
  block: Block
  state: unknown
  fecha: string
  tipo: TipoDte
  dispatch: Dispatch
}) {
  const onChange = useCallback((next: unknown) => dispatch({ do: 'block', id, state: next }), [dispatch, id])
  const View = BLOCK_VIEWS[id]
  return (
    View && (
      <Suspense fallback={<Skeleton />}>
        <View state={state ?? initial} {...{ tipo, fecha, onChange }} />
      </Suspense>
    )
  )
}
