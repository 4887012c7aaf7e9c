// Several drafts approved at once: what each comes to is seen before, and what became of each behind it. Nothing is issued twice: whoever
// asks again gets the first answers (areas/borradores §3).

import { Link } from 'wouter'
import type { DataOf } from '../../api/client'
import { useWrite } from '../../api/query'
import { useSesion } from '../../api/sesion'
import { AMBIENTES } from '../../shell/environment'
import { FaultNotice } from '../../shell/fault-notice'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { formatPesos, plural } from '../../ui/format'
import { Status } from '../../ui/status'
import { shortName } from '../../ui/tipo'
import { AFTER_ISSUE } from './acts'
import { documentOf, type Row, receiverOf, sumOf, totalOf } from './words'

type Result = DataOf<'POST /v1/borradores/emitir'>['documentos'][number]

export function IssueMany({ rows, onClose }: { rows: readonly Row[]; onClose: () => void }) {
  const { ambiente } = useSesion()
  const issue = useWrite('POST /v1/borradores/emitir', ...AFTER_ISSUE)
  const ready = rows.filter(({ juicio }) => juicio.ok)
  const left = rows.length - ready.length
  const { pesos, otras } = sumOf(ready)
  const results = issue.data?.data.documentos
  const resultOf = ({ id }: Row): Result | undefined =>
    results?.find(({ indice }) => ready[indice]?.id === id)
  const unsure = issue.error?.code === 'SIN_RESPUESTA' || issue.error?.code === 'INTERNAL_ERROR'
  const action = `Emitir ${plural(ready.length, 'documento')}${ambiente === 'produccion' ? ' de verdad' : ''}`
  return (
    <Dialog
      title={results ? 'Resultado de la emisión' : `Emitir: ${AMBIENTES[ambiente].corto}`}
      onClose={issue.isPending ? null : onClose}
      wide
    >
      {results ? (
        <p role="status">
          Se aceptaron {results.filter(({ ok }) => ok).length} de {results.length}.
        </p>
      ) : (
        <>
          <p>
            {plural(ready.length, 'documento')} por <strong>{formatPesos(pesos)}</strong>
            {otras > 0 && `, y ${plural(otras, 'otro')} en otra moneda`} · {AMBIENTES[ambiente].dicho}
          </p>
          {left > 0 && (
            <p>{left === 1 ? 'Uno tiene faltas y no se emite.' : `${left} tienen faltas y no se emiten.`}</p>
          )}
        </>
      )}
      <ul className="resultados">
        {rows.map((row) => (
          <li key={row.id}>
            {documentOf(row)} a {receiverOf(row)} · {totalOf(row)}{' '}
            {row.juicio.ok ? (
              <Outcome result={resultOf(row)} />
            ) : (
              <Status tone="mal" icon="✕">
                No se emite
              </Status>
            )}
          </li>
        ))}
      </ul>
      {issue.error && (
        <FaultNotice fault={issue.error}>
          {unsure && (
            <p>No se sabe si alcanzaron a emitirse. Al enviarlos de nuevo ninguno se emite dos veces.</p>
          )}
        </FaultNotice>
      )}
      {!results && ambiente !== 'simulacion' && (
        <p>No se puede deshacer: cada uno se corrige con una nota.</p>
      )}
      <div className="acciones">
        {!results && ready.length > 0 && (
          <Button
            tone="primario"
            busy={issue.isPending}
            waiting="Emitiendo…"
            onClick={() =>
              issue.mutate({
                body: { ids: ready.map(({ id }) => id), versiones: ready.map(({ version }) => version) },
              })
            }
          >
            {action}
          </Button>
        )}
        <Button onClick={() => !issue.isPending && onClose()}>{results ? 'Listo' : 'Volver'}</Button>
      </div>
    </Dialog>
  )
}

function Outcome({ result }: { result: Result | undefined }) {
  if (!result) return null
  if (!result.ok || !result.data)
    return (
      <>
        <Status tone="mal" icon="✕">
          No se emitió
        </Status>{' '}
        <small>{result.error}</small>
      </>
    )
  const { tipo_dte, folio, job_id } = result.data
  return (
    <>
      <Status tone="bien" icon="✓">
        Aceptado por Timbre
      </Status>{' '}
      {folio === null ? (
        <Link href={`/trabajos/${job_id}`}>Espera su hora</Link>
      ) : (
        <Link href={`/documentos/${tipo_dte}/${folio}`}>
          {shortName(tipo_dte)} N° {folio}
        </Link>
      )}
    </>
  )
}
