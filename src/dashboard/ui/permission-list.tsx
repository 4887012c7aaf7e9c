// The permissions of a person or key: check boxes in groups, each in words.

import { PERMISOS, type Permiso, SIGNIFICADO_PERMISO } from '../../domain/permisos'
import { CheckList } from './check-list'
import { upperFirst } from './format'

const GRUPOS: readonly (readonly [name: string, subjects: readonly string[]])[] = [
  ['Documentos', ['dte']],
  ['Folios y SII', ['folios', 'consultas', 'rcof']],
  ['Compras', ['rcv', 'acuse', 'recibidos', 'compras_int']],
  ['Honorarios y clientes', ['bte', 'clientes']],
  ['Contabilidad', ['contabilidad']],
  ['Empresa', ['empresa', 'plantilla']],
  ['Integración', ['webhooks', 'apikeys']],
  ['Cuenta', ['usuarios', 'billing']],
]

/** `offered`: those that may be given; a group with none is left out. `note` is said beside one. */
export function PermissionList({
  offered,
  selected,
  onChange,
  note,
}: {
  offered: readonly Permiso[]
  selected: readonly Permiso[]
  onChange: (selected: Permiso[]) => void
  note?: (permiso: Permiso) => string | undefined
}) {
  return (
    <div className="grilla">
      {GRUPOS.map(([name, subjects]) => {
        const own = PERMISOS.filter(
          (permiso) => subjects.includes(permiso.split(':')[0] ?? '') && offered.includes(permiso),
        )
        if (!own.length) return null
        return (
          <CheckList
            key={name}
            legend={name}
            selected={selected}
            onChange={onChange}
            choices={own.map((id) => ({ id, label: wordsOf(id), hint: note?.(id) ?? id }))}
          />
        )
      })}
    </div>
  )
}

const wordsOf = (permiso: Permiso): string => upperFirst(SIGNIFICADO_PERMISO[permiso])
