// `/catalogo/:id`: one item: its data, its price in pesos of today, how that changed, and what else did.

import { Fragment, useState } from 'react'
import { useLocation, useParams, useSearchParams } from 'wouter'
import { impuesto } from '../../domain/dte/impuestos'
import { useApi, useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Loaded } from '../shell/loaded'
import { notify } from '../shell/notices'
import { Page } from '../shell/page'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/dialog'
import { formatDate } from '../ui/format'
import { Moment } from '../ui/moment'
import { Notice } from '../ui/notice'
import { History, Prices } from './history'
import { priceWords } from './price'
import { ProductDialog } from './product-dialog'
import type { Producto } from './product-form'
import { Today } from './today'
import { MADE_OLD, useRestore } from './use-restore'

export default function UnProducto() {
  const { id } = useParams<{ id: string }>()
  const query = useApi('GET /v1/catalogo/:id', { params: { id } })
  const producto = query.data?.data
  return (
    <Page title={producto?.nombre ?? 'Producto'} actions={producto && <Actions producto={producto} />}>
      <Loaded query={query} missing="El producto" list={['/catalogo', 'Catálogo']}>
        {({ data }) => (
          <>
            {data.eliminado_en && <Restore producto={data} at={data.eliminado_en} />}
            <Facts producto={data} />
            <Prices id={id} />
            <History id={id} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Actions({ producto }: { producto: Producto }) {
  const { puede } = useSesion()
  const [, navigate] = useLocation()
  const [search] = useSearchParams()
  const [asking, setAsking] = useState<'editar' | 'eliminar' | null>(search.has('editar') ? 'editar' : null)
  const remove = useWrite('DELETE /v1/catalogo/:id', ...MADE_OLD)
  const { id, nombre, eliminado_en } = producto
  if (eliminado_en || !puede('catalogo:escribir')) return null
  const close = (): void => {
    setAsking(null)
    if (search.has('editar')) navigate(`/catalogo/${id}`, { replace: true })
  }
  const done = (): void => {
    notify({ tone: 'bien', title: `${nombre} se eliminó` })
    navigate('/catalogo')
  }
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setAsking('editar')}>
        Editar
      </Button>
      <Button tone="peligro" aria-haspopup="dialog" onClick={() => setAsking('eliminar')}>
        Eliminar
      </Button>
      {asking === 'editar' && <ProductDialog producto={producto} onDone={close} onClose={close} />}
      {asking === 'eliminar' && (
        <ConfirmDialog
          title={`Eliminar ${nombre}`}
          action="Eliminar el producto"
          busy={remove.isPending}
          onConfirm={() => remove.mutate({ params: { id } }, { onSuccess: done })}
          onClose={close}
        >
          <p>
            Deja de ofrecerse al emitir. Los documentos emitidos quedan como están, y puede restaurarlo cuando
            quiera.
          </p>
          {remove.error && <FaultNotice fault={remove.error} />}
        </ConfirmDialog>
      )}
    </>
  )
}

function Restore({ producto, at }: { producto: Producto; at: string }) {
  const { puede } = useSesion()
  const { restore, bringBack } = useRestore()
  return (
    <Notice tone="aviso" title={`Eliminado el ${formatDate(at)}`}>
      <p>No se ofrece al emitir.</p>
      {puede('catalogo:escribir') && (
        <div>
          <Button busy={restore.isPending} onClick={() => bringBack(producto)}>
            Restaurar
          </Button>
        </div>
      )}
      {restore.error && <FaultNotice fault={restore.error} />}
    </Notice>
  )
}

const ORIGEN: Readonly<Record<Producto['origen'], string>> = {
  manual: 'Creado aquí',
  csv: 'Importado de un archivo',
  emitidos: 'Propuesto por lo emitido',
}

function Facts({ producto }: { producto: Producto }) {
  const { codigo, unidad, descripcion, precio, moneda, impuesto_adicional, cuenta, centro } = producto
  const facts: readonly (readonly [label: string, value: string | null])[] = [
    ['Unidad', unidad],
    ['Descripción', descripcion],
    [
      'Impuesto adicional',
      impuesto_adicional === null
        ? null
        : `${impuesto_adicional} · ${impuesto(String(impuesto_adicional))?.nombre ?? ''}`,
    ],
    ['Cuenta contable', cuenta],
    ['Centro de costo', centro],
    ['Al emitir', producto.activo ? 'Se ofrece' : 'No se ofrece'],
    ['Origen', `${ORIGEN[producto.origen]}, ${formatDate(producto.created_at)}`],
  ]
  return (
    <section className="seccion" aria-labelledby="producto-datos">
      <h2 id="producto-datos">Datos</h2>
      <dl className="pares">
        <dt>Código</dt>
        <dd>{codigo}</dd>
        <dt>Precio</dt>
        <dd>{priceWords(producto)}</dd>
        {moneda !== 'CLP' && precio !== null && (
          <>
            <dt>En pesos de hoy</dt>
            <dd>
              <Today precio={precio} moneda={moneda} />
            </dd>
          </>
        )}
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
        <dt>Último uso</dt>
        <dd>{producto.usado_en ? <Moment at={producto.usado_en} /> : 'Todavía en ningún documento'}</dd>
      </dl>
    </section>
  )
}
