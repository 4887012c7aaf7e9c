// The filters of the list. Each is in force as soon as it is chosen.

import { ESTADOS_SII, type EstadoSii } from '../../domain/dte/estados'
import { TIPOS } from '../../domain/dte/tipos'
import { useTyped } from '../shell/in-address'
import { bindTo } from '../ui/bind'
import { SelectField, TextField } from '../ui/field'
import { formatRut } from '../ui/format'
import { MoneyField } from '../ui/money-field'
import { Segments } from '../ui/segments'
import { shortName } from '../ui/tipo'
import { FECHAS, type Filters, ORDENES, readSearch, SALDOS, VISTOS } from './filters'
import type { Found } from './use-filters'

const TIPO_OPTIONS = [
  ['', 'Todos los tipos'],
  ...TIPOS.map(({ codigo }) => [String(codigo), `${shortName(codigo)} (${codigo})`] as const),
] as const

const ESTADO_OPTIONS = [
  ['', 'Cualquier estado'],
  ['no_enviado', 'Por enviar'],
  ['enviado,en_proceso', 'En el SII'],
  ['aceptado', 'Aceptado'],
  ['aceptado_con_reparos', 'Con reparos'],
  ['rechazado', 'Rechazado'],
] as const

type Choice = readonly (readonly [value: string, words: string])[]

/** An address may choose several at once, which the list of one does not have. */
const withChosen = (options: Choice, chosen: string, words: string): Choice =>
  options.some(([value]) => value === chosen) ? options : [...options, [chosen, words]]

export function FilterBar({ filters, change, changeSoon }: Pick<Found, 'filters' | 'change' | 'changeSoon'>) {
  const { tipos, estados, fecha, desde, hasta } = filters
  const rare =
    filters.min !== null ||
    filters.max !== null ||
    filters.conSaldo !== '' ||
    filters.porAtender !== '' ||
    filters.orden !== ''
  return (
    <search className="filtros" aria-label="Filtros de documentos">
      <div className="grilla">
        <SearchField value={filters.q} onChange={(q) => changeSoon({ q })} />
        <SelectField
          label="Tipo"
          value={tipos.join()}
          options={withChosen(TIPO_OPTIONS, tipos.join(), tipos.map(shortName).join(', '))}
          onChange={(value) =>
            change({ tipos: TIPOS.map((t) => t.codigo).filter((c) => value === String(c)) })
          }
        />
        <SelectField
          label="Estado en el SII"
          value={estados.join()}
          options={withChosen(ESTADO_OPTIONS, estados.join(), estados.map((e) => ESTADOS_SII[e]).join(', '))}
          onChange={(value) => change({ estados: value ? (value.split(',') as EstadoSii[]) : [] })}
        />
      </div>
      <Segments
        label="Fecha de emisión"
        options={FECHAS}
        selected={fecha}
        onSelect={(value) => change({ fecha: value, desde: '', hasta: '' })}
      />
      {fecha === 'entre' && (
        <div className="grilla">
          <TextField
            type="date"
            label="Desde"
            value={desde}
            max={hasta || undefined}
            onChange={(value) => change({ fecha: 'entre', desde: value })}
          />
          <TextField
            type="date"
            label="Hasta"
            value={hasta}
            min={desde || undefined}
            onChange={(value) => change({ fecha: 'entre', hasta: value })}
          />
        </div>
      )}
      <details className="mas-filtros" open={rare || undefined}>
        <summary>Monto, disponible y orden</summary>
        <RareFilters {...{ filters, change, changeSoon }} />
      </details>
    </search>
  )
}

function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const field = useTyped(value, onChange)
  return (
    <TextField
      type="search"
      label="Buscar"
      maxLength={100}
      placeholder="Folio, RUT, nombre o referencia"
      autoComplete="off"
      spellCheck={false}
      hint={hintOf(field.value)}
      {...field}
    />
  )
}

function hintOf(text: string): string | undefined {
  const search = readSearch(text)
  if (search.kind === 'corto') return 'Desde tres letras'
  if (search.kind === 'folio') return `Busca el folio ${search.value}`
  if (search.kind === 'rut') return `Busca lo emitido a ${formatRut(search.value)}`
  return undefined
}

function RareFilters({ filters, change, changeSoon }: Pick<Found, 'filters' | 'change' | 'changeSoon'>) {
  const put = (patch: Partial<Filters>) => () => changeSoon(patch)
  const bind = bindTo(filters, change)
  return (
    <div className="grilla">
      <MoneyField label="Total desde" value={filters.min} onChange={(min) => put({ min })()} />
      <MoneyField label="Total hasta" value={filters.max} onChange={(max) => put({ max })()} />
      <SelectField label="Disponible para notas" options={SALDOS} {...bind('conSaldo')} />
      <SelectField label="Rechazos y reparos" options={VISTOS} {...bind('porAtender')} />
      <SelectField label="Orden" options={ORDENES} {...bind('orden')} />
    </div>
  )
}
