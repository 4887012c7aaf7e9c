// The secret that signs, shown once, and how a receiver checks a signature with it.

import { Copy } from '../ui/copy'
import { formatInstant } from '../ui/format'
import { SecretDialog } from '../ui/secret-dialog'
import { RECIPE } from './webhook-form'

export function SecretShown({
  secreto,
  until,
  onKept,
}: {
  secreto: string
  /** Until when the one before signs too. */
  until?: string
  onKept: () => void
}) {
  return (
    <SecretDialog title="Guarde el secreto ahora" onKept={onKept}>
      <p>Con él su programa comprueba que un evento viene de aquí. Se muestra sólo esta vez.</p>
      <Copy text={secreto} label="el secreto" />
      {until && <p>El anterior firma también, junto a éste, hasta el {formatInstant(until)}.</p>}
    </SecretDialog>
  )
}

export function Recipe() {
  return (
    <section className="seccion">
      <h2>Cómo comprobar la firma</h2>
      <ol>
        <li>Tome el cuerpo tal como llegó, byte por byte, antes de leerlo como JSON.</li>
        <li>Calcule su HMAC-SHA256 con el secreto completo, con «whsec_», como clave.</li>
        <li>
          Compárelo, en tiempo constante, con <code>X-Webhook-Signature</code>, que es <code>sha256=</code> y
          el resultado en hexadecimal.
        </li>
        <li>
          Una entrega puede repetirse: <code>webhook-id</code> no cambia. Responda 2xx antes de 15 segundos.
        </li>
      </ol>
      <Copy text={RECIPE} label="la orden" />
    </section>
  )
}
