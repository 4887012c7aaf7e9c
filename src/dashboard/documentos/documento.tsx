// One document: what it is, what the SII says of it, what may be done, what happened (dashboard §8).

import { useParams } from 'wouter'
import { isFinal } from '../../domain/dte/estados'
import { isTipoDte } from '../../domain/dte/tipos'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { usePolling } from '../shell/connection'
import { useJustIssued } from '../shell/just-issued'
import { Loaded } from '../shell/loaded'
import { Missing, Page } from '../shell/page'
import { shortName } from '../ui/tipo'
import { ActionBar } from './action-bar'
import { actionsOf } from './actions'
import { Contents } from './contents'
import { Exchange } from './exchange'
import { ExchangeAnswers } from './exchange-answers'
import { Head } from './head'
import { Related } from './related'
import { Remarks } from './remarks'
import { TimelineSection } from './timeline-section'
import { Verdict } from './verdict'

const SOON_MS = 2500
const LATER_MS = 30_000
/** A copy by mail is on its way: no event tells of its end. */
const COPIA = ['copia_en_cola', 'copia_en_espera']

export default function Documento() {
  const { tipo = '', folio = '' } = useParams<{ tipo: string; folio: string }>()
  const title = `${shortName(Number(tipo))} N° ${folio}`
  if (!/^\d{2,3}$/.test(tipo) || !isTipoDte(Number(tipo)) || !/^\d{1,10}$/.test(folio))
    return (
      <Page title="No existe">
        <Missing what="Ese documento" list={['/documentos', 'Documentos']} />
      </Page>
    )
  return <Known tipo={tipo} folio={folio} title={title} />
}

function Known({ tipo, folio, title }: { tipo: string; folio: string; title: string }) {
  const sesion = useSesion()
  const emitido = useJustIssued()
  const soon = usePolling(SOON_MS)
  const later = usePolling(LATER_MS)
  const query = useApi(
    'GET /v1/documentos/:tipo/:folio',
    { params: { tipo, folio } },
    {
      cada: (answer) => {
        const last = answer?.data.historial.at(-1)?.estado
        if (last && COPIA.includes(last)) return SOON_MS
        return answer && isFinal(answer.data) ? later : soon
      },
    },
  )
  const documento = query.data?.data
  const actions = documento && actionsOf(documento, sesion)
  return (
    <Page title={title} actions={documento && actions && <ActionBar {...{ documento, actions, emitido }} />}>
      <Loaded query={query} missing={title} list={['/documentos', 'Documentos']}>
        {({ data }) => (
          <>
            <Head documento={data} />
            <Verdict documento={data} actions={actions} />
            {emitido && <Remarks advertencias={emitido.advertencias} />}
            <div className="documento">
              <div className="seccion">
                <Contents documento={data} />
                <Related documento={data} />
              </div>
              <div className="seccion">
                <TimelineSection documento={data} />
                <ExchangeAnswers documento={data} />
                {actions && <Exchange documento={data} actions={actions} />}
              </div>
            </div>
          </>
        )}
      </Loaded>
    </Page>
  )
}
