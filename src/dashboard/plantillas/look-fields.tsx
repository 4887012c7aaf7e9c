// How a version looks: colours, what is printed, texts, logo. Each with its fault beside it.

import { bindTo } from '../ui/bind'
import { CheckList } from '../ui/check-list'
import { CheckField, Field, type FieldProps, SelectField, TextArea, TextField } from '../ui/field'
import { OCULTABLES, type TemplateDraft } from './template-form'

export interface LookProps {
  draft: TemplateDraft
  onChange: (part: Partial<TemplateDraft>) => void
  /** The message about a field, by its path. */
  fault: (campo: string) => string | undefined
}

const RECUADROS = [
  ['rojo', 'Rojo'],
  ['negro', 'Negro'],
] as const
const POSICIONES = [
  ['', 'Según su forma'],
  ['izquierda', 'A la izquierda del nombre'],
  ['arriba', 'Sobre el nombre'],
] as const
const COLUMNAS = [
  { id: 'linea', label: 'Número de línea' },
  { id: 'codigo', label: 'Código del ítem' },
] as const

export function ColourFields({ draft, onChange, fault }: LookProps) {
  const bind = bindTo(draft, onChange, fault)
  return (
    <div className="grilla">
      <SelectField label="Recuadro del RUT y folio" options={RECUADROS} {...bind('recuadro')} />
      <ColourField
        label="Color de títulos"
        hint="De los títulos y su razón social, como #0a4d8c; oscuro, para leerse sobre blanco."
        optional
        {...bind('acento', 'config.colores.acento')}
      />
    </div>
  )
}

/** A colour typed, or chosen with the browser's own picker. */
function ColourField({
  value,
  onChange,
  ...field
}: FieldProps & { value: string; onChange: (value: string) => void }) {
  return (
    <Field {...field}>
      {(control) => (
        <span className="plantilla-color">
          <input
            className="entrada"
            autoComplete="off"
            spellCheck={false}
            value={value}
            onChange={({ target }) => onChange(target.value)}
            {...control}
          />
          <input
            type="color"
            aria-label="Elegir el color de títulos"
            value={/^#[0-9a-f]{6}$/i.test(value.trim()) ? value.trim().toLowerCase() : '#1d2126'}
            onChange={({ target }) => onChange(target.value)}
          />
        </span>
      )}
    </Field>
  )
}

export function ShownFields({ draft, onChange }: LookProps) {
  return (
    <div className="grilla">
      <CheckList
        legend="Datos que se imprimen"
        hint="Si la empresa o el documento los tiene."
        choices={OCULTABLES.map(([id, label]) => ({ id, label }))}
        selected={draft.mostrar}
        onChange={(mostrar) => onChange({ mostrar })}
      />
      {draft.formato === 'carta' && (
        <CheckList
          legend="Columnas del detalle"
          choices={COLUMNAS}
          selected={COLUMNAS.map(({ id }) => id).filter((id) => draft[id])}
          onChange={(on) => onChange({ linea: on.includes('linea'), codigo: on.includes('codigo') })}
        />
      )}
    </div>
  )
}

export function TextFields({ draft, onChange, fault }: LookProps) {
  const bind = bindTo(draft, onChange, fault)
  return (
    <>
      <TextField
        label="Encabezado"
        hint="Bajo los datos de su empresa. Hasta 200 caracteres."
        optional
        {...bind('encabezado', 'config.textos.encabezado')}
      />
      <TextArea
        label="Nota"
        hint="Entre las notas del documento, como un solo párrafo. Hasta 500 caracteres."
        optional
        rows={3}
        {...bind('nota', 'config.textos.nota')}
      />
      <TextField
        label="Leyenda"
        hint="Al pie, si el documento no trae la suya. Hasta 200 caracteres."
        optional
        {...bind('leyenda', 'config.textos.leyenda')}
      />
    </>
  )
}

export function LogoFields({ draft, onChange, fault }: LookProps) {
  const bind = bindTo(draft, onChange, fault)
  return (
    <>
      <CheckField
        label="Imprimir el logo"
        hint="El de la empresa, que se carga en Plantillas; sin uno, nada cambia."
        checked={draft.conLogo}
        onChange={(conLogo) => onChange({ conLogo })}
      />
      {draft.conLogo && (
        <div className="grilla">
          {draft.formato === 'carta' && (
            <SelectField
              label="Lugar"
              hint="Según su forma, los apaisados van sobre el nombre."
              options={POSICIONES}
              {...bind('posicion')}
            />
          )}
          <TextField
            label="Alto en milímetros"
            hint="De 5 a 30; si falta, 18."
            optional
            inputMode="numeric"
            autoComplete="off"
            {...bind('alto', 'config.logo.alto_mm')}
          />
        </div>
      )}
    </>
  )
}
