// `/plan`: use against limits, plans side by side with what would not fit, orders and charges (dashboard §10).

import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { Loaded } from '../shell/loaded'
import { Page } from '../shell/page'
import { Button } from '../ui/button'
import { type Column, DataTable } from '../ui/data-table'
import { formatDate, formatPesos } from '../ui/format'
import { Status } from '../ui/status'
import { Charges, Subscription } from './billing'
import { Choose } from './choose'
import { Order } from './order'
import { beyond, isUnlimited, limitWords, type Plan, surplus, type Uso } from './plans'
import { Usage } from './usage'

export default function PlanPage() {
  const { empresas, puede } = useSesion()
  const [search, setSearch] = useSearchParams()
  const [choosing, setChoosing] = useState<Plan | null>(null)
  const plans = useApi('GET /v1/cuenta/planes')
  const use = useApi('GET /v1/cuenta/uso')
  const paid = useApi('GET /v1/billing/suscripcion')
  const people = useApi(
    'GET /v1/usuarios',
    { query: { limite: 1 } },
    { activa: puede('usuarios:administrar') },
  )
  const uso: Uso = {
    empresas: empresas.length,
    usuarios: people.data?.paginacion.total ?? null,
    consultas: use.data?.data.consultas.usadas ?? 0,
    emisiones: use.data?.data.emisiones.usadas ?? 0,
  }
  const order = search.get('orden')
  const current = plans.data?.data.find(({ actual }) => actual)?.plan
  if (!order && plans.data && paid.data && isUnlimited(plans.data.data, paid.data.data.monto))
    return (
      <Page title="Uso">
        <Loaded query={use}>{({ data }) => <Usage uso={data} />}</Loaded>
        <p>La cuenta no tiene límites ni costo: aquí sólo se cuenta lo usado.</p>
      </Page>
    )
  return (
    <Page title="Plan">
      {order && <Order key={order} id={order} onClose={() => setSearch({})} />}
      <Loaded query={use}>{({ data }) => <Usage uso={data} />}</Loaded>
      <section className="seccion">
        <h2>Planes</h2>
        <Loaded query={plans}>
          {({ data }) => (
            <DataTable
              caption="Planes"
              columns={columnsOf(uso, setChoosing)}
              rows={data}
              rowKey={({ plan }) => plan}
            />
          )}
        </Loaded>
      </section>
      <Subscription />
      <Charges />
      {choosing && current && (
        <Choose
          plan={choosing}
          current={current}
          tooMuch={beyond(choosing, uso)}
          onClose={() => setChoosing(null)}
          onOrdered={(orden) => {
            setChoosing(null)
            setSearch({ orden })
          }}
        />
      )}
    </Page>
  )
}

const columnsOf = (uso: Uso, onChoose: (plan: Plan) => void): Column<Plan>[] => [
  { id: 'plan', title: 'Plan', head: true, cell: ({ plan }) => plan },
  {
    id: 'emisiones',
    title: 'Documentos al mes',
    before: 'Documentos al mes',
    numeric: true,
    cell: ({ emisiones_mes }) => limitWords(emisiones_mes),
  },
  {
    id: 'consultas',
    title: 'Consultas al mes',
    before: 'Consultas al mes',
    numeric: true,
    cell: ({ consultas_mes }) => limitWords(consultas_mes),
  },
  {
    id: 'empresas',
    title: 'Empresas',
    before: 'Empresas',
    numeric: true,
    cell: ({ empresas }) => limitWords(empresas),
  },
  {
    id: 'usuarios',
    title: 'Usuarios',
    before: 'Usuarios',
    numeric: true,
    cell: ({ usuarios }) => limitWords(usuarios),
  },
  {
    id: 'precio',
    title: 'Precio al mes',
    before: 'Precio',
    numeric: true,
    cell: ({ precio_mensual }) => (precio_mensual ? formatPesos(precio_mensual) : 'Sin costo'),
  },
  {
    id: 'acciones',
    title: 'Acciones',
    cell: (plan) => {
      const tooMuch = surplus(plan, uso)
      return (
        <>
          {plan.actual ? (
            <Status tone="neutro" icon="●">
              El de ahora
            </Status>
          ) : tooMuch ? (
            <small>No cabe: {tooMuch}</small>
          ) : (
            <Button small aria-label={`Cambiar al plan ${plan.plan}`} onClick={() => onChoose(plan)}>
              Cambiar
            </Button>
          )}
          {plan.vigente_desde && <small> Desde el {formatDate(plan.vigente_desde)}</small>}
        </>
      )
    },
  },
]
