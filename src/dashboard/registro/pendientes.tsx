// Notes of credit that are not linked whole: each with the invoices that it may be of, one click away.

import type { DataOf } from '../api/client'
import { useApi, useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { formatDate, formatPesos, formatRut, plural } from '../ui/format'
import { Empty } from '../ui/notice'
import { NoSuchPage, Pager } from '../ui/pager'
import { ByFolio } from './by-folio'
import { Evidence } from './evidence'
import { OfMonth, type PartProps } from './part'
import { LINKED } from './vinculos'
import { nameOf } from './words'

type Pendiente = DataOf<'GET /v1/rcv/:periodo/nc-pendientes'>[number]

export function Pendientes({ mayWrite, ...part }: PartProps & { mayWrite: boolean }) {
  const { periodo, pagina, onPage } = part
  const asked = { pagina, limite: 20 }
  const query = useApi(
    'GET /v1/rcv/:periodo/nc-pendientes',
    { params: { periodo }, query: asked },
    { conservar: true },
  )
  return (
    <OfMonth query={query} {...part}>
      {({ data, paginacion }) =>
        data.length ? (
          <div className="columna">
            <p role="status">{plural(paginacion.total, 'nota')} sin factura, o no por todo su monto</p>
            {data.map((one) => (
              <One
                key={`${one.lado} ${one.nc.rut} ${one.nc.tipo_dte} ${one.nc.folio}`}
                {...{ one, mayWrite }}
              />
            ))}
            <Pager {...paginacion} onPage={onPage} />
          </div>
        ) : pagina > 1 ? (
          <NoSuchPage onFirst={() => onPage(1)} />
        ) : (
          <Empty title="Ninguna nota por vincular">
            <p>Cada nota de crédito del mes tiene su factura.</p>
          </Empty>
        )
      }
    </OfMonth>
  )
}

function One({
  one: { nc, lado, sin_vincular, candidatas },
  mayWrite,
}: {
  one: Pendiente
  mayWrite: boolean
}) {
  const link = useWrite('POST /v1/rcv/vinculacion', ...LINKED)
  return (
    <section className="seccion" aria-label={nameOf(nc)}>
      <h2>
        {nameOf(nc)} <small>{lado === 'compra' ? 'de compra' : 'de venta'}</small>
      </h2>
      <p>
        {formatRut(nc.rut)} · {formatDate(nc.fecha_emision)} · {formatPesos(nc.monto_total)}
        {sin_vincular !== nc.monto_total && <> · quedan {formatPesos(sin_vincular)}</>}
      </p>
      {candidatas.length ? (
        <ul className="candidatas">
          {candidatas.map(({ factura, monto, confianza, razones }) => (
            <li key={`${factura.tipo_dte} ${factura.folio}`} className="acciones">
              <span>
                {nameOf(factura)} del {formatDate(factura.fecha_emision)} por{' '}
                {formatPesos(factura.monto_total)} <Evidence {...{ confianza, razones }} />
              </span>
              {mayWrite && (
                <Button
                  small
                  busy={link.isPending}
                  aria-label={`Vincular ${formatPesos(monto)} de ${nameOf(nc)} con ${nameOf(factura)}`}
                  onClick={() =>
                    link.mutate({
                      body: { nc: keyOf(nc), factura: keyOf(factura), lado, ...(monto > 0 && { monto }) },
                    })
                  }
                >
                  Vincular {formatPesos(monto)}
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p>Ninguna factura leída de esa contraparte le calza: importe los meses anteriores.</p>
      )}
      {mayWrite && (
        <ByFolio
          nota={nc}
          busy={link.isPending}
          onLink={(tipo_dte, folio) =>
            link.mutate({ body: { nc: keyOf(nc), factura: { rut: nc.rut, tipo_dte, folio }, lado } })
          }
        />
      )}
      {link.error && <FaultNotice fault={link.error} />}
    </section>
  )
}

const keyOf = ({ rut, tipo_dte, folio }: Pendiente['nc']) => ({ rut, tipo_dte, folio })
