// `/borradores`: the drafts that the company shares, looked through and issued one by one or up to a hundred at once; and what was typed
// in this browser and not issued (areas/borradores, dashboard §10).

import { useState } from 'react'
import { useApi } from '../../api/query'
import { useSesion } from '../../api/sesion'
import { filtersOf, oneOf, textFilter } from '../../shell/filters'
import { useInAddress, useTyped } from '../../shell/in-address'
import { Loaded } from '../../shell/loaded'
import { Page } from '../../shell/page'
import { Button, LinkButton } from '../../ui/button'
import { SelectField, TextField } from '../../ui/field'
import { formatPesos, plural } from '../../ui/format'
import { Empty } from '../../ui/notice'
import { NoSuchPage, Pager } from '../../ui/pager'
import { Segments } from '../../ui/segments'
import { Discard } from './discard'
import { DraftTable } from './draft-table'
import { IssueMany } from './issue-many'
import { LocalDrafts, useLocalDrafts } from './local'
import { type Row, sumOf } from './words'

const ESTADOS = [
  ['abierto', 'Abiertos'],
  ['emitido', 'Emitidos'],
  ['descartado', 'Descartados'],
] as const
const ORIGENES = [
  ['', 'Todos'],
  ['manual', 'Escritos'],
  ['duplicado', 'Duplicados'],
  ['serie', 'De series'],
] as const

const SPELLING = filtersOf('/borradores', {
  estado: oneOf(ESTADOS),
  origen: oneOf(ORIGENES),
  q: textFilter,
})

/** As many as are issued at once. */
const LIMITE = 100

export default function Borradores() {
  const { puede, soloMira } = useSesion()
  const local = useLocalDrafts()
  const shared = puede('borradores:escribir')
  return (
    <Page
      title="Borradores"
      actions={
        !soloMira && <LinkButton href="/emitir">{puede('dte:emitir') ? 'Emitir' : 'Escribir uno'}</LinkButton>
      }
    >
      {shared && <SharedDrafts alone={local.all.length === 0} />}
      {local.all.length > 0 ? (
        <LocalDrafts {...local} />
      ) : (
        !shared && (
          <Empty title="Sin borradores">
            <p>Lo que escriba sin emitir se guarda solo en este equipo y aparece aquí.</p>
          </Empty>
        )
      )}
    </Page>
  )
}

/** `alone`: there are none of this browser either. */
function SharedDrafts({ alone }: { alone: boolean }) {
  const { filters, place: pagina, change, changeSoon, go } = useInAddress(SPELLING)
  const query = useApi(
    'GET /v1/borradores',
    { query: { estado: 'abierto', ...SPELLING.queryOf(filters), limite: LIMITE, pagina } },
    { conservar: true },
  )
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const open = filters.estado === 'abierto'
  const { origen, q } = filters
  const clear = (): void => change({ origen: '', q: '' })
  return (
    <section className="seccion por-emitir" aria-labelledby="borradores-compartidos">
      <h2 id="borradores-compartidos">De la empresa</h2>
      <search className="filtros" aria-label="Qué borradores">
        <Segments
          label="Estado"
          options={ESTADOS}
          selected={filters.estado}
          onSelect={(estado) => {
            setChosen(new Set())
            change({ estado })
          }}
        />
        <div className="grilla">
          <SearchField value={q} onChange={(text) => changeSoon({ q: text })} />
          <SelectField
            label="Origen"
            options={ORIGENES}
            value={origen}
            onChange={(which) => change({ origen: which })}
          />
        </div>
      </search>
      <Loaded query={query}>
        {({ data, paginacion }) =>
          data.length > 0 ? (
            <>
              <p role="status">{plural(paginacion.total, 'borrador', 'borradores')}</p>
              <DraftTable
                rows={data}
                stale={query.isPlaceholderData}
                choice={open ? { chosen, onChoose: setChosen } : null}
              />
              {open && (
                <Selection
                  rows={data.filter(({ id }) => chosen.has(id))}
                  onClear={() => setChosen(new Set())}
                />
              )}
              <Pager {...paginacion} onPage={(to) => go(to)} />
            </>
          ) : pagina > 1 ? (
            <NoSuchPage onFirst={() => go(1)} />
          ) : origen || q ? (
            <Empty title="Ninguno con estos filtros">
              <Button onClick={clear}>Ver todos</Button>
            </Empty>
          ) : !open ? (
            <Empty title={filters.estado === 'emitido' ? 'Ninguno emitido todavía' : 'Ninguno descartado'}>
              <Button onClick={() => change({ estado: 'abierto' })}>Ver los abiertos</Button>
            </Empty>
          ) : (
            <Empty title={alone ? 'Sin borradores' : 'La empresa no tiene ninguno'}>
              <p>
                Con «Guardar como borrador», al emitir, lo ve toda la empresa y otra persona puede revisarlo y
                emitirlo. También con «Duplicar», en un documento.
              </p>
            </Empty>
          )
        }
      </Loaded>
    </section>
  )
}

/** The actions on the chosen ones, in a bar that stays in sight. */
function Selection({ rows, onClear }: { rows: readonly Row[]; onClear: () => void }) {
  const { puede, soloMira } = useSesion()
  // As chosen when it was asked: a row that is issued meanwhile leaves the list, and its result is still told.
  const [asking, setAsking] = useState<{ to: 'emitir' | 'descartar'; rows: readonly Row[] } | null>(null)
  const close = (): void => {
    setAsking(null)
    if (asking?.to === 'emitir') onClear()
  }
  if (!rows.length && !asking) return null
  const { pesos } = sumOf(rows)
  const faulty = rows.filter(({ juicio }) => !juicio.ok).length
  return (
    // biome-ignore lint/a11y/useSemanticElements: what a group of buttons is
    <div className="seleccion acciones" role="group" aria-label="Con lo seleccionado">
      <span role="status">
        {plural(rows.length, 'seleccionado')} · {formatPesos(pesos)}
        {faulty > 0 && ` · ${faulty} con faltas`}
      </span>
      {puede('dte:emitir') && !soloMira && (
        <Button
          tone="primario"
          aria-haspopup="dialog"
          onClick={() => rows.length > 0 && setAsking({ to: 'emitir', rows })}
        >
          Emitir
        </Button>
      )}
      {!soloMira && (
        <Button
          tone="peligro"
          aria-haspopup="dialog"
          onClick={() => rows.length > 0 && setAsking({ to: 'descartar', rows })}
        >
          Descartar
        </Button>
      )}
      <Button tone="liso" onClick={onClear}>
        Quitar la selección
      </Button>
      {asking?.to === 'emitir' && <IssueMany rows={asking.rows} onClose={close} />}
      {asking?.to === 'descartar' && (
        <Discard
          rows={asking.rows}
          onDone={() => {
            setAsking(null)
            onClear()
          }}
          onClose={close}
        />
      )}
    </div>
  )
}

function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const field = useTyped(value, onChange)
  return (
    <TextField
      type="search"
      label="Buscar"
      maxLength={100}
      placeholder="Receptor, RUT o referencia propia"
      autoComplete="off"
      spellCheck={false}
      {...field}
    />
  )
}
