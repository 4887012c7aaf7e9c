// Which company, and which else: the button at the top and the dialog behind it.

import { lazy, Suspense, useState } from 'react'
import { useSesion } from '../api/sesion'
import { Button } from '../ui/button'
import { formatRut } from '../ui/format'

const SwitchDialog = lazy(() => import('./switch-dialog'))

export function Switcher() {
  const { empresa, empresas, ambiente } = useSesion()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button tone="liso" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className="empresa">
          <strong>{empresa.razon_social}</strong>
          <small>
            {formatRut(empresa.rut)}
            {ambiente === 'produccion' && <span className="real">PRODUCCIÓN</span>}
          </small>
        </span>
        <span aria-hidden="true">▾</span>
        <span className="solo-lector">Cambiar de empresa</span>
      </Button>
      <Suspense>{open && <SwitchDialog empresas={empresas} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
