// The end of a road: another text, the company's papers, its evidence, and the way out of it.

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/dialog'
import { saveFile } from '../ui/save'
import { CAMINOS, type Camino, ENVEJECE } from './camino'
import { Papers } from './papeles'
import { Upload } from './upload'

export function Cierre({ camino }: { camino: Camino }) {
  const { puede, soloMira } = useSesion()
  const administra = puede('empresa:administrar') && !soloMira
  const open = camino.estado !== 'autorizada' && camino.estado !== 'abandonada'
  return (
    <>
      {administra && open && camino.ronda && (
        <details>
          <summary>Cargar otro set</summary>
          <div className="columna">
            <p>
              Al generar un set nuevo el SII deja sin efecto todos los anteriores, también los aprobados:
              hágalo sólo si el SII lo pide.
            </p>
            <Upload camino={camino} />
          </div>
        </details>
      )}
      {/* The step of the declaration has them itself. */}
      {!(administra && camino.estado === 'declaracion') && (
        <section className="seccion" aria-labelledby="papeles">
          <h2 id="papeles">Papeles de la empresa</h2>
          <Papers camino={camino} />
        </section>
      )}
      <section className="seccion" aria-labelledby="evidencia">
        <h2 id="evidencia">Evidencia</h2>
        <p>
          Un archivo ZIP con los textos, lo emitido, lo que dijo el SII, las muestras impresas y los papeles,
          de todas las veces. Nunca lleva llaves ni certificados.
        </p>
        <div className="acciones">
          <Evidence camino={camino} />
          {administra && open && <Leave camino={camino} />}
        </div>
      </section>
    </>
  )
}

function Evidence({ camino: { id, alcance } }: { camino: Camino }) {
  const { empresa, ambiente } = useSesion()
  const save = useMutation<void, Fault>({
    async mutationFn() {
      const file: unknown = await api('GET /v1/certificacion/:id/evidencia', { params: { id } })
      if (!(file instanceof Blob)) throw toFault(file)
      saveFile(file, `certificacion_${alcance}_${empresa.rut}_${ambiente}.zip`)
    },
  })
  return (
    <>
      <Button busy={save.isPending} onClick={() => save.mutate()}>
        Guardar la evidencia
      </Button>
      {save.error && <FaultNotice fault={save.error} />}
    </>
  )
}

function Leave({ camino: { id, alcance } }: { camino: Camino }) {
  const [asking, setAsking] = useState(false)
  const leave = useWrite('POST /v1/certificacion/:id/abandonar', ...ENVEJECE)
  return (
    <>
      <Button tone="liso" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Abandonar esta certificación
      </Button>
      {asking && (
        <ConfirmDialog
          title={`Abandonar la certificación de ${CAMINOS[alcance].toLowerCase()}`}
          action="Abandonar"
          busy={leave.isPending}
          onConfirm={() => leave.mutate({ params: { id } }, { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          <p>Lo enviado queda guardado, y puede empezar otra. En el SII nada cambia.</p>
          {leave.error && <FaultNotice fault={leave.error} />}
        </ConfirmDialog>
      )}
    </>
  )
}
