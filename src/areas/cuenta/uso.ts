// What an account used of its quotas, this month and in the eleven before it (contract §17).

import type { Database } from 'better-sqlite3'
import type { Clock } from '../../domain/ambiente'
import { type EstadoCuota, periodoDe, periodosHasta, restantes } from '../../domain/plan/cuota'
import { planOf } from '../../domain/plan/planes'

const MESES = 12

export function createUso(client: Database, clock: Clock) {
  const planName = client.prepare<[string], string>('SELECT plan FROM cuenta WHERE id = ?').pluck()
  const consultas = client.prepare<[string, string], { periodo: string; operacion: string; usadas: number }>(
    'SELECT periodo, operacion, usadas FROM cuota_consulta WHERE cuenta_id = ? AND periodo >= ? ORDER BY operacion',
  )
  const emisiones = client.prepare<[string, string], { periodo: string; usadas: number }>(
    'SELECT periodo, usadas FROM cuota_emision WHERE cuenta_id = ? AND periodo >= ?',
  )

  return (cuentaId: string) => {
    const periodo = periodoDe(clock())
    const periodos = periodosHasta(periodo, MESES)
    const asked = consultas.all(cuentaId, periodos.at(-1)!)
    const issued = new Map(emisiones.all(cuentaId, periodos.at(-1)!).map((row) => [row.periodo, row.usadas]))
    const historial = periodos.map((of) => ({
      periodo: of,
      consultas: asked.reduce((sum, row) => sum + (row.periodo === of ? row.usadas : 0), 0),
      emisiones: issued.get(of) ?? 0,
    }))
    const plan = planOf(planName.get(cuentaId)!)
    const uso = (usadas: number, limite: number | null) => {
      const estado: EstadoCuota = { cuentaId, periodo, usadas, limite }
      return { usadas, limite, restantes: restantes(estado) }
    }
    const now = asked.filter((row) => row.periodo === periodo)
    return {
      periodo,
      consultas: {
        ...uso(historial[0]!.consultas, plan.consultas),
        por_operacion: Object.fromEntries(now.map(({ operacion, usadas }) => [operacion, usadas])),
      },
      emisiones: uso(historial[0]!.emisiones, plan.emisiones),
      historial,
    }
  }
}
