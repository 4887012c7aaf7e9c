// The data that the SII wants of every issuer, asked for where it is missing.

import { type FormEvent, useState } from 'react'
import type { DataOf as DatosDe } from '../api/client'
import { useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { ComunaField } from '../ui/comuna-field'
import { TextField } from '../ui/field'

const ACTIVIDAD = 'actividades_economicas[0]'
const FIELDS = ['giro', ACTIVIDAD, 'direccion', 'comuna', 'resolucion.numero', 'resolucion.fecha']

/** Every one is demanded. */
type Draft = Record<'giro' | 'actividad' | 'direccion' | 'comuna' | 'numero' | 'fecha', string>

export function Datos({ empresa }: { empresa: DatosDe<'GET /v1/empresa/actual'> }) {
  const [draft, setDraft] = useState<Draft>({
    giro: empresa.giro ?? '',
    actividad: String(empresa.actividades_economicas[0] ?? ''),
    direccion: empresa.direccion ?? '',
    comuna: empresa.comuna ?? '',
    numero: String(empresa.resolucion?.numero ?? ''),
    fecha: empresa.resolucion?.fecha ?? '',
  })
  const save = useWrite('PUT /v1/empresa/:id', 'GET /v1/empresa/actual')
  const fault = save.error
  const real = empresa.ambiente === 'produccion'
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (save.isPending) return
    const { giro, actividad, direccion, comuna, numero, fecha } = draft
    save.mutate({
      params: { id: empresa.id },
      body: {
        giro,
        actividades_economicas: [Number(actividad), ...empresa.actividades_economicas.slice(1)],
        direccion,
        comuna,
        ...(real && { resolucion: { numero: Number(numero), fecha } }),
      },
    })
  }
  const bind = (name: keyof Draft, ...campos: string[]) => ({
    required: true,
    value: draft[name],
    onChange: (value: string) => setDraft((before) => ({ ...before, [name]: value })),
    error: campos.map((campo) => fault?.of(campo)).find(Boolean),
  })
  const code = { inputMode: 'numeric', pattern: '[0-9]{1,6}' } as const
  return (
    <form className="columna" onSubmit={submit}>
      <div className="grilla">
        <TextField label="Giro" maxLength={80} {...bind('giro', 'giro')} />
        <TextField
          label="Código de actividad económica"
          hint="El principal, de seis dígitos, como figura en el SII."
          {...code}
          {...bind('actividad', ACTIVIDAD, 'actividades_economicas')}
        />
        <TextField label="Dirección" maxLength={60} {...bind('direccion', 'direccion')} />
        <ComunaField {...bind('comuna', 'comuna')} />
        {real && (
          <>
            <TextField
              label="Número de la resolución"
              hint="La que autoriza a emitir; la general es la 80 del 22-08-2014."
              {...code}
              {...bind('numero', 'resolucion.numero')}
            />
            <TextField label="Fecha de la resolución" type="date" {...bind('fecha', 'resolucion.fecha')} />
          </>
        )}
      </div>
      {fault && <FaultNotice fault={fault} fields={FIELDS} />}
      <div>
        <Button type="submit" tone="primario" busy={save.isPending}>
          Guardar los datos
        </Button>
      </div>
    </form>
  )
}
