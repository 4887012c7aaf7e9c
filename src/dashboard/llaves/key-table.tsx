// The keys, newest first: what each may, when it was used, until when it works.

import type { DataOf } from '../api/client'
import { useSesion } from '../api/sesion'
import { NOMBRE_AMBIENTE } from '../ui/ambiente'
import { Button } from '../ui/button'
import { type Column, DataTable } from '../ui/data-table'
import { plural } from '../ui/format'
import { Moment } from '../ui/moment'
import { Status } from '../ui/status'
import { keyState } from './key-state'

type Key = DataOf<'GET /v1/apikeys'>[number]

export function KeyTable({
  caption,
  keys,
  stale,
  onRotate,
  onRevoke,
}: {
  caption: string
  keys: readonly Key[]
  stale: boolean
  onRotate: (key: Key) => void
  onRevoke: (key: Key) => void
}) {
  const { empresas } = useSesion()
  const now = new Date()
  const columns: Column<Key>[] = [
    {
      id: 'nombre',
      title: 'Nombre',
      head: true,
      cell: ({ nombre, prefijo, ultimos4 }) => (
        <>
          {nombre}
          <br />
          <code>
            {prefijo}…{ultimos4}
          </code>
        </>
      ),
    },
    {
      id: 'empresa',
      title: 'Empresa',
      cell: ({ empresa_id, ambiente }) => (
        <>
          {empresas.find(({ id }) => id === empresa_id)?.razon_social ?? empresa_id}
          <br />
          <small>{NOMBRE_AMBIENTE[ambiente]}</small>
        </>
      ),
    },
    {
      id: 'puede',
      title: 'Puede',
      extra: true,
      cell: ({ scopes, ips }) => (
        <>
          <span title={scopes.join(', ')}>
            {scopes.length > 2
              ? `${scopes.slice(0, 2).join(', ')} y ${scopes.length - 2} más`
              : scopes.join(', ')}
          </span>
          {ips.length > 0 && (
            <>
              <br />
              <small title={ips.join(', ')}>desde {plural(ips.length, 'dirección', 'direcciones')}</small>
            </>
          )}
        </>
      ),
    },
    {
      id: 'uso',
      title: 'Último uso',
      cell: ({ last_used_at }) => (last_used_at ? <Moment at={last_used_at} /> : <small>Sin uso</small>),
    },
    {
      id: 'estado',
      title: 'Estado',
      cell: (key) => {
        const { tone, icon, words } = keyState(key, now)
        return (
          <Status tone={tone} icon={icon}>
            {words}
          </Status>
        )
      },
    },
    {
      id: 'acciones',
      title: 'Acciones',
      cell: (key) => {
        const { alive, works } = keyState(key, now)
        return (
          <span className="acciones">
            {alive && (
              <Button small aria-label={`Rotar ${key.nombre}`} onClick={() => onRotate(key)}>
                Rotar
              </Button>
            )}
            {works && (
              <Button small tone="peligro" aria-label={`Revocar ${key.nombre}`} onClick={() => onRevoke(key)}>
                Revocar
              </Button>
            )}
          </span>
        )
      },
    },
  ]
  return <DataTable caption={caption} columns={columns} rows={keys} rowKey={({ id }) => id} stale={stale} />
}
