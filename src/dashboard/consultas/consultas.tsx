// `/consultas`: what the SII says of anybody, by RUT; what it costs and what is left is said before (dashboard §10).

import { useState } from 'react'
import { useWrite } from '../api/query'
import { Cost } from '../shell/cost'
import { FaultNotice } from '../shell/fault-notice'
import { Page } from '../shell/page'
import { Button } from '../ui/button'
import { Form } from '../ui/form'
import { RutField } from '../ui/rut-field'
import { Captcha } from './captcha'
import { EmisorFacts } from './emisor-facts'
import { pictureOf } from './picture'
import { Status } from './status'

export default function Consultas() {
  const [rut, setRut] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  // Questions are no reads that may be repeated by themselves.
  const emisor = useWrite('GET /v1/contribuyente/:rut', 'GET /v1/cuenta/uso')
  const status = useWrite('GET /v1/sii/situacion/:rut', 'GET /v1/cuenta/uso')
  const picture = status.error && pictureOf(status.error)
  const fault = emisor.error ?? (picture ? null : status.error)
  const asked = status.variables?.params.rut
  const ask = (which: 'contribuyente' | 'situacion', edad?: '0'): void => {
    setMissing(rut === null)
    if (rut === null) return
    const request = { params: { rut }, query: edad ? { max_edad: edad } : {} }
    emisor.reset()
    status.reset()
    if (which === 'contribuyente') emisor.mutate(request)
    else status.mutate(request)
  }
  return (
    <Page title="Consultas" reading>
      <Form onSubmit={() => ask('contribuyente')} fault={missing || undefined}>
        <RutField
          label="RUT"
          value={rut}
          onChange={(next) => {
            setRut(next)
            setMissing(false)
          }}
          {...(missing && { error: 'Escriba de quién' })}
        />
        <Cost>Cada respuesta del SII cuesta una consulta; la que ya se tiene de hoy, ninguna.</Cost>
        <div className="acciones">
          <Button type="submit" tone="primario" busy={emisor.isPending}>
            Ver si emite documentos electrónicos
          </Button>
          <Button busy={status.isPending} onClick={() => ask('situacion')}>
            Ver su situación tributaria
          </Button>
        </div>
      </Form>
      {fault && <FaultNotice fault={fault} />}
      {picture && asked && (
        <Captcha
          key={picture.id}
          picture={picture}
          again={status.variables?.query?.captcha !== undefined}
          busy={status.isPending}
          onRead={(captcha) =>
            status.mutate({ params: { rut: asked }, query: { captcha_id: picture.id, captcha } })
          }
        />
      )}
      {emisor.data && <EmisorFacts datos={emisor.data.data} onAnew={() => ask('contribuyente', '0')} />}
      {status.data && <Status datos={status.data.data} onAnew={() => ask('situacion', '0')} />}
    </Page>
  )
}
