// `/compras-internacionales/:id`: the supplier's file beside what was read of it; corrected, classified, issued, or told why not
// (areas/compras-internacionales §1, §3).

import { useEffect } from 'react'
import { Link, useParams } from 'wouter'
import { useApiOrNull } from '../api/query'
import { useSesion } from '../api/sesion'
import { KeptWords } from '../shell/kept-notice'
import { Loaded } from '../shell/loaded'
import { Missing, Page } from '../shell/page'
import { useKeptForm } from '../shell/use-kept-form'
import { Notice } from '../ui/notice'
import { StatusWord } from '../ui/status'
import { Classify } from './classify'
import { type Compra, dichoOf, differing, ESTADO, isEmpty, nameOf } from './compra'
import { Correct } from './correct'
import { draftOf, type Edits } from './datos'
import { FileView } from './file-view'
import { Discard, Emitida, Issue } from './issue'

const POLL_MS = 5000

export default function UnaCompra() {
  const { id } = useParams<{ id: string }>()
  const query = useApiOrNull(
    'GET /v1/compras-internacionales/:id',
    { params: { id } },
    // No event tells of another person's corrections.
    { cada: POLL_MS },
  )
  return (
    <Loaded query={query}>
      {(answer) =>
        answer ? (
          <Shown key={id} compra={answer.data} />
        ) : (
          <Page title="Compra internacional">
            <Missing what="Esa compra" list={['/compras-internacionales', 'Compras internacionales']} />
          </Page>
        )
      }
    </Loaded>
  )
}

const UNTOUCHED: Edits = { edits: {}, said: {} }

function Shown({ compra }: { compra: Compra }) {
  const { puede, soloMira } = useSesion()
  const mayAct = puede('compras_int:gestionar') && !soloMira
  const kept = useKeptForm('compra', compra.id, UNTOUCHED)
  const { edits, said } = kept.form
  const unsaved = !isEmpty(differing(edits, draftOf(compra.propuesta)))
  const unsaid = !isEmpty(differing(said, dichoOf(compra)))
  const open = ['extraida', 'sin_extraer', 'clasificada'].includes(compra.estado)
  const { end } = kept
  useEffect(() => {
    if (!open) end()
  })
  return (
    <Page title={nameOf(compra)}>
      {open && (unsaved || unsaid) && <KeptWords {...kept} />}
      <p role="status">
        <StatusWord of={ESTADO[compra.estado]} />
      </p>
      {compra.extraccion.motivo && ['extraida', 'sin_extraer'].includes(compra.estado) && (
        <Notice tone="aviso" quiet>
          <p>{compra.extraccion.motivo}</p>
        </Notice>
      )}
      {compra.posible_repetida && (
        <Notice tone="aviso" title="Puede ser una repetida">
          <p>
            Hay <Link href={`/compras-internacionales/${compra.posible_repetida}`}>otra compra</Link> del
            mismo proveedor, número y monto. Sólo una de las dos se puede emitir.
          </p>
        </Notice>
      )}
      {compra.dte && <Emitida compra={compra} />}
      <div className="compra">
        {compra.archivo && <FileView compra={compra} />}
        <div className="columna">
          <Correct
            {...{ compra, edits }}
            onEdit={(next) => kept.change((now) => ({ edits: next(now.edits) }))}
            mayAct={mayAct && open}
          />
          <Classify
            {...{ compra, unsaved }}
            edits={said}
            onEdit={(next) => kept.change((now) => ({ said: next(now.said) }))}
            mayAct={mayAct && open}
          />
          {open &&
            compra.advertencias.map(({ code, campo, mensaje }) => (
              <Notice key={`${code} ${campo}`} tone="aviso" quiet>
                <p>{mensaje}</p>
              </Notice>
            ))}
          {open && <Issue {...{ compra, unsaved, unsaid }} />}
          {mayAct && open && <Discard compra={compra} onDone={end} />}
        </div>
      </div>
    </Page>
  )
}
