// How a command ends, for who calls it from a program: one table, told by the help (http §23).

export const EXIT = { done: 0, failed: 1, usage: 2, rejected: 3, unknown: 4 } as const

export type ExitStatus = (typeof EXIT)[keyof typeof EXIT]

/** Their meanings, in Spanish. */
export const EXIT_MEANINGS: Record<ExitStatus, string> = {
  [EXIT.done]: 'todo salió bien; con --esperar, el SII aceptó el documento, con o sin reparos',
  [EXIT.failed]: 'algo falló, y el mensaje dice qué',
  [EXIT.usage]: 'la línea de comando está mal escrita',
  [EXIT.rejected]: 'con --esperar, el SII rechazó el documento',
  [EXIT.unknown]:
    'aún no se sabe: con --esperar, el veredicto del SII; en emitir, si el servidor recibió el documento, y repetir la misma orden es seguro',
}
