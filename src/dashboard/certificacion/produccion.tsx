// From "autorizada" on: the company is made ready for production by one button, and what is left there is listed, each with the way to it
// (areas/certificacion §1).

import { useState } from 'react'
import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { formatDate } from '../ui/format'
import { Notice } from '../ui/notice'
import { CAMINOS, type Camino, ENVEJECE } from './camino'
import { ProductionNeeds } from './production-needs'
import { TakeBack } from './take-back'
import { ToProduction } from './to-production'

/** Whatever the company's environment makes old. */
const DEL_AMBIENTE = [
  'GET /auth/me',
  'GET /v1/empresa',
  'GET /v1/empresa/:id',
  'GET /v1/empresa/actual',
] as const

export function Production({ camino }: { camino: Camino }) {
  const { ambiente } = useSesion()
  return ambiente === 'simulacion' ? <Rehearsed camino={camino} /> : <Authorised camino={camino} />
}

function Rehearsed({ camino }: { camino: Camino }) {
  const { alcance } = camino
  const { empresa, puede, soloMira } = useSesion()
  const move = useWrite('PUT /v1/empresa/:id', ...ENVEJECE, ...DEL_AMBIENTE)
  return (
    <section className="seccion" aria-labelledby="produccion">
      <h2 id="produccion">El ensayo terminó</h2>
      <p>
        Recorrió todo el camino de {CAMINOS[alcance].toLowerCase()} ante el SII simulado. De verdad se hace en
        el ambiente certificación: los mismos pasos, en el sitio del SII, con el certificado digital de una
        persona. Lo ensayado queda aquí.
      </p>
      {puede('empresa:administrar') && !soloMira && (
        <div className="acciones">
          <Button
            tone="primario"
            busy={move.isPending}
            onClick={() => move.mutate({ params: { id: empresa.id }, body: { ambiente: 'certificacion' } })}
          >
            Pasar la empresa a certificación
          </Button>
          <Again alcance={alcance} />
          <TakeBack camino={camino} set={null} />
        </div>
      )}
      {move.error && <FaultNotice fault={move.error} />}
    </section>
  )
}

/** The same road once more, with the sets of the new types alone. */
function Again({ alcance }: Pick<Camino, 'alcance'>) {
  const again = useWrite('POST /v1/certificacion', ...ENVEJECE)
  return (
    <>
      <Button busy={again.isPending} onClick={() => again.mutate({ body: { alcance } })}>
        {alcance === 'factura' ? 'Certificar otros tipos' : 'Certificar boletas otra vez'}
      </Button>
      {again.error && <FaultNotice fault={again.error} />}
    </>
  )
}

/** Everything of production is asked for anew, at another site of the SII. */
function Authorised({ camino }: { camino: Camino }) {
  const { alcance, declarada_fecha, resolucion } = camino
  const { empresa, puede, soloMira } = useSesion()
  const [asking, setAsking] = useState(false)
  const move = useWrite('PUT /v1/empresa/:id', ...ENVEJECE, ...DEL_AMBIENTE)
  return (
    <section className="seccion" aria-labelledby="produccion">
      <h2 id="produccion">Lo que falta para producción</h2>
      <Notice tone="bien" quiet>
        <p>
          El SII autorizó a la empresa
          {declarada_fecha && `, con la declaración del ${formatDate(declarada_fecha)}`}. Nada de lo de
          certificación vale en producción: se pide de nuevo, en palena.sii.cl.
        </p>
      </Notice>
      <ProductionNeeds resolucion={resolucion} />
      {puede('empresa:administrar') && !soloMira && (
        <div className="acciones">
          <Button tone="primario" aria-haspopup="dialog" onClick={() => setAsking(true)}>
            Pasar la empresa a producción
          </Button>
          <Again alcance={alcance} />
          <TakeBack camino={camino} set={null} />
        </div>
      )}
      {asking && (
        <ToProduction
          resolucion={resolucion}
          busy={move.isPending}
          fault={move.error}
          onClose={() => setAsking(false)}
          onConfirm={(resolucion) =>
            move.mutate({ params: { id: empresa.id }, body: { ambiente: 'produccion', resolucion } })
          }
        />
      )}
    </section>
  )
}
