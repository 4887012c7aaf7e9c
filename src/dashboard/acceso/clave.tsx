// The way in by RUT and clave tributaria: loaded by a person, or asked of the simulator, and forgotten.

import { useState } from 'react'
import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { notify } from '../shell/notices'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/dialog'
import { formatInstant, formatRut } from '../ui/format'
import { LoadClave } from './load-clave'
import { Method, PORTAL } from './method'
import type { Portal } from './words'

export function Clave({ portal, administra }: { portal: Portal; administra: boolean }) {
  const { usuario } = useSesion()
  const { cargado, cargada_en, cargada_por, rut } = portal.metodos.clave
  const [loading, setLoading] = useState(false)
  const [removing, setRemoving] = useState(false)
  return (
    <Method
      metodo="clave"
      title="Clave tributaria"
      {...{ portal, administra }}
      facts={
        cargada_en && (
          <>
            <dt>Cargada</dt>
            <dd>
              el {formatInstant(cargada_en)}{' '}
              {cargada_por === usuario.id ? 'por usted' : 'por otra persona de la cuenta'}
            </dd>
          </>
        )
      }
    >
      {!cargado && (
        <p>
          Opcional. Sirve a lo que el certificado no alcanza, como las boletas de terceros. Se guarda cifrada
          y no vuelve a mostrarse.
        </p>
      )}
      {administra && (
        <div className="acciones">
          <Button aria-haspopup="dialog" onClick={() => setLoading(true)}>
            {cargado ? 'Reemplazar la clave' : 'Cargar la clave'}
          </Button>
          {cargado && (
            <Button tone="peligro" aria-haspopup="dialog" onClick={() => setRemoving(true)}>
              Borrar la clave
            </Button>
          )}
        </div>
      )}
      {loading && <LoadClave onClose={() => setLoading(false)} />}
      {removing && <Remove rut={rut} onClose={() => setRemoving(false)} />}
    </Method>
  )
}

function Remove({ rut, onClose }: { rut: string | null; onClose: () => void }) {
  const { empresa } = useSesion()
  const remove = useWrite('DELETE /v1/empresa/:id/portal/clave', PORTAL)
  return (
    <ConfirmDialog
      title="Borrar la clave tributaria"
      action="Borrar la clave"
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(
          { params: { id: empresa.id } },
          {
            onSuccess() {
              onClose()
              notify({ tone: 'bien', title: 'La clave se borró' })
            },
          },
        )
      }
      onClose={onClose}
    >
      <p>
        Se borra de Timbre la clave{rut ? ` de ${formatRut(rut)}` : ''}; la del SII no cambia. Lo que entra
        con ella deja de hacerse hasta que se cargue otra.
      </p>
      {remove.error && <FaultNotice fault={remove.error} />}
    </ConfirmDialog>
  )
}
