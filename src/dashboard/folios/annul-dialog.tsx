// Annuls folios at the SII: which and why, then one question that tells what leaves use, and that it cannot be undone.

import { useState } from 'react'
import type { TipoDte } from '../../domain/dte/tipos'
import { useApi, useWrite } from '../api/query'
import { useWish } from '../api/wish'
import { Cost } from '../shell/cost'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { SelectField, TextField } from '../ui/field'
import { Form, FormActions } from '../ui/form'
import { plural, upperFirst } from '../ui/format'
import { CountField } from '../ui/money-field'
import { Notice } from '../ui/notice'
import { shortName } from '../ui/tipo'
import { countOf, nameOf, refuseMotivo, type Tramo, takenOf } from './annul'

const FIELDS = ['tipo_dte', 'desde', 'hasta', 'motivo']

/** `tramo`: what is proposed; null, the person says which. */
export function AnnulDialog({
  tramo,
  onStarted,
  onClose,
}: {
  tramo: Tramo | null
  onStarted: (jobId: string) => void
  onClose: () => void
}) {
  const stocks = useApi('GET /v1/dte/folios').data?.data ?? []
  const [tipo, setTipo] = useState(String(tramo?.tipo_dte ?? stocks[0]?.tipo_dte ?? ''))
  const [desde, setDesde] = useState(tramo?.desde ?? null)
  const [hasta, setHasta] = useState(tramo?.hasta ?? null)
  const [motivo, setMotivo] = useState('Folios no utilizados')
  const [tried, setTried] = useState<object | null>(null)
  const [asked, setAsked] = useState<Tramo | null>(null)
  const wish = useWish()
  const annul = useWrite(
    'POST /v1/dte/folios/anular',
    'GET /v1/dte/folios/trabajos',
    'GET /v1/dte/folios',
    'GET /v1/dte/folios/por-anular',
    'GET /v1/dte/folios/huecos',
    'GET /v1/dte/folios/pronostico',
  )
  const fault = annul.error
  const reason = refuseMotivo(motivo)
  const send = ({ tipo_dte, desde, hasta }: Tramo): void => {
    const body = { tipo_dte: tipo_dte as TipoDte, desde, hasta, motivo: motivo.trim() }
    annul.mutate(
      { query: { esperar: 0 }, body, clave: wish.keyOf(body) },
      {
        onSettled: (_, fault) => wish.settled(fault),
        onSuccess({ data }) {
          if ('job_id' in data) onStarted(data.job_id)
          onClose()
        },
        // Its faults stand at the fields.
        onError: ({ detalles }) => detalles.some(({ campo }) => FIELDS.includes(campo)) && setAsked(null),
      },
    )
  }
  if (asked)
    return (
      <Dialog title="Anular en el SII" onClose={onClose}>
        <Notice tone="aviso" quiet title={`Se anulan ${nameOf(asked)}: no se deshace`}>
          <p>
            {takenOf(
              asked,
              stocks.find(({ tipo_dte }) => tipo_dte === asked.tipo_dte),
            )}
          </p>
          <p>Los que el SII haya recibido en un documento los rehúsa; quedan dichos uno por uno.</p>
        </Notice>
        <Cost>Gasta una consulta al SII.</Cost>
        {fault && <FaultNotice fault={fault} />}
        <div className="acciones">
          <Button tone="peligro" busy={annul.isPending} onClick={() => send(asked)}>
            Anular {plural(countOf(asked), 'folio')} en el SII
          </Button>
          <Button data-foco onClick={() => setAsked(null)}>
            Volver
          </Button>
        </div>
      </Dialog>
    )
  const submit = (): void => {
    setTried({})
    if (desde === null || hasta === null || reason || !tipo) return
    setAsked({ tipo_dte: Number(tipo), desde, hasta })
  }
  return (
    <Dialog title={tramo ? upperFirst(`anular ${nameOf(tramo)}`) : 'Anular folios'} onClose={onClose}>
      <Form onSubmit={submit} fault={fault ?? tried}>
        {!tramo && (
          <>
            <SelectField
              label="Tipo de documento"
              options={stocks.map(({ tipo_dte }) => [String(tipo_dte), shortName(tipo_dte)] as const)}
              value={tipo}
              onChange={setTipo}
              error={fault?.of('tipo_dte')}
            />
            <CountField
              label="Desde el folio"
              value={desde}
              onChange={setDesde}
              error={tried && desde === null ? 'Escriba el primero' : fault?.of('desde')}
            />
            <CountField
              label="Hasta el folio"
              value={hasta}
              onChange={setHasta}
              error={tried && hasta === null ? 'Escriba el último' : fault?.of('hasta')}
            />
          </>
        )}
        <TextField
          label="Motivo"
          hint="Queda en el SII."
          maxLength={100}
          value={motivo}
          onChange={setMotivo}
          error={(tried && reason) || fault?.of('motivo')}
        />
        {fault && <FaultNotice fault={fault} fields={tramo ? ['motivo'] : FIELDS} />}
        <FormActions action="Seguir" busy={false} onClose={onClose} />
      </Form>
    </Dialog>
  )
}
