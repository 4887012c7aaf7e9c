// The matters that wait for a person of the company, shown on every page. Asked once the first view stands:
// it takes no request from it.

import { useEffect, useState } from 'react'
import { chileDate } from '../../domain/fecha'
import type { DataOf } from '../api/client'
import { useApi } from '../api/query'
import { usePolling } from './connection'

const AFTER_MS = 1000
const EVERY_MS = 30_000

/** One request for all who ask; undefined until it was answered. */
export function useAttention(): DataOf<'GET /v1/resumen'> | undefined {
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const cada = usePolling(EVERY_MS)
  const hoy = chileDate(new Date())
  return useApi('GET /v1/resumen', { query: { desde: hoy, hasta: hoy } }, { activa: due, cada }).data?.data
}
