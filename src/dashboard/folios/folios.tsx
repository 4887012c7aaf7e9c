// `/folios`: what is left of each type, how far it reaches, and the ways to more.

import { useState } from 'react'
import { chileDate } from '../../domain/fecha'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { Loaded } from '../shell/loaded'
import { Page } from '../shell/page'
import { Button } from '../ui/button'
import { Empty } from '../ui/notice'
import { Alerta } from './alerta'
import { Huecos } from './huecos'
import { LoadCaf } from './load-caf'
import type { Stock } from './proyeccion'
import { RequestFolios } from './request-folios'
import { TipoFolios } from './tipo-folios'

type Abierto = { que: 'pedir'; tipo: number | null } | { que: 'alerta'; stock: Stock } | null

export default function Folios() {
  const { ambiente, puede } = useSesion()
  const query = useApi('GET /v1/dte/folios')
  const [open, setOpen] = useState<Abierto>(null)
  const administra = puede('folios:administrar')
  // Elsewhere the SII gives folios to a person at its site alone.
  const pide = administra && ambiente === 'simulacion'
  const hoy = chileDate(new Date())
  const close = (): void => setOpen(null)
  const all = query.data?.data ?? []
  return (
    <Page
      title="Folios"
      actions={
        pide && (
          <Button tone="primario" onClick={() => setOpen({ que: 'pedir', tipo: null })}>
            Pedir folios
          </Button>
        )
      }
    >
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="Aún no hay folios en este ambiente">
              <p>
                Cada documento lleva un folio que el SII autorizó antes.{' '}
                {pide
                  ? 'Pídalos con el botón de arriba, o cargue un archivo CAF.'
                  : 'Descargue un archivo CAF del sitio del SII y cárguelo aquí.'}
              </p>
            </Empty>
          ) : (
            <ul className="lista-folios">
              {data.map((stock) => (
                <TipoFolios
                  key={stock.tipo_dte}
                  {...{ stock, hoy }}
                  onPedir={pide ? () => setOpen({ que: 'pedir', tipo: stock.tipo_dte }) : null}
                  onAlerta={administra ? () => setOpen({ que: 'alerta', stock }) : null}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {administra && <LoadCaf />}
      <Huecos />
      {open?.que === 'pedir' && <RequestFolios stocks={all} tipo={open.tipo} hoy={hoy} onClose={close} />}
      {open?.que === 'alerta' && (
        <Alerta stock={open.stock} repone={ambiente === 'simulacion'} onClose={close} />
      )}
    </Page>
  )
}
