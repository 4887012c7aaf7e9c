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

type Campo =
  | ('nombre' | 'pais' | 'tax_id' | 'direccion')
  | ('numero' | 'fecha' | 'moneda' | 'monto' | 'impuesto_extranjero' | 'descripcion')

export type Draft = Record<Campo | 'tipo_cambio', string>

/** Edits of a purchase that are not saved yet. */
export interface Edits {
  edits: Partial<Draft>
  said: Partial<Dicho>
}

const CAMPOS: readonly (readonly [
  key: Campo,
  path: Campo | `proveedor.${Campo}`,
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

export function draftOf({ proveedor, ...others }: Partial<Compra['propuesta']> = {}): Draft {
  const proposed: Partial<Record<Campo, string | null>> = { ...others, ...proveedor }
  const texts = Object.fromEntries(CAMPOS.map(([key]) => [key, proposed[key] ?? '']))
  return { ...(texts as Record<Campo, string>), tipo_cambio: '' }
}

/** The edits that differ, and the doubtful values that stand: writing one settles its doubt. */
export function changesOf(
  draft: Draft,
  before: Draft,
  dudosos: readonly string[],
): BodyOf<'PUT /v1/compras-internacionales/:id'> {
  const proveedor: Record<string, string | null> = {}
  const others: Record<string, string | null> = {}
  for (const [key, path, , rest] of CAMPOS) {
    if (draft[key] === before[key] && !dudosos.includes(path)) continue
    const text = draft[key].trim()
    // Enter sends a field that was not left.
    const written = text && rest?.choices ? codeOf(rest.choices, text).toUpperCase() : text
    ;(path === key ? others : proveedor)[key] = written || null
  }
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
