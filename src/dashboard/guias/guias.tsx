// `/guias`: dispatch guides that wait for their invoice, by customer; and all of them (http §5).

import { useState } from 'react'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { usePolling } from '../shell/connection'
import { Loaded } from '../shell/loaded'
import { Page } from '../shell/page'
import { LinkButton } from '../ui/button'
import { plural } from '../ui/format'
import { Empty } from '../ui/notice'
import { Pager } from '../ui/pager'
import { Segments } from '../ui/segments'
import { AllGuides } from './all-guides'
import { type Guia, groupsOf } from './groups'
import { GuideGroup } from './guide-group'
import { InvoiceDialog } from './invoice-dialog'
import { VoidDialog } from './void-dialog'

const LIMITE = 100
const POLL_MS = 30_000
const VIEWS = [
  ['abiertas', 'Por facturar'],
  ['todas', 'Todas'],
] as const

export default function Guias() {
  const { puede, soloMira } = useSesion()
  const [view, setView] = useState<(typeof VIEWS)[number][0]>('abiertas')
  const [pagina, setPagina] = useState(1)
  const [chosen, setChosen] = useState<ReadonlyMap<number, Guia>>(new Map())
  // As they were when asked for: an invoice whose answer was lost takes them from the list, and its dialog stays.
  const [invoicing, setInvoicing] = useState<{ nombre: string; guias: readonly Guia[] }>()
  const [voiding, setVoiding] = useState<Guia>()
  const asked = { limite: LIMITE, pagina, ...(view === 'abiertas' && { facturable: 'true' as const }) }
  const query = useApi('GET /v1/dte/guias', { query: asked }, { conservar: true, cada: usePolling(POLL_MS) })
  const onVoid = puede('dte:anular') && !soloMira ? setVoiding : null
  const choose = (guias: readonly Guia[], on: boolean): void => {
    const next = new Map(chosen)
    for (const guia of guias) {
      if (on) next.set(guia.folio, guia)
      else next.delete(guia.folio)
    }
    setChosen(next)
  }
  return (
    <Page
      title="Guías de despacho"
      actions={puede('dte:emitir') && !soloMira && <LinkButton href="/emitir/52">Emitir guía</LinkButton>}
    >
      <Segments
        label="Qué guías"
        options={VIEWS}
        selected={view}
        onSelect={(next) => {
          setView(next)
          setPagina(1)
        }}
      />
      <Loaded query={query}>
        {({ data, paginacion }) =>
          data.length === 0 ? (
            <None open={view === 'abiertas'} />
          ) : (
            <div className="columna">
              <p>
                <span role="status">{plural(paginacion.total, 'guía')}</span>
                {view === 'abiertas' && puede('dte:emitir') && !soloMira && (
                  <small> · elija las de un cliente para facturarlas juntas</small>
                )}
              </p>
              {view === 'todas' ? (
                <AllGuides guias={data} stale={query.isPlaceholderData} onVoid={onVoid} />
              ) : (
                groupsOf(data).map((group) => (
                  <GuideGroup
                    key={group.rut}
                    group={group}
                    // Guides of other pages count too: one invoice may cover them all.
                    chosen={[...chosen.values()].filter(({ rut_receptor }) => rut_receptor === group.rut)}
                    onChoose={choose}
                    onInvoice={setInvoicing}
                    onVoid={onVoid}
                  />
                ))
              )}
              <Pager
                pagina={pagina}
                paginas={paginacion.paginas}
                total={paginacion.total}
                onPage={setPagina}
              />
            </div>
          )
        }
      </Loaded>
      {invoicing && <InvoiceDialog {...invoicing} onClose={() => setInvoicing(undefined)} />}
      {voiding && (
        <VoidDialog
          guia={voiding}
          onVoided={() => choose([voiding], false)}
          onClose={() => setVoiding(undefined)}
        />
      )}
    </Page>
  )
}

function None({ open }: { open: boolean }) {
  return open ? (
    <Empty title="Ninguna guía por facturar">
      <p>Las guías de venta, de venta por efectuar y de consignación esperan aquí su factura.</p>
    </Empty>
  ) : (
    <Empty title="Ninguna guía emitida">
      <p>Aquí quedan las guías de despacho, con la factura que las cubre.</p>
    </Empty>
  )
}
