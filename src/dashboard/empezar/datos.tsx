// What the SII wants of every issuer, asked for where it is missing.

import { type FormEvent, useState } from 'react'
import type { Datos as DatosDe } from '../api/client'
import { useEscribir } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { TextField } from '../ui/field'

const ACTIVIDAD = 'actividades_economicas[0]'
const FIELDS = ['giro', ACTIVIDAD, 'direccion', 'comuna', 'resolucion.numero', 'resolucion.fecha']

export function Datos({ empresa }: { empresa: DatosDe<'GET /v1/empresa/actual'> }) {
  const [giro, setGiro] = useState(empresa.giro ?? '')
  const [actividad, setActividad] = useState(String(empresa.actividades_economicas[0] ?? ''))
  const [direccion, setDireccion] = useState(empresa.direccion ?? '')
  const [comuna, setComuna] = useState(empresa.comuna ?? '')
  const [numero, setNumero] = useState(String(empresa.resolucion?.numero ?? ''))
  const [fecha, setFecha] = useState(empresa.resolucion?.fecha ?? '')
  const save = useEscribir('PUT /v1/empresa/:id', 'GET /v1/empresa/actual')
  const fault = save.error
  const real = empresa.ambiente === 'produccion'
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (save.isPending) return
    const actividades = [Number(actividad), ...empresa.actividades_economicas.slice(1)]
    save.mutate({
      ruta: { id: empresa.id },
      cuerpo: {
        giro,
        actividades_economicas: actividades,
        direccion,
        comuna,
        ...(real && { resolucion: { numero: Number(numero), fecha } }),
      },
    })
  }
  return (
    <form className="columna" onSubmit={submit}>
      <div className="grilla">
        <TextField
          label="Giro"
          required
          maxLength={80}
          value={giro}
          onChange={setGiro}
          error={fault?.of('giro')}
        />
        <TextField
          label="Código de actividad económica"
          hint="El principal, de seis dígitos, como figura en el SII."
          required
          inputMode="numeric"
          pattern="[0-9]{1,6}"
          value={actividad}
          onChange={setActividad}
          error={fault?.of(ACTIVIDAD) ?? fault?.of('actividades_economicas')}
        />
        <TextField
          label="Dirección"
          required
          maxLength={60}
          value={direccion}
          onChange={setDireccion}
          error={fault?.of('direccion')}
        />
        <TextField
          label="Comuna"
          required
          maxLength={20}
          value={comuna}
          onChange={setComuna}
          error={fault?.of('comuna')}
        />
        {real && (
          <>
            <TextField
              label="Número de la resolución"
              hint="La que autoriza a emitir; la general es la 80 del 22-08-2014."
              required
              inputMode="numeric"
              pattern="[0-9]{1,6}"
              value={numero}
              onChange={setNumero}
              error={fault?.of('resolucion.numero')}
            />
            <TextField
              label="Fecha de la resolución"
              type="date"
              required
              value={fecha}
              onChange={setFecha}
              error={fault?.of('resolucion.fecha')}
            />
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
