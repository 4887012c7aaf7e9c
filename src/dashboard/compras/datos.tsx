// The fields of a purchase: as they were proposed, each doubtful one marked, with its other readings to click.

import type { Cuerpo } from '../api/client'
import type { Fault } from '../api/fault'
import { TextField } from '../ui/field'
import type { Compra } from './compra'
import { typedNumber, whichNumber } from './typed'

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

const CAMPOS: readonly (readonly [
  key: keyof Draft,
  path: string,
  label: string,
  rest?: { type?: string; hint?: string; maxLength?: number },
])[] = [
  ['nombre', 'proveedor.nombre', 'Proveedor', { maxLength: 100 }],
  ['pais', 'proveedor.pais', 'País', { maxLength: 2, hint: 'Código de dos letras: US, IE, ES…' }],
  ['tax_id', 'proveedor.tax_id', 'Identificación tributaria', { maxLength: 40 }],
  ['direccion', 'proveedor.direccion', 'Dirección', { maxLength: 200 }],
  ['numero', 'numero', 'Número de la factura', { maxLength: 60 }],
  ['fecha', 'fecha', 'Fecha de la factura', { type: 'date' }],
  ['moneda', 'moneda', 'Moneda', { maxLength: 3, hint: 'Código de tres letras: USD, EUR…' }],
  ['monto', 'monto', 'Monto total', { hint: 'Como 1250,00 o 1250.00' }],
  ['impuesto_extranjero', 'impuesto_extranjero', 'Impuesto extranjero incluido'],
  ['descripcion', 'descripcion', 'Qué se compró', { maxLength: 500 }],
]

/** Where a fault of a field is shown. */
export const PATHS: readonly string[] = [...CAMPOS.map(([, path]) => path), 'tipo_cambio']

const faultAt = (fault: Fault | null, path: string): string | undefined =>
  fault?.detalles.find(({ campo }) => campo === path)?.mensaje

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

const NUMEROS: readonly (keyof Draft)[] = ['monto', 'impuesto_extranjero', 'tipo_cambio']

/** Numbers that may be a thousand or one, as a person typed them: what was proposed is no matter of typing. */
export const askedBack = (
  draft: Draft,
  before: Draft,
  dudosos: Compra['campos_dudosos'] = [],
): Partial<Record<keyof Draft, string>> =>
  Object.fromEntries(
    NUMEROS.flatMap((key) => {
      const known = [before[key], ...(dudosos.find(({ campo }) => campo === key)?.alternativas ?? [])]
      const question = known.includes(draft[key]) ? undefined : whichNumber(draft[key])
      return question ? [[key, question]] : []
    }),
  )

const DE_PROVEEDOR = ['nombre', 'pais', 'tax_id', 'direccion'] as const

/** What differs from what was there, and what is doubtful and stands: writing it settles the doubt. */
export function changesOf(
  draft: Draft,
  before: Draft,
  dudosos: readonly string[],
): Cuerpo<'PUT /v1/compras-internacionales/:id'> {
  const written = (key: keyof Draft): string | null => {
    const text = draft[key].trim()
    if (text === '') return null
    if (key === 'pais' || key === 'moneda') return text.toUpperCase()
    return NUMEROS.includes(key) ? typedNumber(text) : text
  }
  const wanted = CAMPOS.filter(([key, path]) => draft[key] !== before[key] || dudosos.includes(path))
  const proveedor = Object.fromEntries(
    wanted
      .filter(([key]) => (DE_PROVEEDOR as readonly string[]).includes(key))
      .map(([key]) => [key, written(key)]),
  )
  const rest = Object.fromEntries(
    wanted
      .filter(([key]) => !(DE_PROVEEDOR as readonly string[]).includes(key))
      .map(([key]) => [key, written(key)]),
  )
  return {
    ...(Object.keys(proveedor).length && { proveedor }),
    ...rest,
    ...(draft.tipo_cambio.trim() && { tipo_cambio: typedNumber(draft.tipo_cambio) }),
  }
}

export function DatosFields({
  draft,
  onChange,
  dudosos = [],
  asked,
  fault,
}: {
  draft: Draft
  onChange: (draft: Draft) => void
  dudosos?: Compra['campos_dudosos']
  asked: ReturnType<typeof askedBack>
  fault: Fault | null
}) {
  return (
    <div className="grilla">
      {CAMPOS.map(([key, path, label, rest = {}]) => {
        const doubt = dudosos.find(({ campo }) => campo === path)
        const { hint, ...input } = rest
        return (
          <div key={key} className={doubt ? 'columna dudoso' : 'columna'}>
            <TextField
              {...input}
              label={doubt ? `${label} (dudoso)` : label}
              hint={doubt ? doubt.motivo : hint}
              error={asked[key] ?? faultAt(fault, path)}
              value={draft[key]}
              onChange={(value) => onChange({ ...draft, [key]: value })}
            />
            {doubt && doubt.alternativas.length > 0 && (
              <span className="acciones">
                <small>También podría ser</small>
                {doubt.alternativas.map((other) => (
                  <button
                    key={other}
                    type="button"
                    className="boton"
                    aria-label={`Usar ${other} en ${label}`}
                    onClick={() => onChange({ ...draft, [key]: other })}
                  >
                    {other}
                  </button>
                ))}
              </span>
            )}
          </div>
        )
      })}
      <TextField
        label="Tipo de cambio a mano"
        optional
        hint="Pesos por unidad, si no es el de las tablas."
        inputMode="decimal"
        error={asked.tipo_cambio ?? faultAt(fault, 'tipo_cambio')}
        value={draft.tipo_cambio}
        onChange={(tipo_cambio) => onChange({ ...draft, tipo_cambio })}
      />
    </div>
  )
}
