// `timbre documentos`: the list of issued documents, by the filters of the API.

import type { listadoQuery } from '../areas/documentos'
import { API_FLAGS, API_USAGE, openApi } from './api-client'
import { type Comando, type Flags, text } from './comando'
import { table } from './demo-tabla'
import { EXIT } from './exit-status'

/** Filters of the API by their flag. */
const FILTROS: Record<string, keyof typeof listadoQuery> = {
  q: 'q',
  tipo: 'tipo_dte',
  folio: 'folio',
  rut: 'rut',
  desde: 'fecha_desde',
  hasta: 'fecha_hasta',
  periodo: 'periodo',
  'monto-min': 'monto_min',
  'monto-max': 'monto_max',
  estado: 'estado',
  'estado-sii': 'estado_sii',
  'estado-acuse': 'estado_acuse',
  'con-saldo': 'con_saldo',
  'por-atender': 'por_atender',
  orden: 'orden',
  pagina: 'pagina',
  limite: 'limite',
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
  uso: `${Object.keys(FILTROS)
    .map((name) => `[--${name} ${name === 'q' ? 'TEXTO' : name.toUpperCase()}]`)
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
    for (const [flag, name] of Object.entries(FILTROS)) {
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
