// One's own passkeys: registered, listed, renamed, deleted (http §14.2).

import { useState } from 'react'
import type { DataOf } from '../api/client'
import { useApi, useWrite } from '../api/query'
import AddPasskey from '../shell/add-passkey'
import { FaultNotice } from '../shell/fault-notice'
import { Loaded } from '../shell/loaded'
import { notify } from '../shell/notices'
import { canUsePasskeys } from '../shell/passkey'
import { Button } from '../ui/button'
import { type Column, DataTable } from '../ui/data-table'
import { Dialog } from '../ui/dialog'
import { TextField } from '../ui/field'
import { Form, FormActions } from '../ui/form'
import { formatInstant } from '../ui/format'
import { Moment } from '../ui/moment'

type Fila = DataOf<'GET /auth/llaves-acceso'>[number]

export function Passkeys() {
  const query = useApi('GET /auth/llaves-acceso', { query: { limite: 100 } })
  const [adding, setAdding] = useState(false)
  const [renaming, setRenaming] = useState<Fila | null>(null)
  const [deleting, setDeleting] = useState<Fila | null>(null)
  const columns: Column<Fila>[] = [
    { id: 'nombre', title: 'Llave', head: true, cell: ({ nombre }) => nombre },
    { id: 'sitio', title: 'Sirve en', before: 'Sirve en', cell: ({ sitio }) => sitio },
    { id: 'desde', title: 'Desde', before: 'Desde', cell: ({ created_at }) => formatInstant(created_at) },
    {
      id: 'uso',
      title: 'Último uso',
      before: 'Último uso',
      cell: ({ last_used_at }) => (last_used_at ? <Moment at={last_used_at} /> : 'Sin usar'),
    },
    {
      id: 'eliminar',
      title: 'Acciones',
      cell: (llave) => (
        <span className="acciones">
          <Button
            small
            aria-haspopup="dialog"
            aria-label={`Cambiar el nombre de la llave ${llave.nombre}`}
            onClick={() => setRenaming(llave)}
          >
            Cambiar el nombre
          </Button>
          <Button
            small
            aria-haspopup="dialog"
            aria-label={`Eliminar la llave ${llave.nombre}`}
            onClick={() => setDeleting(llave)}
          >
            Eliminar
          </Button>
        </span>
      ),
    },
  ]
  return (
    <section className="seccion" aria-labelledby="llaves-acceso">
      <h2 id="llaves-acceso">Llaves de acceso</h2>
      <p>
        Entra con la huella, el rostro o el PIN de su equipo, sin contraseña ni código. Nadie puede pedírsela
        por teléfono ni en una página falsa. Vale también como segundo factor.
      </p>
      <Loaded query={query}>
        {({ data }) =>
          data.length > 0 && (
            <DataTable caption="Llaves de acceso" columns={columns} rows={data} rowKey={({ id }) => id} />
          )
        }
      </Loaded>
      {canUsePasskeys() ? (
        <div>
          <Button aria-haspopup="dialog" onClick={() => setAdding(true)}>
            Registrar una llave de acceso
          </Button>
        </div>
      ) : (
        <p>
          Aquí no se pueden usar: los navegadores las admiten con https y un nombre de dominio, o en
          localhost, y usted entró por {location.origin}. Quien opera el servidor define TIMBRE_PUBLIC_URL con
          esa dirección https.
        </p>
      )}
      {adding && <Add onClose={() => setAdding(false)} />}
      {renaming && <Rename llave={renaming} onClose={() => setRenaming(null)} />}
      {deleting && <Delete llave={deleting} onClose={() => setDeleting(null)} />}
    </section>
  )
}

function Add({ onClose }: { onClose: () => void }) {
  const [active, setActive] = useState(false)
  const done = (): void => {
    notify({
      tone: 'bien',
      title: 'La llave de acceso está registrada',
      text: 'Sus demás sesiones se cerraron.',
    })
    onClose()
  }
  return (
    <Dialog title="Registrar una llave de acceso" onClose={active ? null : onClose} typed={false}>
      <AddPasskey onActive={() => setActive(true)} onDone={done} />
    </Dialog>
  )
}

function Rename({ llave: { id, nombre }, onClose }: { llave: Fila; onClose: () => void }) {
  const [typed, setTyped] = useState(nombre)
  const rename = useWrite('PUT /auth/llaves-acceso/:id', 'GET /auth/llaves-acceso')
  const fault = rename.error
  const submit = (): void => {
    if (rename.isPending) return
    const said = typed.trim()
    rename.mutate(
      { params: { id }, body: { nombre: said } },
      {
        onSuccess: () => {
          notify({ tone: 'bien', title: `La llave ahora se llama ${said}` })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog title={`Cambiar el nombre de la llave ${nombre}`} onClose={onClose}>
      <Form onSubmit={submit} fault={fault}>
        <TextField
          label="Nombre de la llave"
          hint="Como la reconozca después: el equipo en que está."
          maxLength={60}
          value={typed}
          onChange={setTyped}
          error={fault?.of('nombre') ?? ''}
        />
        {fault && <FaultNotice fault={fault} fields={['nombre']} />}
        <FormActions action="Guardar el nombre" busy={rename.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  )
}

function Delete({ llave: { id, nombre }, onClose }: { llave: Fila; onClose: () => void }) {
  const remove = useWrite(
    'DELETE /auth/llaves-acceso/:id',
    'GET /auth/llaves-acceso',
    'GET /auth/segundo-factor',
  )
  const submit = (): void => {
    if (remove.isPending) return
    remove.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          notify({ tone: 'bien', title: `La llave ${nombre} ya no sirve` })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog title={`Eliminar la llave ${nombre}`} onClose={onClose}>
      <Form onSubmit={submit} fault={remove.error}>
        <p>
          Deja de servir para entrar. En su equipo queda guardada: bórrela también ahí. Si era su único
          segundo factor, los códigos de recuperación dejan de servir.
        </p>
        {remove.error && <FaultNotice fault={remove.error} />}
        <FormActions
          action="Eliminar la llave"
          tone="peligro"
          busy={remove.isPending}
          onClose={onClose}
          first
        />
      </Form>
    </Dialog>
  )
}
