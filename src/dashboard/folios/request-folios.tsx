// Folios straight from the SII: how many are worth asking for is proposed, and what cannot be undone is said before.

import { useState } from 'react'
import { FACTURA, type TipoDte } from '../../domain/dte/tipos'
import type { BodyOf } from '../api/client'
import { useApi, useWrite } from '../api/query'
import { useWish } from '../api/wish'
import { Cost } from '../shell/cost'
import { FaultNotice } from '../shell/fault-notice'
import { Dialog } from '../ui/dialog'
import { CheckField, SelectField } from '../ui/field'
import { Form, FormActions } from '../ui/form'
import { formatNumber, plural } from '../ui/format'
import { CountField } from '../ui/money-field'
import { shortName, TIPOS_DTE } from '../ui/tipo'
import { isHuge, type Pronostico, paceOf, suggest } from './forecast'

export const TIPOS = TIPOS_DTE.map((tipo) => [String(tipo), `${shortName(tipo)} (${tipo})`] as const)

/** `tipo` null lets the person choose it. `onStarted` is told the job. */
export function RequestFolios({
  tipo,
  onStarted,
  onClose,
}: {
  tipo: number | null
  onStarted: (jobId: string) => void
  onClose: () => void
}) {
  const stocks = useApi('GET /v1/dte/folios').data?.data
  const forecasts = useApi('GET /v1/dte/folios/pronostico', { query: {} }).data?.data
  const [chosen, setChosen] = useState(String(tipo ?? FACTURA))
  // Null follows what is proposed for the type.
  const [typed, setTyped] = useState<{ value: number | null } | null>(null)
  const [max, setMax] = useState(false)
  const [sure, setSure] = useState(false)
  const [tried, setTried] = useState<object | null>(null)
  const wish = useWish()
  const ask = useWrite('POST /v1/dte/folios/solicitar', 'GET /v1/dte/folios/trabajos')
  const ofType = ({ tipo_dte }: { tipo_dte: number }): boolean => String(tipo_dte) === chosen
  const pronostico = forecasts?.find(ofType)
  const proposed = suggest(stocks?.find(ofType), pronostico)
  const cantidad = typed ? typed.value : proposed
  const huge = !max && isHuge(cantidad, proposed)
  const name = shortName(Number(chosen)).toLowerCase()
  const submit = (): void => {
    setTried({})
    if (ask.isPending || (cantidad === null && !max) || (huge && !sure)) return
    // The forecast's amount is asked for as such: the server reckons it anew.
    const wanted = max ? 'max' : !typed && pronostico?.sugerida ? 'pronostico' : (cantidad ?? proposed)
    const body: BodyOf<'POST /v1/dte/folios/solicitar'> = {
      tipo_dte: Number(chosen) as TipoDte,
      cantidad: wanted,
    }
    ask.mutate(
      { query: { esperar: 0 }, body, clave: wish.keyOf(body) },
      {
        onSettled: (_, fault) => wish.settled(fault),
        onSuccess({ data }) {
          if ('job_id' in data) onStarted(data.job_id)
          onClose()
        },
      },
    )
  }
  return (
    <Dialog title={tipo === null ? 'Pedir folios' : `Pedir folios de ${name}`} onClose={onClose}>
      <Form onSubmit={submit} fault={ask.error ?? tried}>
        {tipo === null && (
          <SelectField
            label="Tipo de documento"
            options={TIPOS}
            value={chosen}
            onChange={(next) => {
              setChosen(next)
              setTyped(null)
            }}
            error={ask.error?.of('tipo_dte')}
          />
        )}
        {!max && (
          <CountField
            label="Cuántos"
            hint={hintOf(pronostico, proposed)}
            value={cantidad}
            onChange={(value) => {
              setTyped({ value })
              setSure(false)
            }}
            error={tried && cantidad === null ? 'Escriba cuántos' : ask.error?.of('cantidad')}
          />
        )}
        {huge && (
          <CheckField
            label={`Sí, son ${formatNumber(cantidad ?? 0)} folios`}
            hint={`Se sugieren ${formatNumber(proposed)}. El SII da hasta lo que autoriza a la empresa, que puede ser menos.`}
            checked={sure}
            onChange={setSure}
          />
        )}
        {huge && tried && !sure && (
          <p className="falta" role="alert">
            Confirme que son tantos, o corrija la cifra.
          </p>
        )}
        <CheckField label="Los más que el SII autorice" checked={max} onChange={setMax} />
        <p>
          Cuando el SII los otorga ya no se deshace: los que no se usen hay que anularlos. Si algo falla
          después de eso, se descarga ese mismo rango y no se pide otro.
        </p>
        <Cost>Gasta una consulta al SII.</Cost>
        {ask.error && <FaultNotice fault={ask.error} fields={['tipo_dte', 'cantidad']} />}
        <FormActions
          action={max ? 'Pedir los más posibles' : `Pedir ${plural(cantidad ?? proposed, 'folio')}`}
          busy={ask.isPending}
          onClose={onClose}
          first
        />
      </Form>
    </Dialog>
  )
}

function hintOf(pronostico: Pronostico | undefined, proposed: number): string {
  if (pronostico && paceOf(pronostico) > 0) return `${pronostico.motivo}.`
  return `${proposed === 1 ? 'Se sugiere' : 'Se sugieren'} ${formatNumber(proposed)}: sin uso no hay con qué pronosticar.`
}
