// The person's companies, to go to the same screen of another.

import { useState } from 'react'
import { useLocation } from 'wouter'
import { useApi } from '../api/query'
import { type EmpresaBreve, useSesion } from '../api/sesion'
import { Combobox } from '../ui/combobox'
import { Dialog } from '../ui/dialog'
import { formatRut } from '../ui/format'
import { AMBIENTES } from './environment'
import { sameScreen } from './navigation'
import { companiesFor } from './palette-rank'

export default function SwitchDialog({
  empresas,
  onClose,
}: {
  empresas: readonly EmpresaBreve[]
  onClose: () => void
}) {
  const [path, navigate] = useLocation()
  const [text, setText] = useState('')
  const { puede } = useSesion()
  const { data } = useApi(
    'GET /v1/resumen',
    { consulta: { empresas: 'true' } },
    { activa: empresas.length > 1 && puede('dte:leer') },
  )
  const waiting = new Map(data?.data.empresas?.map(({ id, atencion }) => [id, atencion.length]))
  const options = companiesFor(text, empresas).map(({ id, rut, razon_social, ambiente }) => ({
    id: rut,
    label: razon_social,
    beside: [
      formatRut(rut),
      AMBIENTES[ambiente].corto.toLowerCase(),
      waiting.get(id) ? `${waiting.get(id)} por atender` : '',
    ]
      .filter(Boolean)
      .join(' · '),
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
