// Covers a page whose session went to another company in another tab.

import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { api } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import type { EmpresaBreve, Me } from '../api/sesion'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Trouble } from './trouble'

export default function OtherCompany({
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
      {fault && <Trouble fault={fault} />}
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
