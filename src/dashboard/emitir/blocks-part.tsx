// The blocks of the type: those that stand in the form, and those folded under "Más".

import { memo, useCallback, useState } from 'react'
import type { TipoDte } from '../../domain/dte/tipos'
import type { Block } from './block'
import { BLOCK_VIEWS } from './blocks/views'
import { useFields } from './fields'
import type { Form } from './form'
import type { Dispatch } from './reducer'
import { blocksOf } from './types'

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
        <One {...{ block, tipo, dispatch }} state={states[block.id]} />
      </section>
    ))
})

const isUsed = ({ id, initial }: Block, states: Form['bloques']): boolean =>
  JSON.stringify(states[id] ?? initial) !== JSON.stringify(initial)

/** Open from the start when it holds something; opened when something of it is wrong. */
export const FoldedBlocks = memo(function FoldedBlocks({ tipo, states, dispatch }: Props) {
  const field = useFields()
  const folded = blocksOf(tipo).filter(({ place }) => place === 'mas')
  const [open, setOpen] = useState(() => folded.some((block) => isUsed(block, states)))
  const faulty = folded.some(({ keys }) => keys.some((key) => field(key).error))
  if (faulty && !open) setOpen(true)
  return (
    <details className="emitir-mas" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Más: {folded.map(({ title }) => title.toLowerCase()).join(', ')}</summary>
      {folded.map((block) => (
        <fieldset key={block.id} className="seccion">
          <legend>{block.title}</legend>
          <One {...{ block, tipo, dispatch }} state={states[block.id]} />
        </fieldset>
      ))}
    </details>
  )
})

function One({
  block: { id, initial },
  state,
  tipo,
  dispatch,
}: {
  block: Block
  state: unknown
  tipo: TipoDte
  dispatch: Dispatch
}) {
  const onChange = useCallback((next: unknown) => dispatch({ do: 'block', id, state: next }), [dispatch, id])
  const View = BLOCK_VIEWS[id]
  return View ? <View state={state ?? initial} {...{ tipo, onChange }} /> : null
}
