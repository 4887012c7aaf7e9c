// Retrying and discarding jobs, one or several one after the other.

import { useState } from 'react'
import { api } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { useInvalidate } from '../api/query'
import type { Trabajo } from './trabajo'

export type Accion = 'reintentar' | 'descartar'

export interface Resultado {
  /** As it was before. */
  trabajo: Trabajo
  accion: Accion
  /** As it is after, or why it is as it was. */
  despues: Trabajo | null
  fault: Fault | null
}

export interface Marcha {
  accion: Accion
  hechos: number
  total: number
}

export type Act = ReturnType<typeof useAct>

export function useAct() {
  const [marcha, setMarcha] = useState<Marcha | null>(null)
  const [resultados, setResultados] = useState<readonly Resultado[]>([])
  const invalidate = useInvalidate()
  const actAll = async (accion: Accion, trabajos: readonly Trabajo[]): Promise<void> => {
    if (marcha) return
    setResultados([])
    for (const [hechos, trabajo] of trabajos.entries()) {
      setMarcha({ accion, hechos, total: trabajos.length })
      const result = await act(accion, trabajo)
      setResultados((before) => [...before, result])
    }
    setMarcha(null)
    await invalidate(
      'GET /v1/dte/emision',
      'GET /v1/dte/emision/:jobId',
      'GET /v1/documentos',
      'GET /v1/documentos/:tipo/:folio',
      'GET /v1/dte/folios',
      'GET /v1/dte/folios/huecos',
      'GET /v1/resumen',
    )
  }
  return { marcha, resultados, actAll, olvidar: () => setResultados([]) }
}

async function act(accion: Accion, trabajo: Trabajo): Promise<Resultado> {
  const params = { jobId: trabajo.id }
  try {
    const { data } =
      accion === 'reintentar'
        ? await api('POST /v1/dte/emision/:jobId/reintentar', { params })
        : await api('POST /v1/dte/emision/:jobId/descartar', { params })
    return { trabajo, accion, despues: data, fault: null }
  } catch (thrown) {
    return { trabajo, accion, despues: null, fault: toFault(thrown) }
  }
}
