// Fills what is still empty of a company's form with what the SII and the account know of its RUT (http §19.3).

import type { DataOf } from '../api/client'
import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { Notice } from '../ui/notice'

export function Autofill({
  rut,
  onKnown,
}: {
  rut: string | null
  onKnown: (known: DataOf<'POST /v1/empresa/autocompletar'>) => void
}) {
  const { puede, ambiente } = useSesion()
  const ask = useWrite('POST /v1/empresa/autocompletar', 'GET /v1/cuenta/uso')
  if (!puede('consultas:ejecutar')) return null
  const fill = (): void => {
    if (rut) ask.mutate({ body: { rut }, query: {} }, { onSuccess: ({ data }) => onKnown(data) })
  }
  return (
    <>
      <div className="acciones">
        <Button disabled={!rut} busy={ask.isPending} onClick={fill}>
          Completar lo vacío con lo que se sabe
        </Button>
        <small>Cuesta una consulta, si el SII no la respondió hoy.</small>
      </div>
      {ask.error && <FaultNotice fault={ask.error} />}
      {ask.data && (
        <Notice tone="espera">
          <p>
            {ambiente === 'simulacion'
              ? 'El SII simulado inventa los nombres: revíselos.'
              : 'Revise lo completado. El SII no da direcciones.'}
          </p>
        </Notice>
      )}
    </>
  )
}
