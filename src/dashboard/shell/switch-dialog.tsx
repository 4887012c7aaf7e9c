// The person's companies, to go to the same screen of another, and the environments of this one, to look at another.

import { useState } from 'react'
import { useLocation } from 'wouter'
import { AMBIENTES as TODOS } from '../../domain/ambiente'
import { type EmpresaBreve, useSesion } from '../api/sesion'
import { NOMBRE_AMBIENTE } from '../ui/ambiente'
import { LinkButton } from '../ui/button'
import { Combobox } from '../ui/combobox'
import { Dialog } from '../ui/dialog'
import { formatRut } from '../ui/format'
import { Segments } from '../ui/segments'
import { useCompaniesAttention } from './companies-attention'
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
  const { empresa, ambiente } = useSesion()
  const { attention } = useCompaniesAttention()
  const options = companiesFor(text, empresas).map(({ id, rut, razon_social, ambiente: suyo }) => ({
    id: rut,
    label: razon_social,
    beside: [
      formatRut(rut),
      AMBIENTES[suyo].corto.toLowerCase(),
      attention.get(id)?.length ? `${attention.get(id)?.length} por atender` : '',
    ]
      .filter(Boolean)
      .join(' · '),
  }))
  return (
    <Dialog typed={false} title="Cambiar de empresa" onClose={onClose}>
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
      {empresas.length > 1 && (
        <div className="acciones">
          <LinkButton href="~/app/firma">Todas de una vez: la firma</LinkButton>
        </div>
      )}
      <p>
        {empresa.razon_social} trabaja en {NOMBRE_AMBIENTE[empresa.ambiente].toLowerCase()}. Lo de otro
        ambiente se puede mirar, sin emitir.
      </p>
      <Segments
        label="Ambiente que se mira"
        options={TODOS.map((uno) => [uno, NOMBRE_AMBIENTE[uno]] as const)}
        selected={ambiente}
        onSelect={(uno) => {
          onClose()
          // The record now shown may not exist there.
          navigate(`${sameScreen(path)}?ambiente=${uno === empresa.ambiente ? '' : uno}`)
        }}
      />
    </Dialog>
  )
}
