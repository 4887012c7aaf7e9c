// The fields of a purchase: as they were proposed, each doubtful one marked, with its other readings to click.

import { useState } from 'react'
import type { BodyOf } from '../api/client'
import type { Fault } from '../api/fault'
import { Button } from '../ui/button'
import { TextField } from '../ui/field'
import { formatDate, formatNumber } from '../ui/format'
import { type Choices, codeOf, MONEDAS, PAISES } from './codes'
import type { Compra, Dicho } from './compra'
import { DecimalField } from './decimal-field'

export interface Draft {
  nombre: string
  pais: string
  tax_id: string
  direccion: string
  numero: string
  fecha: string
  moneda: string
  monto: string
  impuesto_extranjero: string
  descripcion: string
  tipo_cambio: string
}

/** Edits of a purchase that are not saved yet. */
export interface Edits {
  edits: Partial<Draft>
  said: Partial<Dicho>
}

const CAMPOS: readonly (readonly [
  key: keyof Draft,
  path: string,
  label: string,
  rest?: { type?: 'date' | 'decimal'; hint?: string; maxLength?: number; choices?: Choices },
])[] = [
  ['nombre', 'proveedor.nombre', 'Proveedor', { maxLength: 100 }],
  [
    'pais',
    'proveedor.pais',
    'País',
    { choices: PAISES, hint: 'Elija de la lista, o escriba su nombre o su código' },
  ],
  ['tax_id', 'proveedor.tax_id', 'Identificación tributaria', { maxLength: 40 }],
  ['direccion', 'proveedor.direccion', 'Dirección', { maxLength: 200 }],
  ['numero', 'numero', 'Número de la factura', { maxLength: 60 }],
  ['fecha', 'fecha', 'Fecha de la factura', { type: 'date' }],
  [
    'moneda',
    'moneda',
    'Moneda',
    { choices: MONEDAS, hint: 'Elija de la lista, o escriba su nombre o su código' },
  ],
  ['monto', 'monto', 'Monto total', { type: 'decimal', hint: 'Como 1.250,00 o 1250.00' }],
  ['impuesto_extranjero', 'impuesto_extranjero', 'Impuesto extranjero incluido', { type: 'decimal' }],
  ['descripcion', 'descripcion', 'Descripción', { maxLength: 500 }],
]

/** Where a fault of a field is shown. */
export const PATHS: readonly string[] = [...CAMPOS.map(([, path]) => path), 'tipo_cambio']

/** Another reading of a field, as the field itself would show it. */
const shown = (type: string | undefined, value: string): string =>
  type === 'decimal' ? formatNumber(value) : type === 'date' ? formatDate(value) : value

export const draftOf = (propuesta?: Compra['propuesta']): Draft => ({
  nombre: propuesta?.proveedor.nombre ?? '',
  pais: propuesta?.proveedor.pais ?? '',
  tax_id: propuesta?.proveedor.tax_id ?? '',
  direccion: propuesta?.proveedor.direccion ?? '',
  numero: propuesta?.numero ?? '',
  fecha: propuesta?.fecha ?? '',
  moneda: propuesta?.moneda ?? '',
  monto: propuesta?.monto ?? '',
  impuesto_extranjero: propuesta?.impuesto_extranjero ?? '',
  descripcion: propuesta?.descripcion ?? '',
  tipo_cambio: '',
})

const DE_PROVEEDOR = ['nombre', 'pais', 'tax_id', 'direccion'] as const

/** The edits that differ, and the doubtful values that stand: writing one settles its doubt. */
export function changesOf(
  draft: Draft,
  before: Draft,
  dudosos: readonly string[],
): BodyOf<'PUT /v1/compras-internacionales/:id'> {
  // Enter sends a field that was not left.
  const written = (key: keyof Draft, choices?: Choices): string | null => {
    const text = draft[key].trim()
    return text === '' ? null : choices ? codeOf(choices, text).toUpperCase() : text
  }
  const wanted = CAMPOS.filter(([key, path]) => draft[key] !== before[key] || dudosos.includes(path))
  const proveedor = Object.fromEntries(
    wanted
      .filter(([key]) => (DE_PROVEEDOR as readonly string[]).includes(key))
      .map(([key, , , rest]) => [key, written(key, rest?.choices)]),
  )
  const others = Object.fromEntries(
    wanted
      .filter(([key]) => !(DE_PROVEEDOR as readonly string[]).includes(key))
      .map(([key, , , rest]) => [key, written(key, rest?.choices)]),
  )
  return {
    ...(Object.keys(proveedor).length && { proveedor }),
    ...others,
    ...(draft.tipo_cambio.trim() && { tipo_cambio: draft.tipo_cambio.trim() }),
  }
}

export function DatosFields({
  draft,
  onChange,
  dudosos = [],
  fault,
}: {
  draft: Draft
  onChange: (part: Partial<Draft>) => void
  dudosos?: Compra['campos_dudosos']
  fault: Fault | null
}) {
  // How often another reading of a field was chosen: what was typed there and could not be read gives way to it.
  const [picked, setPicked] = useState<Partial<Record<keyof Draft, number>>>({})
  return (
    <div className="grilla">
      {CAMPOS.map(([key, path, label, rest = {}]) => {
        const doubt = dudosos.find(({ campo }) => campo === path)
        const { hint, type, maxLength, choices } = rest
        const field = {
          label: doubt ? `${label} (dudoso)` : label,
          hint: doubt ? doubt.motivo : hint,
          error: fault?.of(path),
        }
        const set = (value: string): void => onChange({ [key]: value })
        return (
          <div key={key} className={doubt ? 'columna dudoso' : 'columna'}>
            {type === 'decimal' ? (
              <DecimalField key={picked[key]} {...field} value={draft[key]} onChange={set} />
            ) : (
              <TextField
                {...{ ...field, type, maxLength, choices }}
                autoComplete="off"
                value={draft[key]}
                onChange={set}
                onBlur={choices && (() => set(codeOf(choices, draft[key])))}
              />
            )}
            {doubt && doubt.alternativas.length > 0 && (
              <span className="acciones">
                <small>También podría ser</small>
                {doubt.alternativas.map((other) => (
                  <Button
                    key={other}
                    small
                    aria-label={`Usar ${shown(type, other)} en ${label}`}
                    onClick={() => {
                      set(other)
                      setPicked({ ...picked, [key]: (picked[key] ?? 0) + 1 })
                    }}
                  >
                    {shown(type, other)}
                  </Button>
                ))}
              </span>
            )}
          </div>
        )
      })}
      <DecimalField
        label="Tipo de cambio a mano"
        optional
        hint="Pesos por unidad, si no es el de las tablas: 945,32"
        error={fault?.of('tipo_cambio')}
        value={draft.tipo_cambio}
        onChange={(tipo_cambio) => onChange({ tipo_cambio })}
      />
    </div>
  )
}
