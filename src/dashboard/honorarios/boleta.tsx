// One boleta de terceros: what it says, what its state means, its paper, and annulling it by a cause that the SII's form has.

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { CAUSAS_BTE } from '../../domain/bte/boleta'
import { api } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { useWish } from '../api/wish'
import { Cost } from '../shell/cost'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { SelectField, TextField } from '../ui/field'
import { Form, FormActions } from '../ui/form'
import { formatDate, formatNumber, formatRut, upperFirst } from '../ui/format'
import { Notice } from '../ui/notice'
import { saveFile } from '../ui/save'
import { StatusWord } from '../ui/status'
import { Montos } from './montos'
import { type Boleta, ESTADO, meaningOf, pesos } from './vista'

export function BoletaDialog({
  boleta,
  onAnnul,
  onClose,
}: {
  boleta: Boleta
  onAnnul: () => void
  onClose: () => void
}) {
  const { puede, soloMira, empresa, ambiente } = useSesion()
  const { folio, estado, beneficiario, servicios } = boleta
  const word = ESTADO[estado]
  const meaning = meaningOf(boleta)
  const params = { folio: String(folio) }
  const save = useMutation<void, Fault, 'pdf' | 'html'>({
    async mutationFn(what) {
      const file: unknown =
        what === 'pdf'
          ? await api('GET /v1/bte/:folio/pdf', { params })
          : await api('GET /v1/bte/:folio/html', { params })
      const blob = file instanceof Blob ? file : typeof file === 'string' ? new Blob([file]) : null
      if (!blob) throw toFault(file)
      saveFile(blob, `bte_${folio}_${empresa.rut}_${ambiente}.${what}`)
    },
  })
  return (
    <Dialog
      title={
        folio === null ? `Boleta a ${beneficiario.nombre}` : `Boleta de terceros N° ${formatNumber(folio)}`
      }
      wide
      onClose={onClose}
    >
      <div className="columna">
        <StatusWord of={word} />
        {meaning && <Notice tone={word[2]} quiet title={meaning} />}
        {boleta.advertencias.map(({ code, mensaje }) => (
          <Notice key={code} tone="aviso" quiet title={mensaje} />
        ))}
        <p>
          {beneficiario.nombre}, {formatRut(beneficiario.rut)}
          {beneficiario.direccion && `, ${beneficiario.direccion}`}
          {beneficiario.comuna && `, ${beneficiario.comuna}`}. Pagada el {formatDate(boleta.fecha)}.
        </p>
        {servicios ? (
          <ul>
            {servicios.map(({ descripcion, monto }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they never change
              <li key={at}>
                {descripcion}: {pesos(monto)}
              </li>
            ))}
          </ul>
        ) : (
          <p>Se emitió en el sitio del SII, cuyo informe no trae los servicios.</p>
        )}
        <Montos
          bruto={boleta.total_bruto}
          retencion={boleta.total_retencion}
          liquido={boleta.total_liquido}
          tasa={boleta.tasa_retencion}
        />
        {boleta.codigo_barras && <p>Código de barras: {boleta.codigo_barras}</p>}
        {boleta.causa && estado !== 'vigente' && (
          <p>
            Causa de la anulación: {CAUSAS_BTE[boleta.causa as 1 | 2 | 3]}.
            {boleta.glosa && ` ${boleta.glosa}`}
          </p>
        )}
        {boleta.referencia_externa && <p>Referencia: {boleta.referencia_externa}</p>}
        {save.error && <FaultNotice fault={save.error} />}
        {folio !== null && (
          <div className="acciones">
            <Button busy={save.isPending} onClick={() => save.mutate('pdf')}>
              Guardar PDF
            </Button>
            {puede('bte:emitir') && !soloMira && (
              <>
                <Button busy={save.isPending} onClick={() => save.mutate('html')}>
                  Guardar la página del SII
                </Button>
                {estado === 'vigente' && (
                  <Button tone="peligro" aria-haspopup="dialog" onClick={onAnnul}>
                    Anular
                  </Button>
                )}
                <small>El PDF es una representación de Timbre; la página del SII gasta una consulta.</small>
              </>
            )}
          </div>
        )}
      </div>
    </Dialog>
  )
}

type Causa = keyof typeof CAUSAS_BTE
const CAUSAS = ([3, 2, 1] as const).map((one) => [String(one), upperFirst(CAUSAS_BTE[one])] as const)

export function AnnulDialog({
  boleta,
  onStarted,
  onClose,
}: {
  boleta: Boleta
  onStarted: (jobId: string) => void
  onClose: () => void
}) {
  const [causa, setCausa] = useState('3')
  const [glosa, setGlosa] = useState('')
  const wish = useWish()
  const annul = useWrite(
    'POST /v1/bte/:folio/anular',
    'GET /v1/bte',
    'GET /v1/bte/trabajos',
    'GET /v1/bte/resumen/:periodo',
  )
  const fault = annul.error
  const told = fault?.detalles.find(({ campo }) => campo === 'causa') as
    | { disponibles?: number[] }
    | undefined
  const offered = told?.disponibles ? CAUSAS.filter(([id]) => told.disponibles?.includes(Number(id))) : CAUSAS
  const folio = String(boleta.folio)
  const submit = (): void => {
    if (annul.isPending) return
    const body = { causa: Number(causa) as Causa, ...(glosa.trim() && { glosa: glosa.trim() }) }
    annul.mutate(
      // Most annulments end while one looks: then what the form lacks is said here.
      { params: { folio }, query: { esperar: 10 }, body, clave: wish.keyOf({ folio, ...body }) },
      {
        onSettled: (_, fault) => wish.settled(fault),
        onSuccess({ data }) {
          if (!('folio' in data)) onStarted(data.job_id)
          onClose()
        },
        onError: ({ detalles }) => {
          const [first] = (detalles as readonly { disponibles?: number[] }[]).flatMap(
            ({ disponibles }) => disponibles ?? [],
          )
          if (first) setCausa(String(first))
        },
      },
    )
  }
  return (
    <Dialog title={`Anular la boleta N° ${formatNumber(folio)}`} onClose={onClose}>
      <Form onSubmit={submit} fault={fault}>
        <SelectField
          label="Causa"
          options={offered}
          value={causa}
          onChange={setCausa}
          error={fault?.of('causa')}
          hint="El formulario del SII puede no tenerlas todas; si falta la elegida, se dice cuáles hay."
        />
        <TextField
          label="Nota propia"
          optional
          maxLength={200}
          hint="El SII no la recibe."
          value={glosa}
          onChange={setGlosa}
        />
        <p>
          Una boleta anulada no se recupera. Si el mes ya pasó, el SII puede pedir que la otra parte confirme:
          hasta entonces vale.
        </p>
        <Cost>Gasta una consulta al SII.</Cost>
        {fault && <FaultNotice fault={fault} fields={['causa']} />}
        <FormActions action="Anular la boleta" busy={annul.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  )
}
