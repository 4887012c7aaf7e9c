// The company of the address becomes the session's, and stays so: a page whose session went to another company in another tab is
// covered until the person says for which to go on, and nothing is sent meanwhile (dashboard.md §5).

import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { AMBIENTES as TODOS } from '../../domain/ambiente'
import { api, contexto } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { type Ambiente, type EmpresaBreve, type Me, type Sesion, SesionContext } from '../api/sesion'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Skeleton } from '../ui/skeleton'
import { FaultNotice } from './fault-notice'

export function Company({ me, empresa, children }: { me: Me; empresa: EmpresaBreve; children: ReactNode }) {
  const [ready, setReady] = useState<string | null>(null)
  const [fault, setFault] = useState<Fault | null>(null)
  const [left, setLeft] = useState<PromiseWithResolvers<void> | null>(null)
  const client = useQueryClient()
  const ambiente = useAmbiente(empresa)

  useEffect(() => {
    contexto.empresaId = empresa.id
    contexto.ambiente = ambiente === empresa.ambiente ? null : ambiente
  }, [empresa, ambiente])

  const { id } = empresa
  useEffect(() => {
    let gone = false
    setFault(null)
    api('POST /v1/empresa/seleccionar', { cuerpo: { empresa_id: id } }).then(
      () => gone || setReady(id),
      (thrown) => gone || setFault(toFault(thrown)),
    )
    contexto.volverAEmpresa = () => {
      if (!contexto.pausa) {
        const mine = Promise.withResolvers<void>()
        contexto.pausa = mine.promise
        setLeft(mine)
      }
      return contexto.pausa ?? Promise.resolve()
    }
    return () => {
      gone = true
      contexto.pausa = null
    }
  }, [id])

  const sesion = useMemo<Sesion>(
    () => ({
      ...me,
      empresa,
      ambiente,
      soloMira: ambiente !== empresa.ambiente,
      puede: (permiso) => me.permisos.includes(permiso),
    }),
    [me, empresa, ambiente],
  )
  if (fault)
    return (
      <main className="puerta">
        <h1>{empresa.razon_social}</h1>
        <FaultNotice fault={fault} onRetry={() => location.reload()} />
      </main>
    )
  if (ready !== id)
    return (
      <main className="puerta">
        <Skeleton lines={3} />
      </main>
    )
  const back = async (): Promise<void> => {
    await api('POST /v1/empresa/seleccionar', { cuerpo: { empresa_id: id } })
    contexto.pausa = null
    left?.resolve()
    setLeft(null)
    void client.invalidateQueries()
  }
  return (
    <SesionContext value={sesion}>
      {children}
      {left && <OtherCompany me={me} empresa={empresa} onBack={back} />}
    </SesionContext>
  )
}

/** `?ambiente=` looks at another environment than the company's, page after page (`navigation.ts` carries it on). */
function useAmbiente(empresa: EmpresaBreve): Ambiente {
  const [search] = useSearchParams()
  const wanted = search.get('ambiente')
  return TODOS.find((ambiente) => ambiente === wanted) ?? empresa.ambiente
}

function OtherCompany({
  me,
  empresa,
  onBack,
}: {
  me: Me
  empresa: EmpresaBreve
  onBack: () => Promise<void>
}) {
  const [, navigate] = useLocation()
  const [other, setOther] = useState<EmpresaBreve | null>(null)
  const [fault, setFault] = useState<Fault | null>(null)
  useEffect(() => {
    api('GET /auth/me').then(
      ({ data }) => setOther(data.empresa_activa),
      (thrown) => setFault(toFault(thrown)),
    )
  }, [])
  const goBack = (): void => void onBack().catch((thrown) => setFault(toFault(thrown)))
  const known = other && me.empresas.some(({ id }) => id === other.id)
  return (
    <Dialog title="La sesión cambió de empresa" onClose={null}>
      <p>
        En otra pestaña se cambió a <strong>{other?.razon_social ?? 'otra empresa'}</strong>. Aquí nada se
        envió.
      </p>
      {fault && <FaultNotice fault={fault} />}
      <div className="acciones">
        <Button tone="primario" onClick={goBack}>
          Volver a {empresa.razon_social}
        </Button>
        {other && known && other.id !== empresa.id && (
          <Button onClick={() => navigate(`~/app/${other.rut}/`)}>Seguir en {other.razon_social}</Button>
        )}
      </div>
    </Dialog>
  )
}
