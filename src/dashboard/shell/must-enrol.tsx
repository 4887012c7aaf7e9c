// In place of every page, for who lacks the second factor that the account demands: turning it on is all that can be done.

import { useEffect } from 'react'
import EnrolFactor from './enrol-factor'
import { LogOutButton } from './log-out'

export default function MustEnrol({ usuarioId, onDone }: { usuarioId: string; onDone: () => void }) {
  useEffect(() => {
    document.title = 'Segundo factor · Timbre'
  }, [])
  return (
    <main className="puerta">
      <h1>Active su segundo factor</h1>
      <p>Su cuenta lo exige a todas las personas: además de la contraseña, un código de su teléfono.</p>
      <EnrolFactor onDone={onDone} />
      <LogOutButton usuarioId={usuarioId} />
    </main>
  )
}
