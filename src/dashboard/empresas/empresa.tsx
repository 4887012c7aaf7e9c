// `/empresas/:id`: the data of one company, to change for who may, and its end.

import { Fragment, useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { useApi, useInvalidate, useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Loaded } from '../shell/loaded'
import { notify } from '../shell/notices'
import { Page } from '../shell/page'
import { NOMBRE_AMBIENTE } from '../ui/ambiente'
import { Button, LinkButton } from '../ui/button'
import { ConfirmDialog } from '../ui/dialog'
import { formatDate, formatRut } from '../ui/format'
import type { Empresa } from './company-form'
import { EditCompany } from './edit-company'

export default function EmpresaPage() {
  const { id = '' } = useParams<{ id: string }>()
  const { puede, empresa: here, empresas } = useSesion()
  const [deleting, setDeleting] = useState(false)
  const query = useApi('GET /v1/empresa/:id', { params: { id }, query: {} })
  const mayChange = puede('empresa:administrar')
  const empresa = query.data?.data
  return (
    <Page
      title={empresa?.razon_social ?? 'Empresa'}
      actions={
        empresa &&
        (empresa.id === here.id
          ? empresa.ambiente !== 'produccion' && (
              <LinkButton href="/certificacion">
                {empresa.ambiente === 'simulacion' ? 'Ensayar la certificación' : 'Certificación'}
              </LinkButton>
            )
          : empresas.some((one) => one.id === empresa.id) && (
              <LinkButton href={`~/app/${empresa.rut}/`}>Ir a esta empresa</LinkButton>
            ))
      }
    >
      <Loaded query={query} missing="Esa empresa" list={['/empresas', 'Empresas']}>
        {({ data }) => (
          <>
            <p>
              RUT {formatRut(data.rut)} · creada el {formatDate(data.created_at)}
            </p>
            {mayChange ? <EditCompany key={data.id} empresa={data} /> : <Facts empresa={data} />}
            {mayChange && (
              <section className="seccion" aria-labelledby="eliminar">
                <h2 id="eliminar">Eliminar</h2>
                <p>Sus documentos se conservan, y la empresa puede restaurarse después.</p>
                <div>
                  <Button tone="peligro" onClick={() => setDeleting(true)}>
                    Eliminar la empresa
                  </Button>
                </div>
              </section>
            )}
            {deleting && <Delete empresa={data} onClose={() => setDeleting(false)} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** For who may only look. */
function Facts({ empresa }: { empresa: Empresa }) {
  const { resolucion } = empresa
  const facts: readonly (readonly [string, string | null])[] = [
    ['Giro', empresa.giro],
    ['Actividades', empresa.actividades_economicas.join(', ')],
    ['Dirección', [empresa.direccion, empresa.comuna, empresa.ciudad].filter(Boolean).join(', ')],
    ['Teléfono', empresa.telefono],
    ['Correo', empresa.email],
    ['Sitio web', empresa.sitio_web],
    ['Ambiente', NOMBRE_AMBIENTE[empresa.ambiente]],
    ['Resolución', resolucion && `N° ${resolucion.numero} del ${formatDate(resolucion.fecha)}`],
    ['Casilla de intercambio', empresa.email_intercambio],
    ['Recepción por correo', empresa.respuesta_automatica === 'recepcion' ? 'Sale sola' : 'A pedido'],
  ]
  return (
    <dl className="pares">
      {facts.map(([name, value]) =>
        value ? (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ) : null,
      )}
    </dl>
  )
}

function Delete({ empresa, onClose }: { empresa: Empresa; onClose: () => void }) {
  const here = useSesion().empresa
  const [, navigate] = useLocation()
  const invalidate = useInvalidate()
  const remove = useWrite('DELETE /v1/empresa/:id')
  const done = (): void => {
    notify({ tone: 'bien', title: `${empresa.razon_social} se eliminó` })
    navigate(empresa.id === here.id ? '~/app/' : '/empresas')
    void invalidate('GET /auth/me', 'GET /v1/empresa')
  }
  return (
    <ConfirmDialog
      title={`Eliminar ${empresa.razon_social}`}
      action="Eliminar la empresa"
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: empresa.id } }, { onSuccess: done })}
      onClose={onClose}
    >
      <p>
        Deja de emitir, sus llaves se revocan y su certificado se borra. Sus documentos se conservan, y puede
        restaurarla desde «Eliminadas».
      </p>
      {remove.error && <FaultNotice fault={remove.error} />}
    </ConfirmDialog>
  )
}
