// The problems of the copies of the server, as its screen and the summary call them.

import type { DataOf } from '../api/client'

type Motivo = DataOf<'GET /v1/respaldos'>['problemas'][number]['motivo']

export const MOTIVO: Record<Motivo, string> = {
  fallido: 'Las copias fallan',
  atrasado: 'Falta la última copia',
  ensayo_fallido: 'El ensayo de una copia falló',
  ensayo_atrasado: 'Ninguna copia se ha ensayado',
}
