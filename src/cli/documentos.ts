// `timbre documentos`: the list of issued documents, by the filters of the API.

import type { listadoQuery } from '../areas/documentos'
import { API_FLAGS, API_USAGE, openApi } from './api-client'
import { type Comando, type Flags, text } from './comando'
import { table } from './demo-tabla'
import { EXIT } from './exit-status'

/** Filters of the API by their flag, with the form of their value. */
const FILTROS: Record<string, [name: keyof typeof listadoQuery, form: string]> = {
  q: ['q', 'TEXTO'],
  tipo: ['tipo_dte', 'TIPO'],
  folio: ['folio', 'FOLIO'],
  rut: ['rut', 'RUT'],
  desde: ['fecha_desde', 'FECHA'],
  hasta: ['fecha_hasta', 'FECHA'],
  periodo: ['periodo', 'AAAAMM'],
  'monto-min': ['monto_min', 'PESOS'],
  'monto-max': ['monto_max', 'PESOS'],
  estado: ['estado', 'ESTADO'],
  'estado-sii': ['estado_sii', 'ESTADO'],
  'estado-acuse': ['estado_acuse', 'ESTADO'],
  'con-saldo': ['con_saldo', 'true|false'],
  'por-atender': ['por_atender', 'true|false'],
  orden: ['orden', 'CAMPOS'],
  pagina: ['pagina', 'N'],
  limite: ['limite', 'N'],
}

interface Fila {
  tipo_dte: number
  folio: number
  fecha_emision: string
  rut_receptor: string
  razon_social_receptor: string | null
  monto_total: number
  estado_sii: string
}

interface Listado {
  data: Fila[]
  paginacion: { total: number; pagina: number; paginas: number }
}

export const documentos: Comando = {
  nombre: 'documentos',
  uso: `${Object.entries(FILTROS)
    .map(([flag, [, form]]) => `[--${flag} ${form}]`)
    .join(' ')} ${API_USAGE}`,
  resumen:
    'muestra los documentos emitidos, con los filtros de GET /v1/documentos; una página, la primera si no se dice',
  flags: {
    ...API_FLAGS,
    ...(Object.fromEntries(Object.keys(FILTROS).map((name) => [name, { type: 'string' }])) as Flags),
  },
  words: [0, 0],
  async run(args, io) {
    const query = new URLSearchParams()
    for (const [flag, [name]] of Object.entries(FILTROS)) {
      const value = text(args, flag)
      if (value !== undefined) query.set(name, value)
    }
    const { data, paginacion } = (await openApi(args, io).get<Listado>(`/v1/documentos?${query}`)).body
    const rows = data.map((one) => [
      ...[String(one.tipo_dte), String(one.folio), one.fecha_emision, one.rut_receptor],
      ...[one.razon_social_receptor ?? '', `$${one.monto_total.toLocaleString('es-CL')}`, one.estado_sii],
    ])
    if (rows.length)
      for (const line of table(['Tipo', 'Folio', 'Fecha', 'RUT', 'Receptor', 'Total', 'SII'], rows))
        io.out(line)
    const { total, pagina, paginas } = paginacion
    io.err(total === 0 ? 'No hay documentos así' : `Son ${total}; página ${pagina} de ${paginas}`)
    io.result({ documentos: data, paginacion })
    return EXIT.done
  },
}
