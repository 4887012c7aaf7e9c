// `timbre folios listar`: what is left of each type, as the server has it.

import { filaDe } from '../domain/dte/tipos'
import { openApi } from './api-client'
import type { Argumentos, Io } from './comando'
import { table } from './demo-tabla'
import { EXIT, type ExitStatus } from './exit-status'

interface Existencias {
  tipo_dte: number
  disponibles: number
  siguiente: number | null
}

/** Resolves to the exit status. */
export async function listFolios(args: Argumentos, io: Io): Promise<ExitStatus> {
  const { data } = (await openApi(args, io).get<{ data: Existencias[] }>('/v1/dte/folios?limite=100')).body
  const rows = data.map((one) => [
    ...[
      String(one.tipo_dte),
      filaDe(one.tipo_dte)?.nombre ?? '',
      String(one.disponibles),
      String(one.siguiente ?? ''),
    ],
  ])
  if (rows.length)
    for (const line of table(['Tipo', 'Nombre', 'Disponibles', 'Siguiente'], rows)) io.out(line)
  else io.err('La empresa no tiene folios')
  io.result(data)
  return EXIT.done
}
