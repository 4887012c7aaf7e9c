// The end of a road: its evidence, the needs of production, and the way out of it.

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Button, LinkButton } from '../ui/button'
import { ConfirmDialog } from '../ui/dialog'
import { formatDate } from '../ui/format'
import { saveFile } from '../ui/save'
import { CAMINOS, type Camino, ENVEJECE } from './camino'
import { Upload } from './upload'

export function Cierre({ camino }: { camino: Camino }) {
  const { puede, soloMira } = useSesion()
  const administra = puede('empresa:administrar') && !soloMira
  const open = camino.estado !== 'autorizada' && camino.estado !== 'abandonada'
  return (
    <>
      {camino.estado === 'autorizada' && <Production camino={camino} />}
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
      <section className="seccion" aria-labelledby="evidencia">
        <h2 id="evidencia">Evidencia</h2>
        <p>
          Un archivo ZIP con los textos, lo emitido y lo que dijo el SII, de todas las veces. Nunca lleva
          llaves ni certificados.
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

/** Everything of production is asked for anew, at another site of the SII. */
function Production({ camino: { alcance, declarada_fecha, resolucion } }: { camino: Camino }) {
  const { empresa, puede, soloMira } = useSesion()
  // The same road once more, with the sets of the new types alone.
  const again = useWrite('POST /v1/certificacion', ...ENVEJECE)
  return (
    <section className="seccion" aria-labelledby="produccion">
      <h2 id="produccion">Lo que falta para producción</h2>
      <p>
        El SII autorizó a la empresa
        {declarada_fecha && `, con la declaración del ${formatDate(declarada_fecha)}`}. Nada de lo de
        certificación vale allá: se pide de nuevo, en palena.sii.cl.
      </p>
      <ol>
        <li>En el SII, inscriba otra vez a quien firma, con los mismos permisos.</li>
        <li>
          Lea el número y la fecha de la resolución en los datos de la empresa
          {resolucion && ` (aquí se anotó la N° ${resolucion.numero} del ${formatDate(resolucion.fecha)})`}.
        </li>
        <li>Pase la empresa a producción, con esa resolución.</li>
        <li>Cargue el certificado y pida o cargue los folios de producción.</li>
      </ol>
      {puede('empresa:administrar') && (
        <div className="acciones">
          <LinkButton href={`/empresas/${empresa.id}`} tone="primario">
            Pasar la empresa a producción
          </LinkButton>
          {!soloMira && (
            <Button busy={again.isPending} onClick={() => again.mutate({ body: { alcance } })}>
              Certificar otros tipos
            </Button>
          )}
        </div>
      )}
      {again.error && <FaultNotice fault={again.error} />}
    </section>
  )
}
