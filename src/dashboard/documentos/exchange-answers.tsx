// The customer's answers by mail, with the judgement of their signatures (areas/recibidos/intercambio §4).

import { FIRMAS_RESPUESTA } from '../../domain/intercambio'
import { useSesion } from '../api/sesion'
import { CLASE, cameOf, FIRMA } from '../shell/answer-words'
import { SaveAnswer } from '../shell/save-answer'
import { formatRut } from '../ui/format'
import { Moment } from '../ui/moment'
import { Status, StatusWord } from '../ui/status'
import type { Documento } from './estado'

const ORDEN = ['recepcion', 'resultado', 'recibo'] as const

/** Nothing while nobody answered: most customers never do. */
export function ExchangeAnswers({ documento: { intercambio } }: { documento: Documento }) {
  const { puede } = useSesion()
  if (ORDEN.every((clase) => intercambio[clase] === null)) return null
  return (
    <section className="seccion hoja" aria-labelledby="respuestas">
      <h2 id="respuestas">Lo que respondió el receptor</h2>
      <ul className="respuestas-receptor">
        {ORDEN.map((clase) => {
          const one = intercambio[clase]
          if (!one) return null
          return (
            <li key={clase}>
              <div>
                <strong>{CLASE[clase]}</strong> <StatusWord of={cameOf(clase, one.codigo, one.firma)} />
              </div>
              {(one.glosa || one.recinto) && <div>{one.glosa || `En ${one.recinto}`}</div>}
              <div title={FIRMAS_RESPUESTA[one.firma]}>
                <StatusWord of={FIRMA[one.firma]} />{' '}
                <small>
                  {one.rut_firmante && `firmó ${formatRut(one.rut_firmante)}, `}
                  <Moment at={one.recibida_en} exact />
                </small>
              </div>
              {one.conflicto && (
                <div>
                  <Status icon="!" tone="aviso">
                    También respondió lo contrario
                  </Status>{' '}
                  <small>{one.conflicto}</small>
                </div>
              )}
              {puede('recibidos:leer') && (
                <div>
                  <SaveAnswer id={one.id} what={CLASE[clase]} />
                </div>
              )}
            </li>
          )
        })}
      </ul>
      <small>
        Llegó por correo. No reemplaza lo que el receptor acepte o reclame ante el SII, que es lo que vale.
      </small>
    </section>
  )
}
