// The act of a step of the checklist: here, or on the screen of its subject (areas/certificacion §1).

import type { ReactNode } from 'react'
import { useSesion } from '../api/sesion'
import { type ButtonTone, LinkButton } from '../ui/button'
import { AskFolios } from './ask-folios'
import { type Camino, nameOfSet, type Pendiente } from './camino'
import { Declarada } from './declarada'
import { NextSimulated } from './ensayo'
import { Resolucion } from './resolucion'
import { SendRcof } from './send-rcof'
import { Declared, Issue, Verdict } from './set-acts'
import { hrefOfSet } from './set-address'
import { IssueSimulacion } from './simulacion'
import { StepDone, stepAfter } from './step-done'
import { Upload } from './upload'

/** `tone`: the first step of the list has the primary button. */
export function Acto({
  camino,
  pendiente,
  tone,
}: {
  camino: Camino
  pendiente: Pendiente
  tone: ButtonTone
}) {
  const { puede, soloMira, ambiente } = useSesion()
  const { codigo, clase } = pendiente
  const set = camino.sets.find((one) => one.clase === clase)
  const administra = puede('empresa:administrar') && !soloMira
  switch (codigo) {
    case 'certificado':
      return (
        <Go href="/certificado" tone={tone}>
          Cargar el certificado
        </Go>
      )
    case 'resolucion':
      return administra && <Resolucion tone={tone} />
    case 'cargar_set':
      return administra && <Upload camino={camino} />
    case 'responder_dudas':
    case 'corregir_ajustes':
      return (
        set && (
          <Go href={hrefOfSet(camino, set)} tone={tone}>
            {codigo === 'responder_dudas' ? 'Responder' : 'Corregir'}
            <span className="solo-lector"> ({nameOfSet(set)})</span>
          </Go>
        )
      )
    case 'folios':
      // One request is for all of them.
      return (
        camino.pendientes.find((one) => one.codigo === codigo) === pendiente && (
          <AskFolios camino={camino} tone={tone} />
        )
      )
    case 'emitir':
    case 'corregir':
      if (clase === 'simulacion') return <IssueSimulacion camino={camino} tone={tone} />
      return set && <Issue camino={camino} set={set} tone={tone} />
    case 'simulacion':
      return <IssueSimulacion camino={camino} tone={tone} />
    case 'declarar_avance':
      return set && <Declared camino={camino} set={set} pendiente={pendiente} tone={tone} />
    case 'revision':
      return set && <Verdict camino={camino} set={set} tone={tone} />
    case 'avanzar_paso':
      return ambiente === 'simulacion' && administra && <NextSimulated alcance={camino.alcance} tone={tone} />
    case 'intercambio':
    case 'muestras':
      return administra && <StepDone camino={camino} etapa={stepAfter(codigo)} />
    case 'rcof':
      return pendiente.quien === 'persona' && <SendRcof camino={camino} tone={tone} />
    case 'declaracion':
      return administra && <Declarada camino={camino} />
    default:
      return null
  }
}

function Go({ href, tone, children }: { href: string; tone: ButtonTone; children: ReactNode }) {
  return (
    <div>
      <LinkButton href={href} tone={tone}>
        {children}
      </LinkButton>
    </div>
  )
}
