// `/compras-internacionales/tipos-cambio`: rates of exchange, typed one by one or loaded as a table (areas/compras-internacionales §2).

import { useState } from 'react'
import { chileDate } from '../../domain/fecha'
import type { Datos } from '../api/client'
import { useApi, useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Loaded } from '../shell/loaded'
import { Page } from '../shell/page'
import { Button } from '../ui/button'
import type { Column } from '../ui/data-table'
import { TextField } from '../ui/field'
import { FileDrop, refuseFile } from '../ui/file-drop'
import { Form } from '../ui/form'
import { formatDate } from '../ui/format'
import { Moment } from '../ui/moment'
import { Empty, Notice } from '../ui/notice'
import { PagedTable } from '../ui/paged-table'
import { typedNumber, whichNumber } from './typed'

type Tipo = Datos<'GET /v1/tipos-cambio'>[number]

const FUENTE: Readonly<Record<Tipo['fuente'], string>> = {
  tabla: 'De la cuenta',
  servidor: 'Del servidor',
  bcentral: 'Banco Central',
}

const COLUMNS: readonly Column<Tipo>[] = [
  { id: 'fecha', title: 'Día', head: true, cell: ({ fecha }) => formatDate(fecha) },
  { id: 'moneda', title: 'Moneda', cell: ({ moneda }) => moneda },
  { id: 'valor', title: 'Pesos por unidad', numeric: true, cell: ({ valor }) => valor.replace('.', ',') },
  { id: 'fuente', title: 'De dónde', cell: ({ fuente }) => FUENTE[fuente] },
]

const MADE_OLD = [
  'GET /v1/tipos-cambio',
  'GET /v1/compras-internacionales',
  'GET /v1/compras-internacionales/:id',
] as const

export default function Tipos() {
  const { puede, soloMira } = useSesion()
  const [pagina, setPagina] = useState(1)
  const [moneda, setMoneda] = useState('')
  const code = /^[A-Za-z]{3}$/.test(moneda) ? moneda.toUpperCase() : undefined
  const query = useApi(
    'GET /v1/tipos-cambio',
    { consulta: { pagina, ...(code && { moneda: code }) } },
    { conservar: true },
  )
  return (
    <Page title="Tipos de cambio">
      <p>
        Una compra se convierte con el de su día, o con el último de los siete anteriores. De un mismo día
        vale primero el de la cuenta.
      </p>
      <BancoNotice />
      {puede('compras_int:gestionar') && !soloMira && <LoadTipos />}
      <search className="filtros" aria-label="Qué moneda">
        <div className="grilla">
          <TextField
            label="Moneda"
            hint="USD, EUR…"
            maxLength={3}
            value={moneda}
            onChange={(text) => {
              setMoneda(text)
              setPagina(1)
            }}
          />
        </div>
      </search>
      <Loaded query={query}>
        {({ data, paginacion }) =>
          data.length ? (
            <PagedTable
              caption="Tipos de cambio, el último día primero"
              columns={COLUMNS}
              rows={data}
              rowKey={({ moneda: name, fecha, fuente }) => `${name} ${fecha} ${fuente}`}
              stale={query.isPlaceholderData}
              paginacion={paginacion}
              onPage={setPagina}
            />
          ) : (
            <Empty title="Aún no hay tipos de cambio">
              <p>Escriba arriba el dólar observado del día, o suelte una tabla de moneda;fecha;valor.</p>
            </Empty>
          )
        }
      </Loaded>
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
          'Al Banco Central se le pregunta a las 7:23 y a las 19:23.'
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

function LoadTipos() {
  const [moneda, setMoneda] = useState('USD')
  const [fecha, setFecha] = useState(() => chileDate(new Date()))
  const [valor, setValor] = useState('')
  const [refused, setRefused] = useState<string | null>(null)
  const which = whichNumber(valor)
  const load = useWrite('POST /v1/tipos-cambio', ...MADE_OLD)
  const drop = ([file]: readonly File[]): void => {
    if (!file) return
    const bad = refuseFile(file, ['.csv', '.txt'])
    setRefused(bad)
    if (bad) return
    const cuerpo = new FormData()
    cuerpo.set('archivo', file)
    load.mutate({ cuerpo })
  }
  const said = load.data?.data
  return (
    <section className="columna" aria-label="Cargar tipos de cambio">
      <Form
        fault={load.error}
        onSubmit={() => {
          if (which) return
          load.mutate(
            { cuerpo: { tipos: [{ moneda: moneda.toUpperCase(), fecha, valor: typedNumber(valor) }] } },
            { onSuccess: () => setValor('') },
          )
        }}
      >
        <div className="grilla">
          <TextField label="Moneda del tipo" maxLength={3} value={moneda} onChange={setMoneda} />
          <TextField label="Día" type="date" value={fecha} onChange={setFecha} />
          <TextField
            label="Pesos por unidad"
            inputMode="decimal"
            error={which}
            value={valor}
            onChange={setValor}
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
        ends={['.csv', '.txt']}
        busy={load.isPending}
        onFiles={drop}
        error={refused}
      />
      {load.error && <FaultNotice fault={load.error} />}
      {said && (
        <Notice tone="bien" quiet>
          <p>
            {said.nuevos} nuevos, {said.cambiados} cambiados, {said.iguales} iguales.
          </p>
        </Notice>
      )}
    </section>
  )
}
