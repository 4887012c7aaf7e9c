// The answer for a file that was not read: nothing proposed, and why.

import { type EstadoCuenta, type Extraccion, PROPUESTA_VACIA } from './tipos'

export const unread = (motivo: string, paginas: number | null = null): Extraccion => ({
  metodo: 'sin_extraer',
  paginas,
  propuesta: PROPUESTA_VACIA,
  camposDudosos: [],
  texto: null,
  motivo,
})

export const unreadEstado = (motivo: string, paginas: number | null = null): EstadoCuenta => ({
  formato: 'desconocido',
  tarjeta: null,
  paginas,
  filas: [],
  ilegibles: [],
  motivo,
})
