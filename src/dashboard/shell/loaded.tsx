// The states of what a screen reads: its own skeleton, the fault with a way to ask again, the thing that is not there, and the data.

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Fault } from '../api/fault'
import { CONDUCTA } from '../api/faults'
import { Skeleton } from '../ui/skeleton'
import { FaultNotice } from './fault-notice'
import { type List, Missing } from './page'

/** `children` get the whole body of the answer. A fault beside data that is there leaves the data in sight. */
export function Loaded<T>({
  query,
  skeleton,
  missing,
  list,
  children,
}: {
  query: UseQueryResult<T, Fault>
  skeleton?: ReactNode
  /** The subject of the message when it does not exist: `El documento 33 N° 12`. */
  missing?: string
  /** Then the way goes back there, else to Resumen. */
  list?: List
  children: (answer: T) => ReactNode
}) {
  const { data, error, refetch } = query
  if (error && missing !== undefined && CONDUCTA[error.code].trato === 'no_existe')
    return <Missing what={missing} list={list} />
  return (
    <>
      {error && <FaultNotice fault={error} onRetry={() => void refetch()} />}
      {data !== undefined ? children(data) : !error && (skeleton ?? <Skeleton />)}
    </>
  )
}
