// In which environment a company works, and the resolution that lets it issue.

import { AMBIENTES } from '../../domain/ambiente'
import { NOMBRE_AMBIENTE } from '../ui/ambiente'
import { bindTo } from '../ui/bind'
import { SelectField, TextField } from '../ui/field'
import type { FieldsProps } from './company-fields'
import { faultOf } from './company-form'

const QUE_ES = {
  simulacion: 'El SII simulado del servidor: nada llega al SII.',
  certificacion: 'El SII de pruebas: los documentos no tienen valor tributario.',
  produccion: 'El SII: cada documento tiene valor tributario y no se deshace.',
} as const

export const DE_AMBIENTE = ['ambiente', 'resolucion', 'resolucion.numero', 'resolucion.fecha']

export function EnvironmentFields({ draft, onChange, fault }: FieldsProps) {
  const bind = bindTo(draft, onChange, (campo) => faultOf(fault, campo))
  return (
    <>
      <SelectField
        label="Ambiente"
        hint={QUE_ES[draft.ambiente]}
        options={AMBIENTES.map((one) => [one, NOMBRE_AMBIENTE[one]] as const)}
        {...bind('ambiente')}
      />
      <TextField
        label="Número de la resolución"
        optional={draft.ambiente !== 'produccion'}
        hint="En producción la general es la 80; en certificación es 0."
        inputMode="numeric"
        {...bind('resolucion_numero')}
        error={faultOf(fault, 'resolucion.numero') ?? faultOf(fault, 'resolucion')}
      />
      <TextField
        label="Fecha de la resolución"
        optional={draft.ambiente !== 'produccion'}
        hint="La general es del 22-08-2014."
        type="date"
        {...bind('resolucion_fecha', 'resolucion.fecha')}
      />
    </>
  )
}
