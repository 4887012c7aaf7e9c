// The folios left of each type, their reach, and the ways to more.

import { useState } from 'react'
import { chileDate } from '../../domain/fecha'
import { useApi } from '../api/query'
import { Loaded } from '../shell/loaded'
import { Empty } from '../ui/notice'
import { Alerta } from './alerta'
import { LoadCaf } from './load-caf'
import type { Stock } from './proyeccion'
import { TipoFolios } from './tipo-folios'

export function Stocks({
  administra,
  onPedir,
}: {
  administra: boolean
  /** Null: who may not ask for more. */
  onPedir: ((tipo: number) => void) | null
}) {
  const query = useApi('GET /v1/dte/folios')
  const forecasts = useApi('GET /v1/dte/folios/pronostico', { query: {} })
  const [alerta, setAlerta] = useState<Stock | null>(null)
  const hoy = chileDate(new Date())
  return (
    <div className="columna">
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="Aún no hay folios en este ambiente">
              <p>
                Cada documento lleva un folio que el SII autorizó antes.{' '}
                {onPedir
                  ? 'Pídalos con el botón de arriba, o cargue un archivo CAF.'
                  : administra
                    ? 'Descargue un archivo CAF del sitio del SII y cárguelo aquí.'
                    : 'Los pide al SII, o carga su archivo CAF, quien administra los folios.'}
              </p>
            </Empty>
          ) : (
            <ul className="lista-folios">
              {data.map((stock) => (
                <TipoFolios
                  key={stock.tipo_dte}
                  {...{ stock, hoy }}
                  pronostico={forecasts.data?.data.find(({ tipo_dte }) => tipo_dte === stock.tipo_dte)}
                  onPedir={onPedir && (() => onPedir(stock.tipo_dte))}
                  onAlerta={administra ? () => setAlerta(stock) : null}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {administra && <LoadCaf />}
      {alerta && <Alerta stock={alerta} onClose={() => setAlerta(null)} />}
    </div>
  )
}
