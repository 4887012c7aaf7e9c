// Role and limits of a person: which types may be issued, which companies are seen.

import type { ReactNode } from 'react'
import { TIPOS } from '../../domain/dte/tipos'
import { ROLES, SIGNIFICADO_ROL } from '../../domain/permisos'
import { useSesion } from '../api/sesion'
import { CheckList, type Choice } from '../ui/check-list'
import { CheckField, SelectField } from '../ui/field'
import { upperFirst } from '../ui/format'
import { NOMBRE_ROL } from '../ui/rol'
import { shortName } from '../ui/tipo'
import { type Rights, withRol } from './rights'

export function RightsFields({
  rights,
  onChange,
  fixedRol,
}: {
  rights: Rights
  onChange: (rights: Rights) => void
  /** Why the role cannot change. */
  fixedRol?: ReactNode
}) {
  const { rol: own, empresas } = useSesion()
  const roles = ROLES.filter((rol) => rol !== 'propietario' || own === 'propietario' || rights.rol === rol)
  return (
    <>
      <SelectField
        label="Rol"
        hint={fixedRol ?? `${upperFirst(SIGNIFICADO_ROL[rights.rol])}.`}
        disabled={fixedRol !== undefined}
        options={roles.map((rol) => [rol, NOMBRE_ROL[rol]] as const)}
        value={rights.rol}
        onChange={(rol) => onChange(withRol(rights, rol))}
      />
      {rights.rol === 'propietario' ? (
        <p>Un propietario lo puede todo, en todas las empresas.</p>
      ) : (
        <>
          <Limited
            legend="Empresas que ve"
            all="Todas, también las que se creen después"
            choices={empresas.map(({ id, razon_social }) => ({ id, label: razon_social }))}
            selected={rights.empresas}
            onChange={(chosen) => onChange({ ...rights, empresas: chosen })}
          />
          <Limited
            legend="Documentos que emite"
            all="Todos los tipos"
            choices={TIPOS.map(({ codigo }) => ({ id: codigo, label: shortName(codigo) }))}
            selected={rights.tipos}
            onChange={(chosen) => onChange({ ...rights, tipos: chosen })}
          />
        </>
      )}
    </>
  )
}

/** All, or some: the last one unmarked is all again. */
function Limited<T extends string | number>({
  legend,
  all,
  choices,
  selected,
  onChange,
}: {
  legend: string
  all: string
  choices: readonly Choice<T>[]
  selected: readonly T[]
  onChange: (selected: T[]) => void
}) {
  const first = choices[0]
  return (
    <div className="seccion">
      <h3>{legend}</h3>
      <CheckField
        label={all}
        checked={selected.length === 0}
        onChange={(on) => onChange(on || !first ? [] : [first.id])}
      />
      {selected.length > 0 && (
        <CheckList legend="Sólo" choices={choices} selected={selected} onChange={onChange} />
      )}
    </div>
  )
}
