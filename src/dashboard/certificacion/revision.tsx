// The preflight: what would stop the next set, or have it refused, before any folio is taken (areas/certificacion §3).

import { Fragment } from 'react'
import { useApi } from '../api/query'
import { Loaded } from '../shell/loaded'
import { Status } from '../ui/status'

const NOMBRE: Readonly<Record<string, string>> = {
  certificado: 'Certificado',
  resolucion: 'Resolución',
  emisor: 'Datos de la empresa',
  reloj: 'Reloj',
  dudas: 'Preguntas',
  solicitudes: 'Casos',
  folios: 'Folios',
  periodo: 'Mes',
  plazo: 'Plazo',
}

export function Revision({ id }: { id: string }) {
  const query = useApi('GET /v1/certificacion/:id/revision', { params: { id } })
  return (
    <section className="seccion" aria-labelledby="revision">
      <h2 id="revision">Revisión antes de emitir</h2>
      <Loaded query={query}>
        {({ data }) => (
          <>
            <p role="status">
              {data.lista
                ? 'Nada detiene la próxima emisión.'
                : 'Lo marcado detiene la emisión, o hace que el SII la rechace.'}
            </p>
            <dl className="pares">
              {data.puntos.map(({ codigo, bien, mensaje }) => (
                <Fragment key={codigo}>
                  <dt>
                    <Status
                      tone={bien === null ? 'neutro' : bien ? 'bien' : 'mal'}
                      icon={bien === null ? '?' : bien ? '✓' : '✕'}
                    >
                      {NOMBRE[codigo] ?? codigo}
                    </Status>
                  </dt>
                  <dd>
                    {bien === false && <span className="solo-lector">Falta: </span>}
                    {mensaje}
                  </dd>
                </Fragment>
              ))}
            </dl>
          </>
        )}
      </Loaded>
    </section>
  )
}
