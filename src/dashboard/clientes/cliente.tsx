// `/clientes/:id`: one customer: its data, what was billed to it, its documents and what changed (areas/clientes §1, §3).

import { Fragment, useState } from 'react'
import { Link, useLocation, useParams, useSearchParams } from 'wouter'
import { useApi, useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Loaded } from '../shell/loaded'
import { notify } from '../shell/notices'
import { Page } from '../shell/page'
import { Button, LinkButton } from '../ui/button'
import { ConfirmDialog } from '../ui/dialog'
import { formatDate, formatNumber, formatPesos } from '../ui/format'
import { Notice } from '../ui/notice'
import { shortName } from '../ui/tipo'
import { ClientDialog } from './client-dialog'
import type { Cliente } from './client-form'
import { idOf } from './client-table'
import { Documents } from './documents'
import { History } from './history'
import { useRestore } from './use-restore'

export default function UnCliente() {
  const { id } = useParams<{ id: string }>()
  const query = useApi('GET /v1/clientes/:id', { params: { id } })
  const cliente = query.data?.data
  return (
    <Page title={cliente?.razon_social ?? 'Cliente'} actions={cliente && <Actions cliente={cliente} />}>
      <Loaded query={query} missing="El cliente" list={['/clientes', 'Clientes']}>
        {({ data }) => (
          <>
            {data.eliminado_en && <Restore cliente={data} />}
            <Facts cliente={data} />
            <Billed cliente={data} />
            <Documents id={id} />
            <History id={id} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Actions({ cliente }: { cliente: Cliente }) {
  const { puede, soloMira } = useSesion()
  const [, navigate] = useLocation()
  const [search] = useSearchParams()
  const [asking, setAsking] = useState<'editar' | 'eliminar' | null>(search.has('editar') ? 'editar' : null)
  const remove = useWrite(
    'DELETE /v1/clientes/:id',
    'GET /v1/clientes',
    'GET /v1/clientes/:id',
    'GET /v1/clientes/:id/historial',
  )
  const { id, razon_social, eliminado_en, extranjero } = cliente
  if (eliminado_en) return null
  const close = (): void => {
    setAsking(null)
    if (search.has('editar')) navigate(`/clientes/${id}`, { replace: true })
  }
  const done = (): void => {
    notify({ tone: 'bien', title: `${razon_social} se eliminó` })
    navigate('/clientes')
  }
  return (
    <>
      {puede('dte:emitir') && !soloMira && (
        <LinkButton tone="primario" href={`/emitir/${extranjero ? 110 : 33}?cliente=${id}`}>
          Emitir a este
        </LinkButton>
      )}
      {puede('clientes:escribir') && (
        <>
          <Button aria-haspopup="dialog" onClick={() => setAsking('editar')}>
            Editar
          </Button>
          <Button tone="peligro" aria-haspopup="dialog" onClick={() => setAsking('eliminar')}>
            Eliminar
          </Button>
        </>
      )}
      {asking === 'editar' && <ClientDialog cliente={cliente} onDone={close} onClose={close} />}
      {asking === 'eliminar' && (
        <ConfirmDialog
          title={`Eliminar a ${razon_social}`}
          action="Eliminar el cliente"
          busy={remove.isPending}
          onConfirm={() => remove.mutate({ params: { id } }, { onSuccess: done })}
          onClose={close}
        >
          <p>
            Deja de ofrecerse al emitir. Sus documentos quedan como están, y puede restaurarlo cuando quiera.
          </p>
          {remove.error && <FaultNotice fault={remove.error} />}
        </ConfirmDialog>
      )}
    </>
  )
}

function Restore({ cliente }: { cliente: Cliente }) {
  const { puede } = useSesion()
  const { restore, bringBack } = useRestore()
  const { eliminado_en: eliminadoEn } = cliente
  return (
    <Notice tone="aviso" title={eliminadoEn ? `Eliminado el ${formatDate(eliminadoEn)}` : 'Eliminado'}>
      <p>No se ofrece al emitir.</p>
      {puede('clientes:escribir') && (
        <div>
          <Button busy={restore.isPending} onClick={() => bringBack(cliente)}>
            Restaurar
          </Button>
        </div>
      )}
      {restore.error && <FaultNotice fault={restore.error} />}
    </Notice>
  )
}

const FORMAS: Readonly<Record<number, string>> = { 1: 'Contado', 2: 'Crédito', 3: 'Sin costo' }
const ORIGEN: Readonly<Record<Cliente['origen'], string>> = {
  manual: 'Creado aquí',
  csv: 'Importado de un archivo',
  rcv: 'Importado del registro de ventas',
  emitidos: 'Importado de lo emitido',
}

function Facts({ cliente }: { cliente: Cliente }) {
  const facts: readonly (readonly [label: string, value: string | null])[] = [
    [cliente.extranjero ? 'Identificación' : 'RUT', idOf(cliente)],
    ['Giro', cliente.giro],
    ['Dirección', [cliente.direccion, cliente.comuna, cliente.ciudad].filter(Boolean).join(', ') || null],
    ['Correo', cliente.email],
    ['Teléfono', cliente.telefono],
    ['Contacto', cliente.contacto],
    ['Casilla de intercambio', cliente.email_intercambio],
    ['Forma de pago', FORMAS[cliente.forma_pago_defecto ?? 0] ?? null],
    ['Notas', cliente.notas],
    ['Origen', `${ORIGEN[cliente.origen]}, ${formatDate(cliente.created_at)}`],
  ]
  return (
    <section className="seccion" aria-labelledby="cliente-datos">
      <h2 id="cliente-datos">Datos</h2>
      <dl className="pares">
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
      </dl>
    </section>
  )
}

function Billed({ cliente }: { cliente: Cliente }) {
  const { puede } = useSesion()
  const { total_facturado, num_documentos, ultimo_dte } = cliente
  if (total_facturado === null || num_documentos === null)
    return (
      <Notice tone="neutro" title="Cuánto le ha facturado" quiet>
        <p>El plan Profesional lo muestra, con su último documento.</p>
        {puede('billing:administrar') && <LinkButton href="/plan">Ver los planes</LinkButton>}
      </Notice>
    )
  return (
    <section className="seccion" aria-labelledby="cliente-facturado">
      <h2 id="cliente-facturado">Facturado</h2>
      <dl className="pares">
        <dt>Total, con impuestos</dt>
        <dd>{formatPesos(total_facturado)}</dd>
        <dt>Documentos</dt>
        <dd>{formatNumber(num_documentos)}</dd>
        {ultimo_dte && (
          <>
            <dt>El último</dt>
            <dd>
              <Link href={`/documentos/${ultimo_dte.tipo_dte}/${ultimo_dte.folio}`}>
                {shortName(ultimo_dte.tipo_dte)} N° {formatNumber(ultimo_dte.folio)}
              </Link>
              , {formatDate(ultimo_dte.fecha)}
            </dd>
          </>
        )}
      </dl>
      <p className="ayuda">
        Facturas, boletas, liquidaciones, exportaciones y notas de débito, menos las notas de crédito; sin lo
        rechazado, descartado o anulado.
      </p>
    </section>
  )
}
