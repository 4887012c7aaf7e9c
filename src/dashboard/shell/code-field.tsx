// The code of a second factor: what the authenticator shows, or a recovery code for who has not got it at hand.

import { useState } from 'react'
import { Button } from '../ui/button'
import { TextField } from '../ui/field'

export function CodeField({
  value,
  onChange,
  error,
  first = false,
  app = true,
  autoFocus = false,
}: {
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  /** The very first code, before there are any of recovery. */
  first?: boolean
  /** Whether the person has an authenticator: else recovery codes alone. */
  app?: boolean
  autoFocus?: boolean
}) {
  const [chosen, setRecovery] = useState(false)
  const recovery = chosen || !app
  return (
    <>
      <TextField
        key={String(recovery)}
        label={recovery ? 'Código de recuperación' : 'Código de la aplicación'}
        hint={
          recovery
            ? 'Uno de los diez que guardó al activarlo. Sirve una vez.'
            : 'Los seis dígitos que muestra ahora. Cada uno sirve una vez.'
        }
        name="codigo"
        autoComplete={recovery ? 'off' : 'one-time-code'}
        inputMode={recovery ? 'text' : 'numeric'}
        maxLength={40}
        required
        autoFocus={autoFocus || chosen}
        value={value}
        onChange={onChange}
        error={error}
      />
      {!first && app && (
        <div>
          <Button
            tone="liso"
            onClick={() => {
              onChange('')
              setRecovery(!recovery)
            }}
          >
            {recovery ? 'Usar la aplicación' : 'Usar un código de recuperación'}
          </Button>
        </div>
      )}
    </>
  )
}
