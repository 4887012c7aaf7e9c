// The bytes that went to the SII, and its answer now when asked: that costs one of the plan's questions.

import { useState } from 'react'
import { api } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Skeleton } from '../ui/skeleton'
import type { Actions } from './actions'
import { AskSii } from './ask-sii'
import type { Documento } from './estado'

/** More than this is saved instead of shown: a browser would stall over it. */
const SHOWN_MAX = 200_000

interface Texto {
  title: string
  text: string | null
  /** Characters left out. */
  rest: number
}

export function Exchange({ documento, actions }: { documento: Documento; actions: Actions }) {
  const [open, setOpen] = useState<Texto | null>(null)
  const [asking, setAsking] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  if (!actions.archivos && !actions.preguntar) return null
  const params = { tipo: String(documento.tipo_dte), folio: String(documento.folio) }
  const show = async (title: string, sobre: boolean): Promise<void> => {
    setFault(null)
    setOpen({ title, text: null, rest: 0 })
    try {
      const query = sobre ? ({ sobre: 'true' } as const) : {}
      const file = await api('GET /v1/dte/xml/:tipo/:folio', { params, query })
      const text = new TextDecoder('iso-8859-1').decode(await file.arrayBuffer())
      setOpen({ title, text: text.slice(0, SHOWN_MAX), rest: Math.max(0, text.length - SHOWN_MAX) })
    } catch (thrown) {
      setOpen(null)
      setFault(toFault(thrown))
    }
  }
  return (
    <section className="seccion hoja" aria-labelledby="intercambio">
      <h2 id="intercambio">Lo enviado al SII</h2>
      <div className="acciones">
        {actions.archivos && (
          <Button small onClick={() => void show('XML firmado', false)}>
            Ver el XML firmado
          </Button>
        )}
        {actions.sobre && (
          <Button small onClick={() => void show('Sobre como se envió', true)}>
            Ver el sobre
          </Button>
        )}
        {actions.preguntar && (
          <Button small onClick={() => setAsking(true)}>
            Preguntar al SII
          </Button>
        )}
      </div>
      {fault && <FaultNotice fault={fault} />}
      {asking && <AskSii documento={documento} onClose={() => setAsking(false)} />}
      {open && (
        <Dialog title={open.title} onClose={() => setOpen(null)} wide>
          {open.text === null ? (
            <Skeleton />
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
            <pre className="crudo" tabIndex={0}>
              {open.text}
            </pre>
          )}
          {open.rest > 0 && <p>Es más largo: guárdelo con Más, Guardar XML, para verlo entero.</p>}
        </Dialog>
      )}
    </section>
  )
}
