// `--json`: one value on standard output, whatever becomes of the command; words go to standard error.

import type { ParseArgsConfig } from 'node:util'
import { AppError } from '../domain/errors'
import { Refusal } from './api-client'
import type { Comando, Io } from './comando'

const JSON_FLAG = { json: { type: 'boolean' } } as const

/** The flags that a command line may have. */
export const flagsOf = ({ flags, sinJson }: Comando): NonNullable<ParseArgsConfig['options']> =>
  sinJson === undefined ? { ...flags, ...JSON_FLAG } : flags

interface JsonAnswer {
  /** For the command, in the place of the process's. */
  io: Io
  /** Prints the value; `fault` is why the command failed, where it threw. */
  end(fault?: Error): void
}

/** Lines of `out` stay unsaid beside a value. A command without one tells those: they are what it has to say. */
export function answerJson(io: Io): JsonAnswer {
  const lineas: string[] = []
  let told: { value: unknown } | null = null
  return {
    io: {
      ...io,
      out: (line) => void lineas.push(line),
      result(value) {
        told = { value }
      },
    },
    end(fault) {
      const value = fault ? faultJson(fault) : told ? told.value : { lineas }
      io.out(JSON.stringify(value))
    },
  }
}

/** As the API says it, but for the envelope. */
const faultJson = (fault: Error) => ({
  error: fault.message,
  ...((fault instanceof AppError || fault instanceof Refusal) && {
    code: fault.code,
    ...(fault.detalles !== undefined && { detalles: fault.detalles }),
  }),
})
