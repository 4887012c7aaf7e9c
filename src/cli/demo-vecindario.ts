// The neighbours of `timbre demo`, after its own documents: three months of theirs, two months of the
// register with linked notes, and a claim (simulator §21, domain/rcv §5).

import { addMonths } from '../domain/fecha'
import type { Io } from './comando'
import type { Cliente } from './demo-cliente'
import { table } from './demo-tabla'

interface Compra {
  tipo_dte: number
  folio: number
  rut_contraparte: string
  razon_social: string | null
  monto_total: number
}

interface Sincronizado {
  compras: { documentos: number }
  ventas: { documentos: number }
  vinculaciones_creadas: number
}

interface Periodo {
  periodo: string
  compras: number
  ventas: number
  notas_vinculadas: number
}

interface Vecindario {
  vecinos: number
  periodos: Periodo[]
  reclamada: { rut_emisor: string; tipo_dte: number; folio: number } | null
}

/** Seeds the neighbourhood and reads the month of `hoy` and the one before; claims one purchase that waits. */
export async function showVecindario(api: Cliente, hoy: string, io: Io): Promise<Vecindario> {
  const { vecinos } = await api.call<{ vecinos: number }>('POST', '/simulador/vecindario', {})
  io.out(`\nVecindario: ${vecinos} vecinos con tres meses de compras y ventas en el SII simulado`)
  const periodos: Periodo[] = []
  const pendientes: Compra[] = []
  for (const dia of [addMonths(hoy, -1), hoy]) {
    const periodo = dia.slice(0, 7).replace('-', '')
    const { compras, ventas, vinculaciones_creadas } = await api.callToEnd<Sincronizado>(
      'POST',
      `/v1/rcv/${periodo}/sync`,
      {},
    )
    periodos.push({
      periodo,
      compras: compras.documentos,
      ventas: ventas.documentos,
      notas_vinculadas: vinculaciones_creadas,
    })
    const { documentos } = await api.call<{ documentos: Compra[] }>(
      'GET',
      `/v1/rcv/${periodo}?tipo=compra&estado=PENDIENTE`,
    )
    pendientes.push(...documentos)
  }
  const rows = periodos.map((one) => Object.values(one).map(String))
  for (const line of table(['Período', 'Compras', 'Ventas', 'Notas vinculadas'], rows)) io.out(line)
  const [compra] = pendientes
  if (!compra) return { vecinos, periodos, reclamada: null }
  const { rut_contraparte, tipo_dte, folio, razon_social } = compra
  const reclamada = { rut_emisor: rut_contraparte, tipo_dte, folio }
  await api.callToEnd('POST', '/v1/dte/acuse', { ...reclamada, accion: 'RCD' })
  io.out(`Reclamada por su contenido la factura ${folio} de ${razon_social ?? rut_contraparte}`)
  return { vecinos, periodos, reclamada }
}
