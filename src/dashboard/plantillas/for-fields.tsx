// The name and the types of a version.

import { bindTo } from '../ui/bind'
import { CheckList } from '../ui/check-list'
import { CheckField, SelectField, TextField } from '../ui/field'
import { PAPELES, typesOn } from '../ui/papel'
import { shortName } from '../ui/tipo'
import type { LookProps } from './look-fields'
import { typesOf } from './template-form'

export function ForFields({
  draft,
  onChange,
  fault,
  lacks,
}: LookProps & {
  /** Missing fields, checked before anything is sent. */
  lacks: { nombre?: string; tipos?: string }
}) {
  const bind = bindTo(draft, onChange, fault)
  return (
    <>
      <TextField
        label="Nombre"
        hint="Para reconocerla; no se imprime. Hasta 80 caracteres."
        autoComplete="off"
        {...bind('nombre')}
        error={lacks.nombre ?? fault('nombre')}
      />
      <SelectField
        label="Papel"
        hint={draft.formato === '57mm' ? 'Sólo para boletas.' : undefined}
        options={PAPELES}
        {...bind('formato')}
      />
      <CheckField
        label={draft.formato === '57mm' ? 'Para las dos boletas' : 'Para todos los tipos de documento'}
        checked={draft.todos}
        onChange={(todos) => onChange({ todos, ...(!todos && { tipos: typesOf(draft) }) })}
      />
      {!draft.todos && (
        <div className="plantilla-tipos">
          <CheckList
            legend="Para qué tipos"
            choices={typesOn(draft.formato).map((id) => ({ id, label: shortName(id) }))}
            selected={draft.tipos}
            onChange={(tipos) => onChange({ tipos })}
            error={lacks.tipos}
          />
        </div>
      )}
    </>
  )
}
