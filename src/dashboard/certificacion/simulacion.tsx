// The simulación: documents like the company's own, of each type it certifies, in one envelope (areas/certificacion §3).

import { useState } from 'react'
import { SIMULACION_MAX, SIMULACION_MIN } from '../../domain/certificacion/build-simulacion'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Button, type ButtonTone } from '../ui/button'
import { TextField } from '../ui/field'
import { Form } from '../ui/form'
import { plural } from '../ui/format'
import { parseCount } from '../ui/parse'
import { Segments } from '../ui/segments'
import { shortName } from '../ui/tipo'
import { AskFolios } from './ask-folios'
import { type Camino, simulacionLack, simulacionSize } from './camino'
import { ConfirmSimulacion } from './confirm-simulacion'
import { OwnDocuments } from './own-documents'
import { useSimulacion } from './use-simulacion'

interface Props {
  camino: Camino
  tone: ButtonTone
}

const ORIGENES = [
  ['timbre', 'Los hace Timbre'],
  ['propios', 'Los de la empresa, de una planilla'],
] as const

export function IssueSimulacion({ camino, tone }: Props) {
  const { puede, soloMira } = useSesion()
  const [origen, setOrigen] = useState<(typeof ORIGENES)[number][0]>('timbre')
  if (!puede('dte:emitir') || soloMira) return null
  return (
    <>
      <Segments
        label="De dónde salen los documentos"
        options={ORIGENES}
        selected={origen}
        onSelect={setOrigen}
      />
      {origen === 'timbre' ? (
        <MadeDocuments camino={camino} tone={tone} />
      ) : (
        <OwnDocuments camino={camino} tone={tone} />
      )}
    </>
  )
}

function MadeDocuments({ camino, tone }: Props) {
  const [typed, setTyped] = useState(String(SIMULACION_MIN))
  const { issue, send, asking, setAsking, simulado } = useSimulacion(camino)
  const read = parseCount(typed)
  const cantidad = read.ok && read.value >= SIMULACION_MIN && read.value <= SIMULACION_MAX ? read.value : null
  const { size, rounds } = simulacionSize(camino.sets, cantidad ?? SIMULACION_MIN)
  const lacking = simulacionLack(camino.sets, cantidad ?? SIMULACION_MIN)
  const issueThem = (): void => {
    if (cantidad !== null) send({ cantidad })
  }
  return (
    <>
      <Form
        fault={issue.error}
        onSubmit={() => {
          if (cantidad === null || lacking.length) return
          if (simulado) issueThem()
          else setAsking(true)
        }}
      >
        <p>
          Timbre los hace de los clientes y los ítems de los sets aprobados: los mismos tipos, sin nombrar el
          set. El SII pide documentos como los que la empresa emite: mejor los suyos, si los tiene.
        </p>
        <div className="grilla">
          <TextField
            label="Cuántos documentos"
            inputMode="numeric"
            value={typed}
            onChange={setTyped}
            hint={
              cantidad !== null && size > 0
                ? `Se hacen vueltas enteras de los sets: ${plural(size * rounds, 'documento')}.`
                : `Entre ${SIMULACION_MIN} y ${SIMULACION_MAX}.`
            }
            error={cantidad === null ? `El SII pide entre ${SIMULACION_MIN} y ${SIMULACION_MAX}` : undefined}
          />
        </div>
        {issue.error && <FaultNotice fault={issue.error} />}
        {lacking.length > 0 ? (
          <>
            <p>
              Faltan folios:{' '}
              {lacking
                .map(({ tipo_dte, faltan }) => `${faltan} de ${shortName(tipo_dte).toLowerCase()}`)
                .join(', ')}
              .
            </p>
            <AskFolios camino={camino} pedido={{ cantidad: cantidad ?? SIMULACION_MIN }} tone={tone} />
          </>
        ) : (
          <div>
            <Button
              type="submit"
              tone={tone}
              busy={issue.isPending}
              waiting="Emitiendo…"
              aria-haspopup={simulado ? undefined : 'dialog'}
            >
              Emitir la simulación
            </Button>
          </div>
        )}
      </Form>
      {asking && (
        <ConfirmSimulacion
          folios={plural(size * rounds, 'folio nuevo', 'folios nuevos')}
          busy={issue.isPending}
          onConfirm={issueThem}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** The place of the simulación among the sets, before its first run. */
export function SimulacionToCome({ camino }: { camino: Camino }) {
  const { size, rounds } = simulacionSize(camino.sets)
  if (camino.alcance !== 'factura' || camino.sets.some(({ clase }) => clase === 'simulacion')) return null
  const now = camino.estado === 'simulacion'
  return (
    <li className="columna">
      <h3>Simulación</h3>
      <p>
        {plural(size * rounds, 'documento')} como los que la empresa emite, de cada tipo de los sets.{' '}
        {now ? 'Es el paso de ahora: está arriba, en «Qué sigue».' : 'Sigue cuando los sets estén conformes.'}
      </p>
    </li>
  )
}
