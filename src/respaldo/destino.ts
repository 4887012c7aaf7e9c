// A place where copies are kept: a folder, or a bucket of an S3-compatible service.

import type { AccesoS3 } from './s3'

/** The place as it is configured. */
export type Ubicacion =
  | { tipo: 'carpeta'; ruta: string }
  | { tipo: 's3'; bucket: string; prefijo: string; acceso: AccesoS3 }

export interface Objeto {
  nombre: string
  bytes: number
}

/** Methods throw RespaldoFault with what a person can do about it. */
export interface Destino {
  /** All copies there, of whichever server. */
  list(signal: AbortSignal): Promise<Objeto[]>
  /** Writes a copy, which has its name once it is whole and durable; until then there is none. */
  write(nombre: string, content: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>
  read(nombre: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>
  remove(nombre: string, signal: AbortSignal): Promise<void>
  /** Removes what is left of the copies `nombres`, whose writing was cut short. */
  sweep(nombres: readonly string[], signal: AbortSignal): Promise<void>
}

/** As a person names it; without a secret. */
export const textOf = (ubicacion: Ubicacion): string =>
  ubicacion.tipo === 'carpeta'
    ? ubicacion.ruta
    : `s3://${ubicacion.bucket}${ubicacion.prefijo && `/${ubicacion.prefijo.replace(/\/$/, '')}`}`
