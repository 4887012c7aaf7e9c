// The fields of a company: what the SII wants of every issuer first.

import type { Fault } from '../api/fault'
import { bindTo } from '../ui/bind'
import { ComunaField } from '../ui/comuna-field'
import { TextField } from '../ui/field'
import { type CompanyDraft, faultOf } from './company-form'

export interface FieldsProps {
  draft: CompanyDraft
  onChange: (part: Partial<CompanyDraft>) => void
  fault: Fault | null
  /** Missing fields, checked before it is sent. */
  missing?: Readonly<Record<string, string>>
}

export const REQUERIDOS = ['razon_social', 'giro', 'actividades_economicas', 'direccion', 'comuna']

export function RequiredFields({ draft, onChange, fault, missing = {} }: FieldsProps) {
  const errorOf = (campo: string): string | undefined => missing[campo] ?? faultOf(fault, campo)
  const bind = bindTo(draft, onChange, errorOf)
  return (
    <>
      <TextField
        label="Razón social"
        hint="Como figura en el SII."
        maxLength={100}
        {...bind('razon_social')}
      />
      <TextField label="Giro" maxLength={80} {...bind('giro')} />
      <TextField
        label="Actividades económicas"
        hint="Códigos del SII, el principal primero; hasta cuatro."
        inputMode="numeric"
        {...bind('actividades', 'actividades_economicas')}
      />
      <TextField label="Dirección" maxLength={60} {...bind('direccion')} />
      <ComunaField {...bind('comuna')} />
    </>
  )
}

export const OPCIONALES = [
  'ciudad',
  'telefono',
  'email',
  'sitio_web',
  'codigo_sucursal_sii',
  'email_intercambio',
  'alerta_folios',
] as const

const ROTULO: Readonly<Record<(typeof OPCIONALES)[number], readonly [label: string, hint?: string]>> = {
  ciudad: ['Ciudad'],
  telefono: ['Teléfono'],
  email: ['Correo'],
  sitio_web: ['Sitio web'],
  codigo_sucursal_sii: ['Código de sucursal del SII'],
  email_intercambio: [
    'Casilla de intercambio',
    'Donde responden quienes reciben una copia; vacía, responden al correo.',
  ],
  alerta_folios: [
    'Avisar con pocos folios',
    'Cuántos son pocos en los tipos sin alerta propia; vacío: la décima parte del último rango.',
  ],
}

export function OptionalFields({ draft, onChange, fault }: FieldsProps) {
  const bind = bindTo(draft, onChange, (campo) => faultOf(fault, campo))
  return OPCIONALES.map((field) => {
    const [label, hint] = ROTULO[field]
    return <TextField key={field} label={label} hint={hint} optional {...bind(field)} />
  })
}
