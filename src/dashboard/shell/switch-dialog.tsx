// The person's companies, to go to the same screen of another.

import { useState } from 'react'
import { useLocation } from 'wouter'
import type { EmpresaBreve } from '../api/sesion'
import { Combobox } from '../ui/combobox'
import { Dialog } from '../ui/dialog'
import { formatRut } from '../ui/format'
import { AMBIENTES } from './environment'
import { sameScreen } from './navigation'
import { matches } from './palette-rank'

export function SwitchDialog({
  empresas,
  onClose,
}: {
  empresas: readonly EmpresaBreve[]
  onClose: () => void
}) {
  const [path, navigate] = useLocation()
  const [text, setText] = useState('')
  const options = empresas
    .filter(({ razon_social, rut }) => matches(text, `${razon_social} ${rut} ${formatRut(rut)}`))
    .map(({ rut, razon_social, ambiente }) => ({
      id: rut,
      label: razon_social,
      beside: `${formatRut(rut)} · ${AMBIENTES[ambiente].corto.toLowerCase()}`,
    }))
  return (
    <Dialog title="Cambiar de empresa" onClose={onClose}>
      <Combobox
        inline
        autoFocus
        label="Empresa"
        hint={empresas.length >= 8 ? 'Parte del nombre o del RUT' : undefined}
        text={text}
        onText={setText}
        options={options}
        nothing="Ninguna empresa suya se llama así"
        onChoose={({ id }) => {
          onClose()
          navigate(`~/app/${id}${sameScreen(path)}`)
        }}
      />
    </Dialog>
  )
}
