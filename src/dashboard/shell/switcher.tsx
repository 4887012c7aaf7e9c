// Which company, and which else: the button at the top and the dialog behind it.

import { useState } from 'react'
import { useLocation } from 'wouter'
import { type EmpresaBreve, useSesion } from '../api/sesion'
import { Button } from '../ui/button'
import { Combobox } from '../ui/combobox'
import { Dialog } from '../ui/dialog'
import { formatRut } from '../ui/format'
import { AMBIENTES } from './environment'
import { matches } from './palette-rank'

/** The same screen of another company, and never a thing of this one: paths with an id or a folio lose it. */
export function sameScreen(path: string): string {
  const [, section = ''] = path.split('/')
  return section ? `/${section}` : '/'
}

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
      {open && <SwitchDialog empresas={empresas} onClose={() => setOpen(false)} />}
    </>
  )
}

function SwitchDialog({ empresas, onClose }: { empresas: readonly EmpresaBreve[]; onClose: () => void }) {
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
