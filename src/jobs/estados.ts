// The states of a job and the ways between them (http §7.1), as one table: the code that moves a job and the diagram of
// the documentation both read it.

export const ESTADOS = [
  'reserved',
  'pending',
  'scheduled',
  'processing',
  'completed',
  'failed',
  'dlq',
  'discarded',
] as const
export type Estado = (typeof ESTADOS)[number]

/** The meaning of each state, for clients that poll. */
export const SIGNIFICADO_ESTADO: Readonly<Record<Estado, string>> = {
  reserved: 'dentro de la transacción que lo acepta; nadie alcanza a verlo',
  pending: 'en cola, o a la espera de otro intento',
  scheduled: 'espera su hora',
  processing: 'en curso',
  completed: 'el SII recibió el documento; el veredicto es `estado_sii`',
  failed: 'falló y espera a una persona',
  dlq: 'se agotaron los intentos y espera a una persona',
  discarded: 'descartado',
}

/** One way between two states; `from` is null where a job begins. `when` is Spanish, for the diagram. */
interface Transicion {
  from: Estado | null
  to: Estado
  when: string
}

// A job that only waits for its next attempt is `pending`: a poller takes any state but pending and processing for an end.
export const TRANSICIONES: readonly Transicion[] = [
  { from: null, to: 'reserved', when: 'dentro de la transacción que lo acepta' },
  { from: 'reserved', to: 'pending', when: 'la transacción queda en disco' },
  { from: null, to: 'scheduled', when: 'programar_para en el futuro' },
  { from: 'scheduled', to: 'pending', when: 'llegó su hora, se toma el folio' },
  { from: 'scheduled', to: 'failed', when: 'llegó su hora, sin folio o contra una regla' },
  { from: 'pending', to: 'processing', when: 'un lote lo arrienda' },
  { from: 'processing', to: 'pending', when: 'falla temporal, espera su próximo intento' },
  { from: 'processing', to: 'pending', when: 'arriendo vencido o proceso caído' },
  { from: 'processing', to: 'completed', when: 'el SII dio un Track ID' },
  { from: 'processing', to: 'failed', when: 'falla permanente' },
  { from: 'processing', to: 'dlq', when: 'se agotaron los intentos' },
  { from: 'pending', to: 'failed', when: 'se descarta mientras espera otro intento' },
  { from: 'failed', to: 'pending', when: 'se pide reintentar' },
  { from: 'dlq', to: 'pending', when: 'se pide reintentar' },
  { from: 'failed', to: 'discarded', when: 'se descarta' },
  { from: 'dlq', to: 'discarded', when: 'se descarta' },
  { from: 'scheduled', to: 'discarded', when: 'se descarta' },
]

/** Whether the table has a way from one state to the other. */
export const canTransition = (from: Estado | null, to: Estado): boolean =>
  TRANSICIONES.some((way) => way.from === from && way.to === to)

/** The table as the text of a mermaid diagram, which jobs §9 shows. */
export function stateDiagram(): string {
  const ways = TRANSICIONES.map(({ from, to, when }) => `  ${from ?? '[*]'} --> ${to}: ${when}`)
  const ends = ESTADOS.filter((estado) => !TRANSICIONES.some(({ from }) => from === estado))
  return ['stateDiagram-v2', ...ways, ...ends.map((estado) => `  ${estado} --> [*]`), ''].join('\n')
}
