// A setting of the whole server while it has several accounts, with the way to a simulator of one's own.

import type { Fault } from '../api/fault'
import { FaultNotice } from '../shell/fault-notice'
import { Copy } from '../ui/copy'
import { Notice } from '../ui/notice'

export function SharedFault({ fault }: { fault: Fault }) {
  if (fault.code !== 'FORBIDDEN') return <FaultNotice fault={fault} />
  return (
    <Notice tone="aviso" title="Es de todos los que usan este servidor">
      <p>{fault.message}</p>
      <p>Un simulador aparte, sólo suyo, se inicia así; el servidor lo usa con TIMBRE_SIMULADOR_URL:</p>
      <Copy text="timbre simulador --port 8090" label="la orden" />
    </Notice>
  )
}
