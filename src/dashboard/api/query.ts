// How a screen reads and writes: a route of the API as a query or as a mutation, with one rule for errors and repetitions.

import {
  QueryClient as Client,
  keepPreviousData,
  type QueryClient,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import { type ApiRoute, type Args, api, type ReplyOf } from './client'
import { Fault } from './fault'
import { claveOf } from './keys'

export const createQueryClient = (): QueryClient =>
  new Client({
    defaultOptions: {
      queries: {
        // Events say when something is old; a screen that comes back within this time need not ask.
        staleTime: 5000,
        gcTime: 300_000,
        // A read that no one answered, or that the server could not do, is tried twice more.
        retry: (failures, fault) => failures < 2 && mayPass(fault),
        retryDelay: (attempt) => 500 * 2 ** attempt,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })

const mayPass = (fault: unknown): boolean =>
  fault instanceof Fault && (fault.code === 'SIN_RESPUESTA' || fault.code === 'SERVER_BUSY')

type Lectura = Extract<ApiRoute, `GET ${string}`>

interface OpcionesLectura<T = unknown> {
  /** False asks nothing yet. */
  activa?: boolean
  /** Keeps showing the last answer while one with other parameters is fetched: `isPlaceholderData` tells, rows are dimmed. */
  conservar?: boolean
  /** Milliseconds between questions, by the last answer if need be; false asks once. */
  cada?: number | false | ((answer: T | undefined) => number | false)
}

/** Reads a route; asked again when an event makes it old (`stale.ts`). */
export function useApi<R extends Lectura>(
  route: R,
  request?: Args<R>[0],
  { activa = true, conservar = false, cada = false }: OpcionesLectura<ReplyOf<R>> = {},
): UseQueryResult<ReplyOf<R>, Fault> {
  return useQuery<ReplyOf<R>, Fault>({
    queryKey: claveOf(route, request),
    queryFn: ({ signal }) => api(route, ...([{ ...request, signal }] as unknown as Args<R>)),
    enabled: activa,
    refetchInterval: typeof cada === 'function' ? ({ state }) => cada(state.data) : cada,
    ...(conservar && { placeholderData: keepPreviousData }),
  })
}

/** The same of what may not be there: null then, an answer as any other, which stays in sight while it is asked again. */
export function useApiOrNull<R extends Lectura>(
  route: R,
  request?: Args<R>[0],
  { activa = true, cada = false }: OpcionesLectura<ReplyOf<R> | null> = {},
): UseQueryResult<ReplyOf<R> | null, Fault> {
  return useQuery<ReplyOf<R> | null, Fault>({
    queryKey: [...claveOf(route, request), 'o nada'],
    queryFn: async ({ signal }) => {
      try {
        return await api(route, ...([{ ...request, signal }] as unknown as Args<R>))
      } catch (fault) {
        if (fault instanceof Fault && fault.code === 'NOT_FOUND') return null
        throw fault
      }
    },
    enabled: activa,
    refetchInterval: typeof cada === 'function' ? ({ state }) => cada(state.data) : cada,
  })
}

/**
 * Writes a route: `mutate(request)`. What it made old is named by routes and asked again. The second press of a double click comes
 * before the page knows that the first one is at work: it is the same request.
 */
export function useWrite<R extends ApiRoute>(route: R, ...envejece: readonly ApiRoute[]) {
  const invalidate = useInvalidate()
  const running = useRef(new Map<string, Promise<ReplyOf<R>>>())
  return useMutation<ReplyOf<R>, Fault, Args<R>[0]>({
    async mutationFn(request) {
      const ask = () => api(route, ...([request] as unknown as Args<R>))
      // A file has no name that tells it from another.
      if ((request as { body?: unknown } | undefined)?.body instanceof FormData) return ask()
      const name = JSON.stringify(request) ?? ''
      const asked = running.current.get(name) ?? ask()
      running.current.set(name, asked)
      try {
        return await asked
      } finally {
        running.current.delete(name)
      }
    },
    onSuccess: () => invalidate(...envejece),
  })
}

/** Marks every kept answer of these routes as old; those on the page are asked again. */
export function useInvalidate() {
  const client = useQueryClient()
  return (...routes: readonly ApiRoute[]): Promise<void> =>
    client.invalidateQueries({ predicate: ({ queryKey }) => routes.includes(queryKey[2] as ApiRoute) })
}
