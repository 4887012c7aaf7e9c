// The simulated SII's pages of a certification, pressed from here: in `simulacion` there is no site where a person would (simulator §23).

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { CLASES_SET } from '../../domain/certificacion/set'
import { api } from '../api/client'
import { Fault, toFault } from '../api/fault'
import { useInvalidate, useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { Button, type ButtonTone } from '../ui/button'
import { CheckList } from '../ui/check-list'
import { Notice } from '../ui/notice'
import { type Alcance, type Camino, ENVEJECE, nameOfSet, type Pendiente, type SetCamino } from './camino'
import { NOMBRE_CLASE, resultOf } from './revisor'

const CHOICES = CLASES_SET.filter((clase) => clase !== 'boleta').map((id) => ({
  id,
  label: NOMBRE_CLASE[id],
}))

/** A text as the SII's site would give it, handed on as the file that a person would choose. */
export function AskSet({
  alcance,
  busy,
  onFile,
}: {
  alcance: Alcance
  busy: boolean
  onFile: (file: File) => void
}) {
  const [sets, setSets] = useState<(typeof CLASES_SET)[number][]>(
    alcance === 'boleta' ? ['boleta'] : ['basico'],
  )
  const ask = useMutation<void, Fault>({
    async mutationFn() {
      const text: unknown = await api('POST /simulador/certificacion/sets', { query: {}, body: { sets } })
      if (!(text instanceof Blob)) throw toFault(text)
      onFile(new File([text], 'SIISetDePruebas.txt', { type: 'text/plain' }))
    },
  })
  return (
    <>
      {alcance === 'factura' && (
        <>
          <p>Marque los de lo que la empresa va a emitir. Para ensayar basta el básico.</p>
          <CheckList legend="Sets del ensayo" choices={CHOICES} selected={sets} onChange={setSets} />
        </>
      )}
      {ask.error && <FaultNotice fault={ask.error} />}
      <div>
        <Button tone="primario" busy={ask.isPending || busy} onClick={() => sets.length && ask.mutate()}>
          Pedir un set de ensayo al SII simulado
        </Button>
      </div>
    </>
  )
}

export function DeclareSimulated({
  set,
  pendiente,
  tone,
  onDone,
}: {
  set: SetCamino
  pendiente: Pendiente
  tone: ButtonTone
  onDone: () => void
}) {
  const { track_id = '', fecha = '' } = pendiente.datos
  const declare = useMutation<void, Fault>({
    async mutationFn() {
      if (set.clase === 'simulacion') await moveOn('factura')
      const body = { clase: set.clase, track_id, fecha }
      await api('POST /simulador/certificacion/avance', { query: {}, body })
    },
    onSuccess: onDone,
  })
  return (
    <>
      {declare.error && <FaultNotice fault={declare.error} />}
      <Button tone={tone} busy={declare.isPending} onClick={() => declare.mutate()}>
        Declararlo en el SII simulado<span className="solo-lector"> ({nameOfSet(set)})</span>
      </Button>
    </>
  )
}

/** Reads the state page of the simulated SII and notes what it says. */
export function ReadSimulated({ camino, set, tone }: { camino: Camino; set: SetCamino; tone: ButtonTone }) {
  const [waits, setWaits] = useState<'revisa' | 'sin_declarar' | null>(null)
  const invalidate = useInvalidate()
  const read = useMutation<void, Fault>({
    async mutationFn() {
      const { data } = await api('GET /simulador/certificacion/avance', { query: {} })
      const estado = resultOf(data, set)
      setWaits(estado === 'sin_declarar' ? estado : estado === null ? 'revisa' : null)
      if (estado === null || estado === 'sin_declarar') return
      const params = { id: camino.id, clase: set.clase }
      const glosa = estado === 'SRH' ? await whyRefused(set) : ''
      await api('POST /v1/certificacion/:id/sets/:clase/veredicto', {
        params,
        body: { estado, ...(glosa && { glosa }) },
      })
    },
    onSettled: () => invalidate(...ENVEJECE),
  })
  return (
    <>
      <Button tone={tone} busy={read.isPending} onClick={() => read.mutate()}>
        Leer el resultado en el SII simulado<span className="solo-lector"> ({nameOfSet(set)})</span>
      </Button>
      {waits === 'revisa' && (
        <Notice tone="espera">
          <p>El SII simulado aún lo revisa: tarda un minuto y medio desde que se declara.</p>
        </Notice>
      )}
      {waits === 'sin_declarar' && (
        <Notice tone="aviso" title="En el SII simulado no está declarado">
          <p>Pulse «Aún no está declarado», y después «Declararlo en el SII simulado».</p>
        </Notice>
      )}
      {read.error && <FaultNotice fault={read.error} />}
    </>
  )
}

async function whyRefused({ intento }: SetCamino): Promise<string> {
  try {
    const params = { trackId: intento?.track_id ?? '' }
    const { data } = await api('GET /simulador/certificacion/revision/:trackId', { params, query: {} })
    const bad = data.controles.filter(({ conforme }) => !conforme)
    return bad.map(({ caso, glosa }) => (caso === null ? glosa : `CASO-${caso}: ${glosa}`)).join('\n')
  } catch (thrown) {
    // The state stands without its reasons.
    if (thrown instanceof Fault) return ''
    throw thrown
  }
}

/** The simulated site goes on to its next step, unless it stands there already or something lacks. */
export async function moveOn(alcance: Alcance): Promise<void> {
  try {
    await api('POST /simulador/certificacion/siguiente', { query: {}, body: { alcance } })
  } catch (thrown) {
    // The act that follows says what lacks.
    if (!(thrown instanceof Fault && thrown.code === 'INVALID_STATE')) throw thrown
  }
}

export function NextSimulated({ alcance, tone }: { alcance: Alcance; tone: ButtonTone }) {
  const next = useWrite('POST /simulador/certificacion/siguiente', ...ENVEJECE)
  return (
    <>
      {next.error && <FaultNotice fault={next.error} />}
      {next.data && (
        <Notice tone="bien">
          <p>{next.data.data.mensaje}. Siga con el paso que viene.</p>
        </Notice>
      )}
      {!next.data && (
        <div>
          <Button
            tone={tone}
            busy={next.isPending}
            onClick={() => next.mutate({ query: {}, body: { alcance } })}
          >
            Avanzar al siguiente paso en el SII simulado
          </Button>
        </div>
      )}
    </>
  )
}

/** The representative's declaration at the simulated site. */
export function DeclarationSimulated({ alcance }: { alcance: Alcance }) {
  const declare = useMutation<string, Fault>({
    async mutationFn() {
      await moveOn(alcance)
      const { data } = await api('POST /simulador/certificacion/declaracion', {
        query: {},
        body: { alcance },
      })
      return data.mensaje
    },
  })
  return (
    <>
      {declare.error && <FaultNotice fault={declare.error} />}
      {declare.data && (
        <Notice tone="bien">
          <p>{declare.data}. Anótelo aquí.</p>
        </Notice>
      )}
      <div>
        <Button busy={declare.isPending} onClick={() => declare.mutate()}>
          Declarar en el SII simulado
        </Button>
      </div>
    </>
  )
}
