// The parts of the form in the order of their fields: receiver, lines, references, payment, more. A note begins with its document.

import { useCallback } from 'react'
import { tipoDocumento } from '../../domain/dte/tipos'
import type { Fault } from '../api/fault'
import { FoldedBlocks, VisibleBlocks } from './blocks-part'
import { Carried } from './carried'
import { Lines } from './lines'
import { NotePart } from './note'
import { ReceiverPart } from './receiver'
import type { Dispatch, State } from './reducer'
import { References } from './references'
import { Replaces } from './replaces'
import { emissionType } from './types'
import { isOwnVoid, type Judgement } from './use-judgement'

export function FormParts({
  state: { form, removed },
  judgement,
  fault,
  demand,
  dispatch,
}: {
  state: State
  judgement: Judgement
  /** The refusal of the attempt to issue, or of the server's judgement. */
  fault: Fault | null
  demand: boolean
  dispatch: Dispatch
}) {
  const { tipo, nota } = form
  const toLines = useCallback(() => {
    document.querySelector<HTMLElement>('[data-columna]')?.focus()
  }, [])
  // An own void has fixed content, and nothing is to be filled in before an answer.
  const row = emissionType(tipo)
  const fixed = isOwnVoid(form) || nota?.respuesta === ''
  return (
    <div className="emitir-datos">
      {form.reemplaza && <Replaces reemplaza={form.reemplaza} {...{ fault, dispatch }} />}
      {nota && <NotePart {...{ nota, tipo, dispatch }} />}
      {!fixed && (
        <>
          <ReceiverPart
            receptor={form.receptor}
            cliente={form.cliente}
            kind={row?.receptor ?? 'completo'}
            quien={row?.quien}
            guardar={nota || tipoDocumento(tipo).delComprador ? null : (form.guardarCliente ?? false)}
            onReady={toLines}
            {...{ demand, dispatch }}
          />
          {nota?.respuesta !== 'texto' && (
            <Lines
              lines={form.lineas}
              conIva={form.conIva}
              amounts={judgement.amounts}
              {...{ tipo, removed, dispatch }}
            />
          )}
          <References references={form.referencias} {...{ tipo, dispatch }} />
          <VisibleBlocks states={form.bloques} {...{ tipo, dispatch }} />
          <FoldedBlocks
            key={nota?.respuesta}
            respuesta={nota?.respuesta}
            states={form.bloques}
            {...{ tipo, dispatch }}
          />
          <Carried resto={form.resto} dispatch={dispatch} />
        </>
      )}
    </div>
  )
}
