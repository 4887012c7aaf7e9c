// The fields of a series' rule and settings, each fault of the API at its own.

import { DIAS_MAX } from '../../../domain/recurrencia/regla'
import type { Fault } from '../../api/fault'
import { useSesion } from '../../api/sesion'
import { bindTo } from '../../ui/bind'
import { Button } from '../../ui/button'
import { CheckList } from '../../ui/check-list'
import { SelectField, TextField } from '../../ui/field'
import { MESES, upperFirst } from '../../ui/format'
import { CountField } from '../../ui/money-field'
import type { SerieDraft } from './rule-form'
import { namedDay, SEMANA } from './rule-words'
import { COPIA_POR_CORREO, MODO } from './words'

const CADA = (n: number | null): readonly (readonly [SerieDraft['cada'], string])[] =>
  n === 1 || n === null
    ? [
        ['mes', 'Mes'],
        ['semana', 'Semana'],
        ['dia', 'Día'],
        ['anio', 'Año'],
      ]
    : [
        ['mes', 'Meses'],
        ['semana', 'Semanas'],
        ['dia', 'Días'],
        ['anio', 'Años'],
      ]

/** The business days of a month that can be named. */
const HABILES = 23

const NAMED = ['ultimo', 'ultimo_habil', ...Array.from({ length: HABILES }, (_, i) => `habil:${i + 1}`)]
const DIAS: readonly (readonly [string, string])[] = [
  ...Array.from({ length: 31 }, (_, i) => [String(i + 1), `Día ${i + 1}`] as const),
  ...NAMED.map((dia) => [dia, upperFirst(namedDay(dia))] as const),
]

const HABIL = [
  ['no', 'Se hace igual, ese día'],
  ['anterior', 'El día hábil anterior'],
  ['siguiente', 'El día hábil siguiente'],
] as const

const NOMBRE_MES = MESES.map((mes, i) => [String(i + 1), upperFirst(mes)] as const)
const entries = <K extends string>(of: Readonly<Record<K, string>>) =>
  Object.entries(of) as unknown as readonly (readonly [K, string])[]

interface Props {
  draft: SerieDraft
  missing: Partial<Record<string, string>>
  fault: Fault | null
  onChange: (part: Partial<SerieDraft>) => void
}

export function RuleFields({ draft, missing, fault, onChange }: Props) {
  const { puede } = useSesion()
  const errorOf = (path: string): string | undefined => missing[path] ?? fault?.of(path)
  const bind = bindTo(draft, onChange, errorOf)
  const modos = entries(MODO).filter(
    ([modo]) => modo === draft.modo || modo === 'borrador' || puede('dte:emitir'),
  )
  return (
    <>
      <TextField
        label="Nombre"
        hint="Con él se reconoce: no va en ningún documento."
        maxLength={80}
        autoComplete="off"
        {...bind('nombre')}
      />
      <div className="grilla">
        <CountField label="Cada cuántos" {...bind('n', 'regla.n')} />
        <SelectField label="Período" options={CADA(draft.n)} {...bind('cada', 'regla.cada')} />
        {draft.cada === 'anio' && (
          <SelectField label="Mes" options={NOMBRE_MES} {...bind('mes', 'regla.mes')} />
        )}
      </div>
      {draft.cada === 'semana' && (
        <CheckList
          legend="Qué días"
          choices={SEMANA.map(([id, dia]) => ({ id, label: upperFirst(dia) }))}
          selected={draft.semana}
          onChange={(semana) => onChange({ semana })}
          error={errorOf('regla.dias')}
        />
      )}
      {(draft.cada === 'mes' || draft.cada === 'anio') && (
        <Days draft={draft} errorOf={errorOf} onChange={onChange} />
      )}
      <SelectField
        label="Si no es día hábil"
        hint="Un sábado, domingo o feriado. Nunca sale de su mes."
        options={HABIL}
        {...bind('habil', 'regla.habil')}
      />
      <div className="grilla">
        <TextField
          label="Desde"
          hint="Las fechas se cuentan desde ésta."
          type="date"
          {...bind('desde', 'regla.desde')}
          error={errorOf('regla.desde') ?? errorOf('regla')}
        />
        <TextField label="Hasta" optional type="date" {...bind('hasta', 'regla.hasta')} />
        <CountField label="Cuántas veces" optional {...bind('veces', 'regla.veces')} />
        <TextField label="Hora de Chile" type="time" {...bind('hora', 'regla.hora')} />
      </div>
      <div className="grilla">
        <SelectField
          label="En cada fecha"
          hint={
            draft.modo === 'borrador'
              ? 'Una persona lo revisa y lo emite.'
              : 'En nombre de la empresa, sin que nadie la mire antes.'
          }
          options={modos}
          {...bind('modo')}
        />
        <SelectField label="La copia por correo" options={entries(COPIA_POR_CORREO)} {...bind('envio')} />
        {draft.modo === 'automatico' && (
          <CountField
            label="Días de atraso"
            hint="Con más, o ya en otro mes, la fecha queda como borrador."
            {...bind('atraso', 'atraso_dias')}
          />
        )}
      </div>
    </>
  )
}

/** The days of a month, up to four. */
function Days({
  draft: { dias },
  errorOf,
  onChange,
}: {
  draft: SerieDraft
  errorOf: (path: string) => string | undefined
  onChange: (part: Partial<SerieDraft>) => void
}) {
  const free = DIAS.map(([dia]) => dia).find((dia) => !dias.includes(dia)) ?? '1'
  return (
    <fieldset className="casillas">
      <legend className="solo-lector">Qué días</legend>
      <div className="grilla">
        {dias.map((dia, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place in the list
          <div key={i}>
            <SelectField
              label={dias.length === 1 ? 'Qué día' : `Día ${i + 1} de ${dias.length}`}
              options={DIAS}
              value={dia}
              onChange={(next) => onChange({ dias: dias.with(i, next) })}
              error={errorOf(`regla.dias[${i}]`) ?? (i === 0 ? errorOf('regla.dias') : undefined)}
            />
            {dias.length > 1 && (
              <Button
                small
                tone="liso"
                aria-label={`Quitar el día ${i + 1}`}
                onClick={() => onChange({ dias: dias.toSpliced(i, 1) })}
              >
                Quitar
              </Button>
            )}
          </div>
        ))}
      </div>
      {dias.length < DIAS_MAX && (
        <Button small onClick={() => onChange({ dias: [...dias, free] })}>
          Agregar otro día
        </Button>
      )}
    </fieldset>
  )
}
