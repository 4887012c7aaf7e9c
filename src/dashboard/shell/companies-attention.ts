// The matters that wait in each company: one request for the switcher and for the list of companies.

import { useApi } from '../api/query'
import { type EmpresaBreve, useSesion } from '../api/sesion'
import { type Asunto, avisoDe } from './asuntos'

/** By the id of a company, the most urgent first. */
type Attention = ReadonlyMap<string, readonly Asunto[]>

/** Not asked by who has one company only, unless `alone`, nor by who may not read what was issued. */
export function useCompaniesAttention({ alone = false } = {}) {
  const { puede, empresas } = useSesion()
  const query = useApi(
    'GET /v1/resumen',
    { query: { empresas: 'true' } },
    { activa: (alone || empresas.length > 1) && puede('dte:leer') },
  )
  const resumen = query.data?.data
  const attention: Attention = new Map(resumen?.empresas?.map(({ id, atencion }) => [id, atencion]))
  return { query, attention, days: [resumen?.desde ?? '', resumen?.hasta ?? ''] as const }
}

/** A document accepted with remarks waits for nobody: urgent matters come before it. */
const isUrgent = ({ asunto }: Asunto): boolean => asunto !== 'documentos_con_reparos'

/** Those where somebody waits: first where something is wrong, then where most waits, remarks last, else in the order given. */
export const needing = <C extends Pick<EmpresaBreve, 'id'>>(
  companies: readonly C[],
  attention: Attention,
): C[] => {
  const weight = ({ id }: C): number => {
    const asuntos = attention.get(id) ?? []
    const urgent = asuntos.filter(isUrgent)
    const bad = urgent.some((asunto) => avisoDe(asunto, ['', '']).tone === 'mal')
    return (bad ? 1000 : 0) + urgent.length + (asuntos.length > urgent.length ? 0.5 : 0)
  }
  return companies.filter(weight).sort((a, b) => weight(b) - weight(a))
}
