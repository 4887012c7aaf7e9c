// `/empezar`: from a company that has nothing to its first accepted document.

import { useEffect, useRef } from 'react'
import { FaultNotice } from '../shell/fault-notice'
import { Page } from '../shell/page'
import { LinkButton } from '../ui/button'
import { Skeleton } from '../ui/skeleton'
import { Certificacion, Certificado, Emision, Folios, Veredicto } from './acciones'
import { Datos } from './datos'
import { Despues } from './despues'
import { type Paso, pasoActual, pasosDe, pasosHechos } from './pasos'
import { type Leida, useSituacion } from './situacion'

const TITULO: Readonly<Record<Paso, string>> = {
  datos: 'Datos de la empresa',
  certificado: 'Certificado digital',
  folios: 'Folios',
  emision: 'Primera emisión',
  veredicto: 'Aceptada por el SII',
  certificacion: 'Certificación',
}

const QUE: Readonly<Record<Paso, string>> = {
  datos: 'El SII exige giro, actividad, dirección y comuna de quien emite.',
  certificado: 'Con él una persona firma cada documento en nombre de la empresa.',
  folios: 'Los números que el SII autoriza. Cada tipo de documento usa los suyos.',
  emision: 'Una factura, de principio a fin.',
  veredicto: 'Recibirla no es aceptarla: el SII revisa y responde.',
  certificacion:
    'Antes de emitir de verdad la empresa rinde las pruebas del SII. Su página dice qué sigue, quién lo hace y qué escribir en el sitio del SII.',
}

export default function Empezar() {
  const { situacion, fault, retry } = useSituacion()
  return (
    <Page title="Empezar" reading>
      {fault && <FaultNotice fault={fault} onRetry={retry} />}
      {situacion ? <Lista situacion={situacion} /> : !fault && <Skeleton lines={6} />}
    </Page>
  )
}

function Lista({ situacion }: { situacion: Leida }) {
  const hechos = pasosHechos(situacion)
  const actual = pasoActual(situacion)
  const heading = useFocusOnChange(actual)
  return (
    <>
      <ol className="pasos">
        {pasosDe(situacion).map((paso, index) => (
          <li key={paso} className={hechos[paso] ? 'hecho' : paso === actual ? 'actual' : undefined}>
            <span className="marca" aria-hidden="true">
              {hechos[paso] ? '✓' : index + 1}
            </span>
            <div className="columna">
              <h2 ref={paso === actual ? heading : undefined} tabIndex={-1}>
                {TITULO[paso]}
                <span className="solo-lector">
                  {hechos[paso] ? '(listo)' : paso === actual ? '(ahora)' : '(después)'}
                </span>
              </h2>
              <p>{QUE[paso]}</p>
              {(paso === actual || paso === 'certificacion') && <Accion paso={paso} situacion={situacion} />}
            </div>
          </li>
        ))}
      </ol>
      {actual === null && (
        <div className="columna" role="status">
          <h2 ref={heading} tabIndex={-1}>
            {situacion.empresa.ambiente === 'certificacion'
              ? 'La empresa está autorizada'
              : 'Todo listo para emitir'}
          </h2>
          <div className="acciones">
            <LinkButton
              href="/"
              tone={situacion.empresa.ambiente === 'certificacion' ? 'normal' : 'primario'}
            >
              Ir a Resumen
            </LinkButton>
          </div>
        </div>
      )}
      <Despues ambiente={situacion.empresa.ambiente} />
    </>
  )
}

function Accion({ paso, situacion }: { paso: Paso; situacion: Leida }) {
  if (paso === 'datos') return <Datos empresa={situacion.empresa} />
  if (paso === 'certificado') return <Certificado />
  if (paso === 'folios') return <Folios />
  if (paso === 'emision') return <Emision />
  if (paso === 'certificacion') return <Certificacion autorizada={situacion.autorizada} />
  return situacion.ultimo && <Veredicto documento={situacion.ultimo} />
}

/** The button of a step that is done is gone: the focus goes on to what stands for the next. */
function useFocusOnChange(actual: Paso | null) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(actual)
  useEffect(() => {
    if (before.current !== actual) heading.current?.focus()
    before.current = actual
  }, [actual])
  return heading
}
