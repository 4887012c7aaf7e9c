// Several documents by mail, each to its own receiver: one after the other, with a result each.

import { useRef, useState } from 'react'
import { api, holdPlace } from '../api/client'
import { toFault } from '../api/fault'
import { useInvalidate } from '../api/query'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { plural } from '../ui/format'
import { Status } from '../ui/status'
import { shortName } from '../ui/tipo'
import { keyOf, type Row } from './rows'

interface Result {
  ok: boolean
  /** To whom, or why not. */
  text: string
}

export function MailMany({ rows, onClose }: { rows: readonly Row[]; onClose: () => void }) {
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map())
  const [running, setRunning] = useState(false)
  const stopped = useRef(false)
  const invalidate = useInvalidate()
  const run = async (): Promise<void> => {
    setRunning(true)
    const isSame = holdPlace()
    for (const row of rows) {
      // Another company has folios of the same numbers.
      if (stopped.current || !isSame()) return
      const result = await mail(row)
      setResults((before) => new Map(before).set(keyOf(row), result))
    }
    void invalidate('GET /v1/documentos/:tipo/:folio')
    setRunning(false)
  }
  const close = (): void => {
    stopped.current = true
    onClose()
  }
  const done = results.size === rows.length
  return (
    <Dialog title="Enviar por correo" onClose={close}>
      <p>
        {plural(rows.length, 'documento')}, cada uno al correo de su receptor, con PDF y XML. El que no tiene
        correo queda sin enviar y lo dice aquí.
      </p>
      <p role="status">{running || done ? `${results.size} de ${rows.length}` : ''}</p>
      <ul className="resultados">
        {rows.map((row) => {
          const result = results.get(keyOf(row))
          return (
            <li key={keyOf(row)}>
              {shortName(row.tipo_dte)} N° {row.folio}{' '}
              {result && (
                <>
                  <Status tone={result.ok ? 'bien' : 'mal'} icon={result.ok ? '✓' : '✕'}>
                    {result.ok ? 'Pedido' : 'No se pidió'}
                  </Status>{' '}
                  <small>{result.text}</small>
                </>
              )}
            </li>
          )
        })}
      </ul>
      <div className="acciones">
        {!done && (
          <Button tone="primario" busy={running} onClick={() => void run()}>
            Enviar {plural(rows.length, 'correo')}
          </Button>
        )}
        <Button onClick={close}>{done ? 'Listo' : running ? 'Detener' : 'Volver'}</Button>
      </div>
    </Dialog>
  )
}

async function mail({ tipo_dte, folio }: Row): Promise<Result> {
  try {
    const { data } = await api('POST /v1/documentos/:tipo/:folio/enviar', {
      params: { tipo: String(tipo_dte), folio: String(folio) },
      body: {},
    })
    return { ok: true, text: data.destinatario }
  } catch (thrown) {
    return { ok: false, text: toFault(thrown).message }
  }
}
