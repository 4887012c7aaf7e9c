// A state as icon, word and tone: never by colour alone (dashboard §8).

export type Tone = 'bien' | 'aviso' | 'mal' | 'espera' | 'neutro'

export function Status({ tone, icon, children }: { tone: Tone; icon: string; children: string }) {
  return (
    <span className={`estado tono-${tone}`}>
      <span className="icono" aria-hidden="true">
        {icon}
      </span>
      {children}
    </span>
  )
}

/** A state as a table names it. */
export type Word = readonly [icon: string, word: string, tone: Tone]

export const StatusWord = ({ of: [icon, word, tone] }: { of: Word }) => (
  <Status tone={tone} icon={icon}>
    {word}
  </Status>
)

const SII: Record<string, Word> = {
  no_enviado: ['○', 'Por enviar', 'neutro'],
  enviado: ['◐', 'En el SII', 'espera'],
  en_proceso: ['◐', 'En el SII', 'espera'],
  no_consultado: ['○', 'Sin consultar', 'neutro'],
  aceptado: ['✓', 'Aceptado', 'bien'],
  aceptado_con_reparos: ['!', 'Con reparos', 'aviso'],
  rechazado: ['✕', 'Rechazado', 'mal'],
}

/** The SII's state of a document: `estado_sii`. */
export const SiiStatus = ({ estado }: { estado: string }) => (
  <StatusWord of={SII[estado] ?? ['?', estado, 'neutro']} />
)
