// The needs of the other two environments, for a person who has seen this one work.

import type { Ambiente } from '../api/sesion'
import { LinkButton } from '../ui/button'

export function Despues({ ambiente }: { ambiente: Ambiente }) {
  if (ambiente === 'produccion') return null
  return (
    <section className="seccion">
      <h2>Para emitir de verdad</h2>
      {ambiente === 'simulacion' && (
        <div>
          <LinkButton href="/certificacion">Ensayar la certificación</LinkButton>
        </div>
      )}
      <dl className="pares anchos">
        {ambiente === 'simulacion' && (
          <>
            <dt>Certificación</dt>
            <dd>
              El ambiente de pruebas del SII. Necesita el certificado digital de una persona autorizada por la
              empresa en el SII, y archivos CAF descargados de su sitio de certificación. Ahí se emite el set
              de pruebas que el SII asigna.
            </dd>
          </>
        )}
        <dt>Producción</dt>
        <dd>
          Necesita haber aprobado la certificación, el número y la fecha de la resolución que autoriza a
          emitir, y archivos CAF de producción. Cada ambiente tiene sus propios folios y documentos: nada de
          lo emitido aquí pasa a otro.
        </dd>
      </dl>
    </section>
  )
}
