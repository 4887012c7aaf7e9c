// `/compras-internacionales/tipos-cambio`: rates of exchange, typed one by one or loaded as a table (areas/tipos-cambio §1).

import { useState } from 'react'
import { isMoneda } from '../../domain/codigos-iso'
import { chileDate } from '../../domain/fecha'
import { type DataOf, formOf } from '../api/client'
import { useApi, useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { filtersOf } from '../shell/filters'
import { useInAddress, useTyped } from '../shell/in-address'
import { Page } from '../shell/page'
import { PagedList } from '../shell/paged-list'
import { Button } from '../ui/button'
import type { Column } from '../ui/data-table'
import { TextField } from '../ui/field'
import { FileDrop, useFileDrop } from '../ui/file-drop'
import { Form } from '../ui/form'
import { formatDate, formatNumber, plural } from '../ui/format'
import { Moment } from '../ui/moment'
import { Empty, Notice } from '../ui/notice'
import { codeOf, codeSoFar, MONEDAS } from './codes'
import { DecimalField } from './decimal-field'

type Tipo = DataOf<'GET /v1/tipos-cambio'>[number]

const FUENTE: Readonly<Record<Tipo['fuente'], string>> = {
  tabla: 'De la cuenta',
  servidor: 'Del servidor',
  bcentral: 'Banco Central',
}

const COLUMNS: readonly Column<Tipo>[] = [
  { id: 'fecha', title: 'Día', head: true, cell: ({ fecha }) => formatDate(fecha) },
  { id: 'moneda', title: 'Moneda', cell: ({ moneda }) => moneda },
  { id: 'valor', title: 'Pesos por unidad', numeric: true, cell: ({ valor }) => formatNumber(valor) },
  { id: 'fuente', title: 'De dónde', cell: ({ fuente }) => FUENTE[fuente] },
]

const SPELLING = filtersOf('/compras-internacionales/tipos-cambio', {
  moneda: { read: (text) => [text.toUpperCase()].find(isMoneda) ?? '', write: String },
})

const MADE_OLD = [
  'GET /v1/tipos-cambio',
  'GET /v1/compras-internacionales',
  'GET /v1/compras-internacionales/:id',
] as const

export default function Tipos() {
  const { puede, soloMira } = useSesion()
  const { filters, place: pagina, change, changeSoon, go } = useInAddress(SPELLING)
  // A name on its way is no currency yet: all of them stay in sight.
  const moneda = useTyped(filters.moneda, (text) => changeSoon({ moneda: codeSoFar(MONEDAS, text) }))
  const named = codeOf(MONEDAS, moneda.value)
  const code = filters.moneda
  const mayLoad = puede('compras_int:gestionar') && !soloMira
  const query = useApi(
    'GET /v1/tipos-cambio',
    { query: { pagina, ...SPELLING.queryOf(filters) } },
    { conservar: true },
  )
  return (
    <Page title="Tipos de cambio">
      <p>
        Una compra se convierte con el de su día, o con el último de los siete anteriores. De un mismo día
        vale primero el de la cuenta.
      </p>
      <BancoNotice />
      {mayLoad && <LoadTipos />}
      <search className="filtros" aria-label="Qué moneda">
        <div className="grilla">
          <TextField
            label="Moneda"
            hint="USD, EUR…"
            choices={MONEDAS}
            autoComplete="off"
            value={moneda.value}
            onChange={moneda.onChange}
            onBlur={() => named !== moneda.value && moneda.onChange(named)}
          />
        </div>
      </search>
      <PagedList
        query={query}
        caption="Tipos de cambio, el último día primero"
        columns={COLUMNS}
        rowKey={({ moneda: name, fecha, fuente }) => `${name} ${fecha} ${fuente}`}
        pagina={pagina}
        onPage={go}
      >
        {code ? (
          <Empty title={`Ningún tipo de cambio de ${code}`}>
            <Button onClick={() => change({ moneda: '' })}>Ver todas las monedas</Button>
          </Empty>
        ) : (
          <Empty title="Aún no hay tipos de cambio">
            <p>
              {mayLoad
                ? 'Escriba arriba el dólar observado del día, o suelte una tabla de moneda;fecha;valor.'
                : 'Los carga quien gestiona las compras internacionales.'}
            </p>
          </Empty>
        )}
      </PagedList>
    </Page>
  )
}

/** Why the central bank told nothing, each reason once with the currencies that lack for it. */
function BancoNotice() {
  const banco = useApi('GET /v1/tipos-cambio/banco', {}).data?.data
  if (!banco?.activo) return null
  const reasons = new Map<string, string[]>()
  for (const { moneda, motivo } of banco.monedas)
    if (motivo) reasons.set(motivo, [...(reasons.get(motivo) ?? []), moneda])
  if (reasons.size === 0)
    return (
      <p>
        {banco.consultado_en ? (
          <>
            El Banco Central respondió <Moment at={banco.consultado_en} />.
          </>
        ) : (
          'Se le está preguntando al Banco Central.'
        )}
      </p>
    )
  return (
    <Notice tone="aviso" title="El Banco Central no dijo todos los tipos de cambio">
      <ul>
        {[...reasons].map(([motivo, monedas]) => (
          <li key={motivo}>
            {monedas.join(', ')}: {motivo}
          </li>
        ))}
      </ul>
      <p>Mientras tanto, escriba abajo los que falten.</p>
    </Notice>
  )
}

/** The paths that have a field of their own. */
const CAMPOS = ['tipos[0].moneda', 'tipos[0].fecha', 'tipos[0].valor']

function LoadTipos() {
  const [tried, setTried] = useState<object | null>(null)
  const [moneda, setMoneda] = useState('USD')
  const [fecha, setFecha] = useState(() => chileDate(new Date()))
  const [valor, setValor] = useState('')
  const load = useWrite('POST /v1/tipos-cambio', ...MADE_OLD)
  const drop = useFileDrop(['.csv', '.txt'], ([file]) => load.mutate({ body: formOf({ archivo: file! }) }))
  const said = load.data?.data
  return (
    <section className="columna" aria-label="Cargar tipos de cambio">
      <Form
        fault={load.error ?? tried}
        onSubmit={() => {
          setTried({})
          if (load.isPending || !valor) return
          const code = codeOf(MONEDAS, moneda).trim().toUpperCase()
          load.mutate({ body: { tipos: [{ moneda: code, fecha, valor }] } })
        }}
      >
        <div className="grilla">
          <TextField
            label="Moneda del tipo"
            choices={MONEDAS}
            autoComplete="off"
            value={moneda}
            onChange={setMoneda}
            onBlur={() => setMoneda(codeOf(MONEDAS, moneda))}
            error={load.error?.of('tipos[0].moneda')}
          />
          <TextField
            label="Día"
            type="date"
            value={fecha}
            onChange={setFecha}
            error={load.error?.of('tipos[0].fecha')}
          />
          <DecimalField
            label="Pesos por unidad"
            value={valor}
            onChange={setValor}
            error={
              tried && !valor ? 'Escriba cuántos pesos vale una unidad' : load.error?.of('tipos[0].valor')
            }
          />
        </div>
        <div className="acciones">
          <Button type="submit" tone="primario" busy={load.isPending}>
            Guardar el tipo de cambio
          </Button>
        </div>
      </Form>
      <FileDrop
        label="O suelte un CSV de moneda;fecha;valor."
        action="Elegir archivo"
        busy={load.isPending}
        {...drop}
      />
      {load.error && <FaultNotice fault={load.error} fields={CAMPOS} />}
      <div role="status">
        {said && (
          <Notice tone={said.advertencias.length ? 'aviso' : 'bien'} quiet>
            <p>
              {plural(said.nuevos, 'nuevo')}, {plural(said.cambiados, 'cambiado')},{' '}
              {plural(said.iguales, 'igual', 'iguales')}.
            </p>
            {said.advertencias[0] && <p>{said.advertencias[0].mensaje}</p>}
          </Notice>
        )}
      </div>
    </section>
  )
}
