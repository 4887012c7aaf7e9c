// In place of every page, for who lacks the second factor that the account demands: turning it on is all that can be done.

import { useEffect, useState } from 'react'
import { Button } from '../ui/button'
import AddPasskey from './add-passkey'
import EnrolFactor from './enrol-factor'
import { LogOutButton } from './log-out'
import { canUsePasskeys } from './passkey'

export default function MustEnrol({ usuarioId, onDone }: { usuarioId: string; onDone: () => void }) {
  const [byKey, setByKey] = useState(false)
  useEffect(() => {
    document.title = 'Segundo factor · Timbre'
  }, [])
  return (
    <main className="puerta">
      <h1>Active su segundo factor</h1>
      <p>
        Su cuenta lo exige a todas las personas: además de la contraseña, un código de su teléfono, o una
        llave de acceso.
      </p>
      {byKey ? <AddPasskey onDone={onDone} /> : <EnrolFactor onDone={onDone} />}
      {canUsePasskeys() && (
        <Button tone="liso" onClick={() => setByKey(!byKey)}>
          {byKey ? 'Usar una aplicación de códigos' : 'Registrar una llave de acceso'}
        </Button>
      )}
      <LogOutButton usuarioId={usuarioId} />
    </main>
  )
}
