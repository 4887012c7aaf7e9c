// The form begins with a draft that the company shares. A draft of another type opens in the form of its own.

import { useEffect, useState } from 'react'
import { Redirect } from 'wouter'
import type { TipoDte } from '../../domain/dte/tipos'
import { api } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { Loaded } from '../shell/loaded'
import { LinkButton } from '../ui/button'
import { Empty } from '../ui/notice'
import { Skeleton } from '../ui/skeleton'
import type { Start } from './emission-form'
import type { Form } from './form'
import { formOfDraft, tipoOf } from './from-draft'
import { fetchProducts } from './products'
import { type Borrador, changedWords } from './shared-draft'
import { startOf } from './start'

export function FromShared({
  id,
  tipo,
  onStart,
}: {
  id: string
  tipo: TipoDte
  onStart: (start: Start) => void
}) {
  const query = useApi('GET /v1/borradores/:id', { params: { id } })
  return (
    <Loaded query={query} missing="Ese borrador" list={['/borradores', 'Borradores']}>
      {({ data }) => {
        if (query.isFetching) return <Skeleton />
        const own = tipoOf(data.solicitud)
        if (data.estado !== 'abierto')
          return (
            <Empty title={changedWords(data)}>
              <LinkButton href={`/borradores/${id}`}>Ver el borrador</LinkButton>
            </Empty>
          )
        if (own !== null && own !== tipo) return <Redirect to={`/emitir/${own}?borrador=${id}`} replace />
        return <Go borrador={data} tipo={tipo} onStart={onStart} />
      }}
    </Loaded>
  )
}

/** With the items of the catalogue that its lines name, and whether the document of a note is one of ours. */
function Go({
  borrador,
  tipo,
  onStart,
}: {
  borrador: Borrador
  tipo: TipoDte
  onStart: (start: Start) => void
}) {
  const { puede } = useSesion()
  const [begun] = useState(() => formOfDraft(borrador.solicitud, tipo))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what the draft said when it was opened
  useEffect(() => {
    let gone = false
    const { form, perdido } = begun
    const { id, version } = borrador
    const whole = async (): Promise<Form> => ({
      ...form,
      borrador: { id, version },
      lineas: puede('catalogo:leer') ? await fetchProducts(form.lineas) : form.lineas,
      nota: form.nota && { ...form.nota, ajena: puede('dte:leer') ? await isForeign(form.nota) : true },
    })
    void whole().then((ready) => gone || onStart(startOf(ready, perdido)))
    return () => {
      gone = true
    }
  }, [])
  return <Skeleton />
}

const isForeign = async ({ tipo, folio }: { tipo: number; folio: number }): Promise<boolean> => {
  try {
    await api('GET /v1/documentos/:tipo/:folio', { params: { tipo: String(tipo), folio: String(folio) } })
    return false
  } catch (thrown) {
    const { code }: Fault = toFault(thrown)
    return code === 'NOT_FOUND'
  }
}
