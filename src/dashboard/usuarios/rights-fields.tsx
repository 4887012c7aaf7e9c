// Role and limits of a person: which types may be issued, which companies are seen.

import { type ReactNode, useState } from 'react'
import { TIPOS } from '../../domain/dte/tipos'
import { ROLES, SIGNIFICADO_ROL } from '../../domain/permisos'
import { useSesion } from '../api/sesion'
import { matches } from '../shell/palette-rank'
import { CheckList, type Choice } from '../ui/check-list'
import { CheckField, SelectField, TextField } from '../ui/field'
import { formatRut, upperFirst } from '../ui/format'
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
            choices={empresas.map(({ id, razon_social, rut }) => ({
              id,
              label: razon_social,
              hint: formatRut(rut),
              words: `${razon_social} ${rut} ${formatRut(rut)}`,
            }))}
            search="Parte de la razón social o del RUT"
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

/** From here on one is sought and not found by eye. */
const MANY = 8

/** All, or some: the last one unmarked is all again. `search` says what many are sought by, with their `words`. */
function Limited<T extends string | number>({
  legend,
  all,
  choices,
  search,
  selected,
  onChange,
}: {
  legend: string
  all: string
  choices: readonly (Choice<T> & { words?: string })[]
  search?: string
  selected: readonly T[]
  onChange: (selected: T[]) => void
}) {
  const first = choices[0]
  const [text, setText] = useState('')
  const found = choices.filter(({ words = '' }) => matches(text, words))
  return (
    <div className="seccion">
      <h3>{legend}</h3>
      <CheckField
        label={all}
        checked={selected.length === 0}
        onChange={(on) => onChange(on || !first ? [] : [first.id])}
      />
      {selected.length > 0 && search && choices.length >= MANY && (
        <TextField
          label="Buscar"
          hint={`${search}. Marcadas: ${selected.length} de ${choices.length}.`}
          type="search"
          value={text}
          onChange={setText}
        />
      )}
      {selected.length > 0 &&
        (found.length ? (
          <CheckList legend="Sólo" choices={found} selected={selected} onChange={onChange} />
        ) : (
          <p role="status">Ninguna con ese texto. Lo marcado sigue marcado.</p>
        ))}
    </div>
  )
}
