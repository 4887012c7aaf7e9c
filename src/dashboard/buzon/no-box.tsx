// Where there is no mailbox: what one is for, and the way to it.

import { useState } from 'react'
import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { notify } from '../shell/notices'
import { Button } from '../ui/button'
import { Empty } from '../ui/notice'
import { SettingsDialog } from './settings-dialog'
import { BUZON, everyOf, type Turno } from './state'

export function NoBox({ turno }: { turno: Turno | undefined }) {
  const { empresa } = useSesion()
  const [setting, setSetting] = useState(false)
  const save = useWrite(
    'PUT /v1/empresa/:id/buzon',
    BUZON,
    'GET /v1/empresa/:id/programacion',
    'GET /v1/resumen',
  )
  const simulacion = empresa.ambiente === 'simulacion'
  return (
    <Empty title="La empresa no tiene un buzón">
      <p>
        Es la casilla de correo a la que los proveedores mandan sus documentos. Timbre la lee
        {turno?.activo ? ` ${everyOf(turno)}` : ' cuando se le pide'}, guarda los documentos y no borra ningún
        mensaje.
      </p>
      {simulacion && (
        <p>En simulación puede usar la casilla simulada, a la que escriben los proveedores del vecindario.</p>
      )}
      {save.error && <FaultNotice fault={save.error} />}
      <div className="acciones">
        {simulacion && (
          <Button
            tone="primario"
            busy={save.isPending}
            onClick={() =>
              save.mutate(
                { params: { id: empresa.id }, body: { tipo: 'simulador' } },
                { onSuccess: () => notify({ tone: 'bien', title: 'El buzón quedó guardado' }) },
              )
            }
          >
            Usar la casilla simulada
          </Button>
        )}
        <Button
          tone={simulacion ? 'normal' : 'primario'}
          aria-haspopup="dialog"
          onClick={() => setSetting(true)}
        >
          Configurar una casilla
        </Button>
      </div>
      {setting && <SettingsDialog buzon={null} onClose={() => setSetting(false)} />}
    </Empty>
  )
}
