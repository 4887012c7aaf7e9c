// The acts on a set: issued, noted as declared, noted as judged (areas/certificacion §3, §4).

import { useState } from 'react'
import { isLibro } from '../../domain/certificacion/etapas'
import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { useWish } from '../api/wish'
import { FaultNotice } from '../shell/fault-notice'
import { Button, type ButtonTone } from '../ui/button'
import { ConfirmDialog, Dialog } from '../ui/dialog'
import { TextArea } from '../ui/field'
import { Form, FormActions } from '../ui/form'
import { plural } from '../ui/format'
import { Segments } from '../ui/segments'
import { type Camino, ENVEJECE, mayIssue, nameOfSet, type Pendiente, type SetCamino } from './camino'
import { DeclareSimulated, ReadSimulated } from './ensayo'
import { TakeBack } from './take-back'

interface OfSet {
  camino: Camino
  set: SetCamino
}
type Act = OfSet & { tone: ButtonTone }

export function Issue({ camino, set, tone }: Act) {
  const { puede, soloMira, ambiente } = useSesion()
  const [asking, setAsking] = useState(false)
  const wish = useWish()
  const issue = useWrite('POST /v1/certificacion/:id/sets/:clase/emitir', ...ENVEJECE, 'GET /v1/documentos')
  if (!mayIssue(set) || !puede('dte:emitir') || soloMira) return null
  const again = set.intentos > 0
  const send = (): void => {
    if (issue.isPending) return
    setAsking(false)
    const params = { id: camino.id, clase: set.clase }
    const body = { ...params, intento: set.intentos }
    issue.mutate({ params, clave: wish.keyOf(body) }, { onSettled: (_, fault) => wish.settled(fault) })
  }
  const name = nameOfSet(set)
  return (
    <>
      {issue.error && <FaultNotice fault={issue.error} />}
      <div>
        <Button
          tone={tone}
          busy={issue.isPending}
          waiting="Emitiendo…"
          aria-haspopup={ambiente === 'simulacion' ? undefined : 'dialog'}
          onClick={() => (ambiente === 'simulacion' ? send() : setAsking(true))}
        >
          {again ? 'Emitir otra vez' : 'Emitir'}
          <span className="solo-lector"> el {name}</span>
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={`Emitir ${name} en certificación`}
          action="Emitir"
          danger={false}
          busy={issue.isPending}
          onConfirm={send}
          onClose={() => setAsking(false)}
        >
          <p>
            {isLibro(set.clase)
              ? 'Sube el libro al SII. No se deshace: si algo está mal, se envía otro.'
              : `Toma ${plural(set.casos, 'folio nuevo', 'folios nuevos')} y sube los documentos al SII en un solo envío. No se deshace: si algo está mal, se emite otra vez con otros folios.`}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

export function Declared({ camino, set, tone, pendiente }: Act & { pendiente: Pendiente }) {
  const { puede, soloMira, ambiente } = useSesion()
  const noted = useWrite('POST /v1/certificacion/:id/sets/:clase/declarado', ...ENVEJECE)
  if (!puede('empresa:administrar') || soloMira) return null
  const note = (): void => noted.mutate({ params: { id: camino.id, clase: set.clase }, body: {} })
  const simulado = ambiente === 'simulacion'
  return (
    <>
      {noted.error && <FaultNotice fault={noted.error} />}
      <div className="acciones">
        {simulado && <DeclareSimulated set={set} pendiente={pendiente} tone={tone} onDone={note} />}
        <Button tone={simulado ? 'normal' : tone} busy={noted.isPending} onClick={note}>
          Ya lo declaré<span className="solo-lector"> ({nameOfSet(set)})</span>
        </Button>
      </div>
    </>
  )
}

export function Verdict({ camino, set, tone }: Act) {
  const { puede, soloMira, ambiente } = useSesion()
  const [asking, setAsking] = useState(false)
  if (!puede('empresa:administrar') || soloMira) return null
  return (
    <div className="acciones">
      {ambiente === 'simulacion' && <ReadSimulated camino={camino} set={set} tone={tone} />}
      <Button aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Anotar el resultado<span className="solo-lector"> ({nameOfSet(set)})</span>
      </Button>
      <TakeBack camino={camino} set={set} />
      {asking && <VerdictDialog camino={camino} set={set} onClose={() => setAsking(false)} />}
    </div>
  )
}

/** A result that a person or a mail noted wrongly is noted anew, whatever step the road is at (areas/certificacion §4). */
export function FixVerdict({ camino, set }: OfSet) {
  const { puede, soloMira } = useSesion()
  const [asking, setAsking] = useState(false)
  const said = set.intento?.veredicto ?? null
  const open = camino.estado !== 'autorizada' && camino.estado !== 'abandonada'
  if (!said || !open || !puede('empresa:administrar') || soloMira) return null
  return (
    <div>
      <Button small aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Corregir el resultado<span className="solo-lector"> ({nameOfSet(set)})</span>
      </Button>
      {asking && <VerdictDialog camino={camino} set={set} corrects={said} onClose={() => setAsking(false)} />}
    </div>
  )
}

const RESULTADOS = [
  ['SOK', 'Correcto (SOK)'],
  ['SRH', 'Con errores (SRH)'],
] as const

type Veredicto = 'SOK' | 'SRH'
const OTRO: Readonly<Record<Veredicto, Veredicto>> = { SOK: 'SRH', SRH: 'SOK' }

/** `corrects`: the result that stands, and was wrong. */
function VerdictDialog({
  camino,
  set,
  corrects,
  onClose,
}: OfSet & { corrects?: Veredicto; onClose: () => void }) {
  const [estado, setEstado] = useState<Veredicto>(corrects ? OTRO[corrects] : 'SOK')
  const [glosa, setGlosa] = useState('')
  const judge = useWrite('POST /v1/certificacion/:id/sets/:clase/veredicto', ...ENVEJECE)
  const submit = (): void => {
    if (judge.isPending) return
    const body = { estado, ...(glosa.trim() && { glosa: glosa.trim() }) }
    judge.mutate({ params: { id: camino.id, clase: set.clase }, body }, { onSuccess: onClose })
  }
  return (
    <Dialog
      title={`${corrects ? 'Corregir el resultado' : 'Resultado'} de ${nameOfSet(set)}`}
      onClose={onClose}
    >
      <Form onSubmit={submit} fault={judge.error}>
        {corrects && (
          <p>
            {set.intento?.veredicto_origen === 'correo' ? 'Lo trajo un correo del SII' : 'Se anotó a mano'}:{' '}
            {corrects === 'SOK' ? 'correcto' : 'con errores'}. Si queda con errores, la certificación vuelve a
            la etapa del set.
          </p>
        )}
        <p>
          Lo dice el correo «Resultado de Revision del Set de Prueba», o la página del SII: REVISADO CONFORME
          es correcto. Que el SII haya aceptado el envío aún no lo es.
        </p>
        <Segments label="Resultado" options={RESULTADOS} selected={estado} onSelect={setEstado} />
        <TextArea
          label="Lo que dijo el SII"
          hint="Pegue el texto del correo: cada línea se muestra con qué la corrige."
          optional
          rows={6}
          maxLength={10_000}
          value={glosa}
          onChange={setGlosa}
          error={judge.error?.of('glosa') ?? ''}
        />
        {judge.error && <FaultNotice fault={judge.error} fields={['glosa']} />}
        <FormActions action="Anotar el resultado" busy={judge.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  )
}
