// The table of contents of the manual: its parts, and the pages of each by the name that they have in addresses. Data alone, because the
// dashboard knows its targets by the type of it.

export const PARTES = [
  { nombre: 'Emitir y cobrar', paginas: ['emitir-factura', 'folios-y-certificado', 'rechazo'] },
  { nombre: 'Su acceso', paginas: ['segundo-factor'] },
  { nombre: 'Por la API', paginas: ['api-primera-factura', 'errores', 'codigos-del-sii'] },
  { nombre: 'Operar el servidor', paginas: ['variables', 'comandos', 'codigos-de-salida'] },
] as const

export type Pagina = (typeof PARTES)[number]['paginas'][number]
