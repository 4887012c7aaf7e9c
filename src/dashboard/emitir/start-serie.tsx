// The form begins with the request of a series, or with that of one of its dates (areas/recurrentes §1, §3).

import { useEffect, useState } from 'react'
import { Redirect } from 'wouter'
import type { TipoDte } from '../../domain/dte/tipos'
import { type Fault, toFault } from '../api/fault'
import { useApi } from '../api/query'
import type { Serie } from '../api/routes.gen'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Loaded } from '../shell/loaded'
import { Skeleton } from '../ui/skeleton'
import type { Start } from './emission-form'
import { formOfDraft, tipoOf } from './from-draft'
import { readOfSerie } from './of-serie'
import { fetchProducts } from './products'
import { startOf } from './start'

interface Props {
  tipo: TipoDte
  /** One date alone. */
  fecha: string | null
  onStart: (start: Start) => void
}

export function FromSerie({ id, tipo, fecha, onStart }: Props & { id: string }) {
  const query = useApi('GET /v1/recurrentes/:id', { params: { id } })
  return (
    <Loaded query={query} missing="Esa serie" list={['/recurrentes', 'Series']}>
      {({ data }) => {
        if (query.isFetching) return <Skeleton />
        const own = tipoOf(data.solicitud)
        if (own !== null && own !== tipo) {
          const of = fecha === null ? '' : `&fecha=${fecha}`
          return <Redirect to={`/emitir/${own}?serie=${id}${of}`} replace />
        }
        return <Go serie={data} {...{ tipo, fecha, onStart }} />
      }}
    </Loaded>
  )
}

function Go({ serie, tipo, fecha, onStart }: Props & { serie: Serie }) {
  const { puede } = useSesion()
  const [fault, setFault] = useState<Fault | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what the series said when it was opened
  useEffect(() => {
    let gone = false
    const whole = async (): Promise<Start> => {
      const found = await readOfSerie(serie, fecha)
      const { form, perdido } = formOfDraft(found.solicitud, tipo)
      const lineas = puede('catalogo:leer') ? await fetchProducts(form.lineas) : form.lineas
      return startOf({ ...form, lineas, serie: found.serie }, perdido)
    }
    whole().then(
      (start) => gone || onStart(start),
      (thrown) => gone || setFault(toFault(thrown)),
    )
    return () => {
      gone = true
    }
  }, [])
  return fault ? <FaultNotice fault={fault} /> : <Skeleton />
}
