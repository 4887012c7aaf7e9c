// A certificate from a file with its password, or one from the simulator. The password is in this form alone, until it is sent.

import { useState } from 'react'
import { formOf } from '../api/client'
import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { notify } from '../shell/notices'
import { Button } from '../ui/button'
import { TextField } from '../ui/field'
import { FileDrop, refuseFile } from '../ui/file-drop'
import { Form } from '../ui/form'

const ENDS = ['.pfx', '.p12']

/** `replaces`: the company has one already; `certifies`: it is on its way to be authorised, and goes on there. */
export function LoadCertificado({ replaces, certifies }: { replaces: boolean; certifies: boolean }) {
  const { empresa } = useSesion()
  const [file, setFile] = useState<File | null>(null)
  const [clave, setClave] = useState('')
  const [refused, setRefused] = useState<string | null>(null)
  const load = useWrite(
    'POST /v1/empresa/:id/certificado',
    'GET /v1/empresa/:id/certificado',
    'GET /v1/resumen',
    'GET /v1/certificacion/:id',
  )
  const fault = load.error
  const done = {
    onSuccess() {
      setFile(null)
      setClave('')
      notify({
        ...{ tone: 'bien', title: 'El certificado quedó cargado' },
        ...(certifies && { href: '/certificacion', action: 'Seguir con la certificación', stays: true }),
      })
    },
  }
  const choose = ([chosen]: File[]): void => {
    if (!chosen) return
    const reason = refuseFile(chosen, ENDS)
    load.reset()
    setRefused(reason)
    setFile(reason ? null : chosen)
  }
  const submit = (): void => {
    if (load.isPending) return
    if (!file) {
      setRefused('Elija el archivo del certificado')
      return
    }
    load.mutate({ params: { id: empresa.id }, body: formOf({ archivo: file, clave }) }, done)
  }
  const fileFault = refused ?? fault?.of('archivo')
  return (
    <section className="seccion" aria-labelledby="cargar">
      <h2 id="cargar">{replaces ? 'Reemplazarlo por otro' : 'Cargar un certificado'}</h2>
      <Form onSubmit={submit} fault={fault}>
        <FileDrop
          label={file ? file.name : 'Suelte aquí el archivo PFX o P12 del certificado.'}
          action={file ? 'Elegir otro archivo' : 'Elegir el archivo'}
          ends={ENDS}
          busy={load.isPending}
          onFiles={choose}
          error={fileFault}
        />
        <TextField
          label="Clave del archivo"
          hint="Se usa una vez para abrirlo y no se guarda. La llave queda cifrada en el servidor."
          type="password"
          autoComplete="off"
          maxLength={200}
          value={clave}
          onChange={setClave}
          error={fault?.of('clave')}
        />
        {fault && <FaultNotice fault={fault} fields={['archivo', 'clave']} />}
        <div className="acciones">
          <Button type="submit" tone="primario" busy={load.isPending}>
            {replaces ? 'Reemplazar el certificado' : 'Cargar el certificado'}
          </Button>
          {empresa.ambiente === 'simulacion' && (
            <Button
              busy={load.isPending}
              onClick={() => load.mutate({ params: { id: empresa.id }, body: { simulado: true } }, done)}
            >
              Usar uno simulado
            </Button>
          )}
        </div>
      </Form>
    </section>
  )
}
