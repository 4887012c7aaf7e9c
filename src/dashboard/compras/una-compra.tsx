// `/compras-internacionales/:id`: the supplier's file beside what was read of it; corrected, classified, issued, or told why not
// (areas/compras-internacionales §1, §3).

import { useParams } from 'wouter'
import { useApiOrNull } from '../api/query'
import { useSesion } from '../api/sesion'
import { usePolling } from '../shell/connection'
import { Loaded } from '../shell/loaded'
import { Missing, Page } from '../shell/page'
import { Notice } from '../ui/notice'
import { Status } from '../ui/status'
import { Classify } from './classify'
import { type Compra, ESTADO, nameOf } from './compra'
import { Correct } from './correct'
import { FileView } from './file-view'
import { Discard, Emitida, Issue } from './issue'

const POLL_MS = 5000

export default function UnaCompra() {
  const { id } = useParams<{ id: string }>()
  const query = useApiOrNull(
    'GET /v1/compras-internacionales/:id',
    { ruta: { id } },
    { cada: usePolling(POLL_MS) },
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

function Shown({ compra }: { compra: Compra }) {
  const { puede, soloMira } = useSesion()
  const mayAct = puede('compras_int:gestionar') && !soloMira
  const open = ['extraida', 'sin_extraer', 'clasificada'].includes(compra.estado)
  const [icon, words, tone] = ESTADO[compra.estado]
  return (
    <Page title={nameOf(compra)}>
      <p role="status">
        <Status icon={icon} tone={tone}>
          {words}
        </Status>
      </p>
      {compra.extraccion.motivo && ['extraida', 'sin_extraer'].includes(compra.estado) && (
        <Notice tone="aviso" quiet>
          <p>{compra.extraccion.motivo}</p>
        </Notice>
      )}
      {compra.posible_repetida && (
        <Notice tone="aviso" title="Puede ser una repetida">
          <p>
            Hay <a href={`./${compra.posible_repetida}`}>otra compra</a> del mismo proveedor, número y monto.
            Sólo una de las dos se puede emitir.
          </p>
        </Notice>
      )}
      {compra.dte && <Emitida compra={compra} />}
      <div className="compra">
        {compra.archivo && <FileView compra={compra} />}
        <div className="columna">
          {/* Begun anew by what they show alone: saving one keeps what was typed into the other. */}
          <Correct
            key={JSON.stringify([compra.propuesta, compra.campos_dudosos, compra.conversion])}
            compra={compra}
            mayAct={mayAct && open}
          />
          <Classify
            key={`c${JSON.stringify(compra.clasificacion)}`}
            compra={compra}
            mayAct={mayAct && open}
          />
          {open && <Issue compra={compra} />}
          {mayAct && open && <Discard id={compra.id} />}
        </div>
      </div>
    </Page>
  )
}
