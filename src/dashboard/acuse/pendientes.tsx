// `/por-aceptar`: received documents whose eight days run, first those that end first; chosen ones are accepted or claimed together
// (http §27).

import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { usePolling } from '../shell/connection'
import { Loaded } from '../shell/loaded'
import { Operations } from '../shell/operations'
import { Page } from '../shell/page'
import { NothingWaits, OldReading, useLastRead } from '../shell/purchases-read'
import { Button } from '../ui/button'
import type { Column } from '../ui/data-table'
import { formatDate, formatInstant, formatPesos, formatRut, plural } from '../ui/format'
import { PagedTable } from '../ui/paged-table'
import { Status } from '../ui/status'
import { shortName } from '../ui/tipo'
import { keyOf, leftOf, type Pendiente, urgencyOf } from './answer'
import { AnswerDialog } from './answer-dialog'

const LIMITE = 50
const POLL_MS = 60_000

const nameOf = ({ tipo_dte, folio }: Pendiente): string => `${shortName(tipo_dte)} N° ${folio}`

const COLUMNS: readonly Column<Pendiente>[] = [
  {
    id: 'documento',
    title: 'Documento',
    head: true,
    // Its file is read before it is answered.
    cell: (row) =>
      row.recibido_id ? <Link href={`/recibidos/${row.recibido_id}`}>{nameOf(row)}</Link> : nameOf(row),
  },
  {
    id: 'emisor',
    title: 'Emisor',
    whole: true,
    cell: ({ razon_social, rut_emisor }) => (
      <>
        {razon_social ?? ''} <small>{formatRut(rut_emisor)}</small>
      </>
    ),
  },
  { id: 'fecha', title: 'Fecha', extra: true, cell: ({ fecha_emision }) => formatDate(fecha_emision) },
  { id: 'total', title: 'Total', numeric: true, cell: ({ monto_total }) => formatPesos(monto_total) },
  {
    id: 'plazo',
    title: 'Queda',
    cell: (row) => (
      <span title={formatInstant(row.vence_el)}>
        <Status tone={urgencyOf(row)} icon={urgencyOf(row) === 'neutro' ? '·' : '!'}>
          {leftOf(row)}
        </Status>
        {row.plazo_estimado && <small> según su correo</small>}
      </span>
    ),
  },
]

export default function PorAceptar() {
  const { puede, soloMira } = useSesion()
  const mayAct = puede('acuse:registrar') && !soloMira
  const [pagina, setPagina] = useState(1)
  const [chosen, setChosen] = useState<ReadonlyMap<string, Pendiente>>(new Map())
  const [acting, setActing] = useState<readonly Pendiente[]>()
  const asked = { limite: LIMITE, pagina }
  const [params] = useSearchParams()
  const elegido = params.get('elegido')
  const query = useApi(
    'GET /v1/dte/acuse/pendientes',
    { query: asked },
    { conservar: true, cada: usePolling(POLL_MS) },
  )
  // Called from its own page it is chosen at once, and once: taking the mark away stays.
  const called = useApi(
    'GET /v1/dte/acuse/pendientes',
    { query: { rut: elegido?.split('_')[0] ?? '', limite: 100 } },
    { activa: elegido !== null },
  ).data?.data.find((row) => keyOf(row) === elegido)
  const taken = useRef(false)
  useEffect(() => {
    if (!called || taken.current) return
    taken.current = true
    setChosen((before) => new Map(before).set(keyOf(called), called))
  }, [called])
  const read = useLastRead()
  const choose = (rows: readonly Pendiente[], on: boolean): void => {
    const next = new Map(chosen)
    for (const row of rows) {
      if (on) next.set(keyOf(row), row)
      else next.delete(keyOf(row))
    }
    setChosen(next)
  }
  const box: Column<Pendiente> = {
    id: 'elegir',
    title: <span className="solo-lector">Elegir</span>,
    cell: (row) => (
      <label className="eleccion">
        <input
          type="checkbox"
          checked={chosen.has(keyOf(row))}
          aria-label={`Elegir ${nameOf(row)} de ${formatRut(row.rut_emisor)}`}
          onChange={({ target }) => choose([row], target.checked)}
        />
      </label>
    ),
  }
  return (
    <Page title="Por aceptar">
      <Loaded query={query}>
        {({ data, paginacion }) =>
          paginacion.total === 0 ? (
            <NothingWaits read={read} />
          ) : (
            <div className="columna por-aceptar">
              <OldReading read={read} />
              <p role="status">
                {plural(paginacion.total, 'documento')} con su plazo corriendo: lo que el registro de compras
                tiene pendiente y lo llegado por correo que aún no trae
              </p>
              {mayAct && (
                <div className="acciones">
                  <Button onClick={() => choose(data, true)}>Elegir los de esta página</Button>
                  {chosen.size > 0 && (
                    <>
                      <Button tone="primario" onClick={() => setActing([...chosen.values()])}>
                        Responder {plural(chosen.size, 'documento')}
                      </Button>
                      <Button tone="liso" onClick={() => setChosen(new Map())}>
                        Ninguno
                      </Button>
                    </>
                  )}
                </div>
              )}
              <PagedTable
                caption="Documentos por aceptar"
                columns={mayAct ? [box, ...COLUMNS] : COLUMNS}
                rows={data}
                rowKey={keyOf}
                rowClass={(row) => (chosen.has(keyOf(row)) ? 'elegida' : undefined)}
                stale={query.isPlaceholderData}
                {...{ paginacion, pagina }}
                onPage={setPagina}
              />
            </div>
          )
        }
      </Loaded>
      <Operations base="/v1/dte/acuse" />
      {acting && (
        <AnswerDialog
          documentos={acting}
          onDone={() => setChosen(new Map())}
          onClose={() => setActing(undefined)}
        />
      )}
    </Page>
  )
}
