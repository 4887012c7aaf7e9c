// The answers sent about a received document, and the way to answer it (areas/recibidos/intercambio §1).

import { useState } from 'react'
import { Link } from 'wouter'
import { useSesion } from '../../api/sesion'
import { CLASE, saidOf } from '../../shell/answer-words'
import { Button } from '../../ui/button'
import { Moment } from '../../ui/moment'
import { StatusWord } from '../../ui/status'
import { nameOf, type Recibido } from '../words'
import { canAnswer, estadoOf, REMEDIO, type Respuesta } from './answer'
import { AnswerActions } from './answer-actions'
import { AnswerDialog } from './answer-dialog'

export function Answers({ documento: d }: { documento: Recibido }) {
  const { puede, soloMira } = useSesion()
  const [asking, setAsking] = useState(false)
  const mayAnswer = canAnswer(d.tipo_dte) && puede('recibidos:gestionar') && !soloMira
  const last = d.respuestas.at(-1)
  return (
    <section aria-labelledby="respuestas">
      <h2 id="respuestas">Respuestas al emisor</h2>
      {canAnswer(d.tipo_dte) ? (
        <p>
          Van por correo, firmadas, y son cortesía entre empresas.{' '}
          <strong>No reemplazan la aceptación o el reclamo ante el SII</strong>, que es lo que mira la ley
          {puede('rcv:leer') ? (
            <>
              : eso se hace en <Link href="/por-aceptar">Por aceptar</Link>.
            </>
          ) : (
            '.'
          )}
        </p>
      ) : (
        <p>Este tipo de documento no se puede nombrar en las respuestas por correo.</p>
      )}
      {d.respuestas.length > 0 && (
        <ul className="recibido-respuestas">
          {d.respuestas.map((one) => (
            <li key={one.id}>
              <Answer respuesta={one} />
            </li>
          ))}
        </ul>
      )}
      <p className="solo-lector" role="status">
        {last && `${CLASE[last.tipo]}: ${estadoOf(last)[1]}`}
      </p>
      {mayAnswer && (
        <div>
          <Button aria-haspopup="dialog" onClick={() => setAsking(true)}>
            {d.respuestas.length ? 'Responder otra cosa' : 'Responder al emisor'}
          </Button>
        </div>
      )}
      {asking && (
        <AnswerDialog
          {...{ id: d.id, name: nameOf(d), respuestas: d.respuestas }}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}

function Answer({ respuesta }: { respuesta: Respuesta }) {
  const { tipo, codigo, glosa, recinto, estado, origen, destinatario, enviada_en, creada_en } = respuesta
  return (
    <>
      <div className="recibido-juicio">
        <strong>{CLASE[tipo]}</strong> <StatusWord of={saidOf(tipo, codigo)} />{' '}
        <StatusWord of={estadoOf(respuesta)} />
      </div>
      {(glosa || recinto) && <div>{glosa || `En ${recinto}`}</div>}
      <small>
        {estado === 'enviada' && destinatario ? `a ${destinatario}, ` : 'se pidió '}
        <Moment at={enviada_en ?? creada_en} exact />
        {origen === 'automatica' && ' · salió sola'}
      </small>
      <Why {...respuesta} />
      <AnswerActions respuesta={respuesta} what={CLASE[tipo]} />
    </>
  )
}

/** The contradiction of another answer, and the reason why this one is not gone. */
export function Why(respuesta: Respuesta) {
  return (
    <>
      {respuesta.advertencias?.map(({ code, mensaje }) => (
        <div key={code}>{mensaje}</div>
      ))}
      <Staying {...respuesta} />
    </>
  )
}

function Staying({ estado, error, sin_salida, firmada_en }: Respuesta) {
  if (estado === 'fallida') return <div>{error}</div>
  if (estado === 'enviada' || sin_salida === null || firmada_en === null) return null
  return <div>{REMEDIO[sin_salida]}</div>
}
