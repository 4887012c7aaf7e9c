// `/folios`: what is left of each type and for how long, what should be annulled, and what the SII granted; and the ways to more
// (http §18, areas/folios).

import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { useSesion } from '../api/sesion'
import { Operations } from '../shell/operations'
import { Page } from '../shell/page'
import { Button, LinkButton } from '../ui/button'
import { Tabs } from '../ui/tabs'
import { GapRanges } from './gap-ranges'
import { Granted } from './granted'
import { RequestFolios } from './request-folios'
import { Stocks } from './stocks'

const VISTAS = [
  { id: 'existencias', label: 'Existencias' },
  { id: 'por-anular', label: 'Por anular' },
  { id: 'sii', label: 'Otorgados por el SII' },
] as const
type Vista = (typeof VISTAS)[number]['id']

export default function Folios() {
  const { puede, soloMira, ambiente } = useSesion()
  const [params] = useSearchParams()
  const [, navigate] = useLocation()
  const administra = puede('folios:administrar')
  // The SII is asked nothing about an environment that the company does not work in.
  const asks = administra && !soloMira
  const tabs = VISTAS.filter(({ id }) => id !== 'sii' || asks)
  const vista = tabs.find(({ id }) => id === params.get('vista'))?.id ?? 'existencias'
  /** Null lets the person choose the type. */
  const [asking, setAsking] = useState<{ tipo: number | null } | null>(null)
  const [started, setStarted] = useState<string>()
  return (
    <Page
      title="Folios"
      actions={
        <>
          {ambiente === 'certificacion' && puede('empresa:leer') && (
            <LinkButton href="/certificacion">Certificación</LinkButton>
          )}
          {asks && (
            <Button tone="primario" aria-haspopup="dialog" onClick={() => setAsking({ tipo: null })}>
              Pedir folios
            </Button>
          )}
        </>
      }
    >
      <Operations base="/v1/dte/folios" started={started} />
      <Tabs<Vista>
        label="Folios"
        tabs={tabs}
        selected={vista}
        onSelect={(to) =>
          navigate(to === 'existencias' ? '/folios' : `/folios?vista=${to}`, { replace: true })
        }
      >
        {vista === 'existencias' && (
          <Stocks administra={administra} onPedir={asks ? (tipo) => setAsking({ tipo }) : null} />
        )}
        {vista === 'por-anular' && <GapRanges asks={asks} onStarted={setStarted} />}
        {vista === 'sii' && <Granted onStarted={setStarted} />}
      </Tabs>
      {asking && <RequestFolios tipo={asking.tipo} onStarted={setStarted} onClose={() => setAsking(null)} />}
    </Page>
  )
}
