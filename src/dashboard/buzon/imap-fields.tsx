// Where a mailbox on a server is, who goes in, and what is done with what was read.

import { bindTo } from '../ui/bind'
import { SelectField, TextField } from '../ui/field'
import { type Campo, type Draft, withSeguridad } from './form'
import { type Buzon, DESPUES, SEGURIDAD } from './state'

export function ImapFields({
  draft,
  buzon,
  errorOf,
  onChange,
}: {
  draft: Draft
  buzon: Buzon | null
  errorOf: (campo: Campo) => string | undefined
  onChange: (draft: Draft) => void
}) {
  const bind = bindTo(draft, (part) => onChange({ ...draft, ...part }), errorOf)
  const kept = buzon?.tipo === 'imap'
  return (
    <>
      <TextField
        label="Servidor"
        hint="El nombre, sin puerto: imap.example.cl"
        maxLength={253}
        autoComplete="off"
        spellCheck={false}
        {...bind('host')}
      />
      <SelectField
        label="Cifrado"
        options={SEGURIDAD}
        value={draft.seguridad}
        onChange={(seguridad) => onChange(withSeguridad(draft, seguridad))}
        error={errorOf('seguridad')}
      />
      <TextField label="Puerto" inputMode="numeric" autoComplete="off" {...bind('puerto')} />
      <TextField
        label="Usuario"
        hint="Casi siempre, la dirección de correo."
        maxLength={254}
        autoComplete="off"
        spellCheck={false}
        {...bind('usuario')}
      />
      <TextField
        label="Clave"
        hint={
          kept
            ? 'Vacía, sigue la guardada, que no se muestra. Con otro servidor o usuario hay que escribirla otra vez.'
            : 'Queda cifrada en el servidor y no vuelve a mostrarse. Si el proveedor pide claves de aplicación, use una.'
        }
        type="password"
        autoComplete="new-password"
        maxLength={500}
        optional={kept}
        {...bind('clave')}
      />
      <TextField
        label="Carpeta"
        hint="La que se lee; INBOX es la de entrada."
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        {...bind('carpeta')}
      />
      <SelectField
        label="Los mensajes leídos"
        hint="Nunca se borran."
        options={DESPUES}
        {...bind('despues')}
      />
      {draft.despues === 'mover' && (
        <TextField
          label="Carpeta de los leídos"
          hint="Ya debe existir, y ser otra que la que se lee."
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          {...bind('carpeta_procesados')}
        />
      )}
    </>
  )
}
