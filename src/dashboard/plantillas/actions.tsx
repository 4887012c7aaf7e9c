// Asks before a version comes into use, leaves it, or is deleted.

import { useState } from 'react'
import { useLocation } from 'wouter'
import { isTipoDte, type TipoDte } from '../../domain/dte/tipos'
import type { Fault } from '../api/fault'
import { useApi, useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { Loaded } from '../shell/loaded'
import { notify } from '../shell/notices'
import { CheckList } from '../ui/check-list'
import { ConfirmDialog, Dialog } from '../ui/dialog'
import { Form, FormActions } from '../ui/form'
import { paperName } from '../ui/papel'
import { shortName } from '../ui/tipo'
import { typeWords, usableTypes, usedFor } from './in-use'
import type { Version, VersionBreve } from './template-form'

interface Props {
  version: Version
  onClose: () => void
}

const OLD = ['GET /v1/plantilla/versiones', 'GET /v1/plantilla/versiones/:id'] as const

export function ActivateDialog({ version, onClose }: Props) {
  const query = useApi('GET /v1/plantilla/versiones', { query: { limite: 100 } })
  const activate = useWrite('PUT /v1/plantilla/versiones/:id/activar', ...OLD)
  const left = usableTypes(version).filter((tipo) => !version.tipos_activos.includes(tipo))
  const send = (tipos_dte: TipoDte[]): void =>
    activate.mutate(
      { params: { id: version.id }, body: { tipos_dte } },
      {
        onSuccess: () => {
          notify({ tone: 'bien', title: `La versión ${version.version} está activa` })
          onClose()
        },
      },
    )
  return (
    <Dialog title={`Activar la versión ${version.version}`} onClose={onClose}>
      <p>
        Desde ahora estos tipos se imprimen con ella en {paperName(version.formato).toLowerCase()}, también
        los que ya emitió.
      </p>
      <Loaded query={query}>
        {({ data }) => (
          <ChooseTypes
            tipos={left}
            hint={(tipo) => `Hoy: ${nowWith(data, version, tipo)}`}
            action="Activar"
            busy={activate.isPending}
            fault={activate.error}
            onSend={send}
            onClose={onClose}
          />
        )}
      </Loaded>
    </Dialog>
  )
}

function nowWith(versiones: readonly VersionBreve[], { formato }: Version, tipo: TipoDte): string {
  const used = usedFor(versiones, formato, tipo)
  return used ? `versión ${used.version}, ${used.nombre}` : 'papel normal'
}

export function DeactivateDialog({ version, onClose }: Props) {
  const deactivate = useWrite('PUT /v1/plantilla/versiones/:id/desactivar', ...OLD)
  const send = (tipos_dte: TipoDte[]): void =>
    deactivate.mutate(
      { params: { id: version.id }, body: { tipos_dte } },
      {
        onSuccess: ({ data }) => {
          const { tipos_activos, formato } = data
          notify({
            tone: 'bien',
            title: tipos_activos.length
              ? `La versión ${version.version} sigue activa para ${typeWords(tipos_activos, formato)}`
              : `La versión ${version.version} ya no está activa`,
          })
          onClose()
        },
      },
    )
  return (
    <Dialog title={`Desactivar la versión ${version.version}`} onClose={onClose}>
      <p>Estos tipos vuelven al papel normal.</p>
      <ChooseTypes
        tipos={version.tipos_activos.filter(isTipoDte)}
        action="Desactivar"
        busy={deactivate.isPending}
        fault={deactivate.error}
        onSend={send}
        onClose={onClose}
      />
    </Dialog>
  )
}

/** All are marked at first. */
function ChooseTypes({
  tipos,
  hint,
  action,
  busy,
  fault,
  onSend,
  onClose,
}: {
  tipos: readonly TipoDte[]
  hint?: (tipo: TipoDte) => string
  action: string
  busy: boolean
  fault: Fault | null
  onSend: (tipos: TipoDte[]) => void
  onClose: () => void
}) {
  const [chosen, setChosen] = useState<readonly TipoDte[]>(tipos)
  const [tried, setTried] = useState(false)
  const submit = (): void => {
    setTried(true)
    // None would be all to the API.
    if (!busy && chosen.length) onSend([...chosen])
  }
  return (
    <Form onSubmit={submit} fault={fault}>
      <div className="plantilla-tipos">
        <CheckList
          legend="Tipos de documento"
          choices={tipos.map((id) => ({ id, label: shortName(id), hint: hint?.(id) }))}
          selected={chosen}
          onChange={setChosen}
          error={tried && !chosen.length ? 'Elija al menos un tipo' : undefined}
        />
      </div>
      {fault && <FaultNotice fault={fault} />}
      <FormActions action={action} busy={busy} onClose={onClose} />
    </Form>
  )
}

export function RemoveDialog({ version, onClose }: Props) {
  const [, navigate] = useLocation()
  const remove = useWrite('DELETE /v1/plantilla/versiones/:id', 'GET /v1/plantilla/versiones')
  const done = (): void => {
    notify({ tone: 'bien', title: `La versión ${version.version} se eliminó` })
    navigate('/plantillas')
  }
  return (
    <ConfirmDialog
      title={`Eliminar la versión ${version.version}`}
      action="Eliminar la versión"
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: version.id } }, { onSuccess: done })}
      onClose={onClose}
    >
      <p>
        «{version.nombre}» no se imprime en ningún documento. No se puede deshacer, y su número no se vuelve a
        usar.
      </p>
      {remove.error && <FaultNotice fault={remove.error} />}
    </ConfirmDialog>
  )
}
