// The subscription and what was charged.

import type { DataOf } from '../api/client'
import { useApi, useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { Loaded } from '../shell/loaded'
import { Button } from '../ui/button'
import { type Column, DataTable } from '../ui/data-table'
import { formatDate, formatPesos } from '../ui/format'
import { Status } from '../ui/status'

const ESTADO = { activa: 'Activa', prueba: 'De prueba', morosa: 'Impaga', cancelada: 'Cancelada' } as const

export function Subscription() {
  const query = useApi('GET /v1/billing/suscripcion')
  const cancel = useWrite('POST /v1/billing/cancelar', 'GET /v1/billing/suscripcion', 'GET /v1/cuenta/planes')
  const resume = useWrite(
    'POST /v1/billing/reactivar',
    'GET /v1/billing/suscripcion',
    'GET /v1/cuenta/planes',
  )
  const fault = cancel.error ?? resume.error
  return (
    <section className="seccion">
      <h2>Suscripción</h2>
      <Loaded query={query}>
        {({ data: { plan, estado, monto, periodo_fin, renovacion } }) => (
          <>
            <p>
              Plan <strong>{plan}</strong> · {ESTADO[estado]} · {monto ? formatPesos(monto) : 'sin costo'}
              {/* Where nothing is paid the period is only the month, and nothing ends with it. */}
              {monto > 0 &&
                ` · el período termina el ${formatDate(periodo_fin)} y ${renovacion ? 'se renueva' : 'no se renueva'}`}
            </p>
            {monto > 0 && (
              <div>
                {renovacion ? (
                  <Button busy={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
                    No renovar
                  </Button>
                ) : (
                  <Button busy={resume.isPending} onClick={() => resume.mutate(undefined)}>
                    Volver a renovar
                  </Button>
                )}
              </div>
            )}
          </>
        )}
      </Loaded>
      {fault && <FaultNotice fault={fault} />}
    </section>
  )
}

type Cobro = DataOf<'GET /v1/billing/cobros'>[number]

const COLUMNS: readonly Column<Cobro>[] = [
  { id: 'fecha', title: 'Fecha', head: true, cell: ({ created_at }) => formatDate(created_at) },
  { id: 'plan', title: 'Plan', cell: ({ plan, ciclo }) => `${plan}, ${ciclo}` },
  { id: 'monto', title: 'Monto', numeric: true, cell: ({ monto }) => formatPesos(monto) },
  {
    id: 'estado',
    title: 'Estado',
    cell: ({ estado, motivo }) =>
      estado === 'pagado' ? (
        <Status tone="bien" icon="✓">
          Pagado
        </Status>
      ) : (
        <>
          <Status tone="aviso" icon="!">
            Por revisar
          </Status>
          <br />
          <small>{motivo ?? 'Quien administra el servidor debe revisarlo'}</small>
        </>
      ),
  },
  { id: 'referencia', title: 'Referencia', extra: true, cell: ({ referencia }) => referencia ?? '' },
]

export function Charges() {
  const query = useApi('GET /v1/billing/cobros', { query: { limite: 50 } })
  return (
    <Loaded query={query}>
      {({ data }) =>
        data.length > 0 && (
          <section className="seccion">
            <h2>Cobros</h2>
            <DataTable caption="Cobros" columns={COLUMNS} rows={data} rowKey={({ id }) => id} />
          </section>
        )
      }
    </Loaded>
  )
}
