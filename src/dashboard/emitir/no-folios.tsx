// No folio is left: asked for on the spot, and the emission goes on.

import { useState } from 'react'
import type { TipoDte } from '../../domain/dte/tipos'
import type { Fault } from '../api/fault'
import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { notify } from '../shell/notices'
import { Button } from '../ui/button'
import { TextField } from '../ui/field'
import { Notice } from '../ui/notice'
import { shortName } from '../ui/tipo'

const SUGGESTED = '50'
/** Not ended in the time waited. */
const TARDA = {
  tone: 'aviso',
  title: 'El SII tarda',
  text: 'Los folios se cargan solos cuando los dé; emita entonces.',
} as const

export function NoFolios({ tipo, fault, onGot }: { tipo: TipoDte; fault: Fault; onGot: () => void }) {
  const { puede } = useSesion()
  const [amount, setAmount] = useState(SUGGESTED)
  const ask = useWrite('POST /v1/dte/folios/solicitar', 'GET /v1/dte/folios')
  const cantidad = /^[1-9]\d{0,5}$/.test(amount.trim()) ? Number(amount.trim()) : null
  return (
    <Notice tone="aviso" title={`No quedan folios de ${shortName(tipo).toLowerCase()}`}>
      <p>
        <small>{fault.message}</small>
      </p>
      {puede('folios:administrar') ? (
        <>
          <TextField
            label="Cuántos pedir al SII"
            inputMode="numeric"
            autoComplete="off"
            value={amount}
            onChange={setAmount}
            error={cantidad === null ? 'Escriba una cantidad' : ask.error?.of('cantidad')}
          />
          {ask.error && <FaultNotice fault={ask.error} fields={['cantidad']} />}
          <div>
            <Button
              busy={ask.isPending}
              onClick={() =>
                cantidad !== null &&
                ask.mutate(
                  { query: {}, body: { tipo_dte: tipo, cantidad } },
                  { onSuccess: ({ data }) => ('job_id' in data ? notify(TARDA) : onGot()) },
                )
              }
            >
              Pedir folios y emitir
            </Button>
          </div>
        </>
      ) : (
        <p>Pídalos a quien administra los folios: lo escrito queda en borradores.</p>
      )}
    </Notice>
  )
}
