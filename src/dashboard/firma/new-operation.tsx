// Asks for one thing at the SII for many companies: what it would do and spend is seen before it is asked for (areas/firma §5).

import { useState } from 'react'
import type { BodyOf, DataOf } from '../api/client'
import { useWrite } from '../api/query'
import type { Me } from '../api/sesion'
import { Cost } from '../shell/cost'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { CheckList } from '../ui/check-list'
import { ConfirmDialog } from '../ui/dialog'
import { SelectField } from '../ui/field'
import { Form } from '../ui/form'
import { formatRut, plural } from '../ui/format'
import { NOMBRE_OPERACION, PERMISO_OPERACION, type TipoOperacion } from './operation-words'

/** As many as one operation takes. */
const EMPRESAS_MAX = 200

type Body = BodyOf<'POST /v1/firma/operaciones'>
type Simulada = Extract<DataOf<'POST /v1/firma/operaciones'>, { unidades: number }>

const isSimulada = (data: DataOf<'POST /v1/firma/operaciones'>): data is Simulada => 'unidades' in data

export const tiposOf = ({ permisos }: Me): TipoOperacion[] =>
  (Object.keys(NOMBRE_OPERACION) as TipoOperacion[]).filter((tipo) =>
    permisos.includes(PERMISO_OPERACION[tipo]),
  )

export function NewOperation({ me, tipos }: { me: Me; tipos: readonly TipoOperacion[] }) {
  const [tipo, setTipo] = useState(tipos[0]!)
  const [empresas, setEmpresas] = useState<string[]>([])
  const all = me.empresas.slice(0, EMPRESAS_MAX).map(({ id }) => id)
  const simulate = useWrite('POST /v1/firma/operaciones')
  const begin = useWrite('POST /v1/firma/operaciones', 'GET /v1/firma/operaciones', 'GET /v1/cuenta/uso')
  const body: Body = { tipo, empresas }
  const data = simulate.data?.data
  return (
    <Form
      onSubmit={() => {
        begin.reset()
        if (empresas.length) simulate.mutate({ query: { simular: 'true' }, body })
      }}
      fault={simulate.error}
    >
      <SelectField
        label="Qué se hace en el SII"
        options={tipos.map((one) => [one, NOMBRE_OPERACION[one]] as const)}
        value={tipo}
        onChange={(one) => setTipo(one as TipoOperacion)}
      />
      <CheckList
        legend="Empresas"
        hint={
          me.empresas.length > EMPRESAS_MAX
            ? `Las primeras ${EMPRESAS_MAX}: una operación no lleva más.`
            : undefined
        }
        choices={me.empresas.slice(0, EMPRESAS_MAX).map(({ id, rut, razon_social }) => ({
          id,
          label: razon_social,
          hint: formatRut(rut),
        }))}
        selected={empresas}
        onChange={setEmpresas}
      />
      <div className="acciones">
        <Button type="submit" tone="primario" busy={simulate.isPending} disabled={!empresas.length}>
          {empresas.length ? `Ver qué se haría por ${plural(empresas.length, 'empresa')}` : 'Elija empresas'}
        </Button>
        <Button onClick={() => setEmpresas(empresas.length === all.length ? [] : all)}>
          {empresas.length === all.length ? 'Ninguna' : 'Todas'}
        </Button>
      </div>
      {simulate.error && <FaultNotice fault={simulate.error} />}
      {data && isSimulada(data) && (
        <ConfirmDialog
          title={NOMBRE_OPERACION[tipo]}
          action={`Hacerlo por ${plural(empresas.length, 'empresa')}`}
          danger={false}
          busy={begin.isPending}
          onConfirm={() =>
            begin.mutate(
              { query: {}, body },
              {
                onSuccess: () => {
                  simulate.reset()
                  setEmpresas([])
                },
              },
            )
          }
          onClose={() => simulate.reset()}
        >
          <Foreseen {...data} />
          {begin.error && <FaultNotice fault={begin.error} />}
        </ConfirmDialog>
      )}
    </Form>
  )
}

function Foreseen({ unidades, empresas }: Simulada) {
  const failing = empresas.filter(({ error }) => error)
  const idle = empresas.filter(({ error, trabajos }) => !error && trabajos === 0)
  return (
    <>
      <Cost>{unidades ? `Gasta ${plural(unidades, 'consulta')}.` : 'No gasta consultas.'}</Cost>
      {idle.length > 0 && <p>{plural(idle.length, 'empresa')} sin nada que hacer.</p>}
      {failing.length > 0 && (
        <>
          <p>{failing.length === 1 ? 'Una no se podrá:' : `${failing.length} no se podrán:`}</p>
          <ul>
            {failing.map(({ id, razon_social, error }) => (
              <li key={id}>
                {razon_social}: {error?.message}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
