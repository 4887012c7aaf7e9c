// The next steps: what each is for, who does it, where, each thing to type there, and how one sees that it is done (areas/certificacion §1).

import { Fragment } from 'react'
import { useSesion } from '../api/sesion'
import type { ButtonTone } from '../ui/button'
import { Copy } from '../ui/copy'
import { Moment } from '../ui/moment'
import { StatusWord } from '../ui/status'
import { Acto } from './acto'
import { type Camino, checklistOf, nameOfDato, type Pendiente, QUIEN, turnOf } from './camino'
import { GUIA, groupsOf } from './guia'

export function Checklist({ camino }: { camino: Camino }) {
  const list = checklistOf(camino)
  return (
    <section className="seccion" aria-labelledby="sigue">
      <h2 id="sigue">Qué sigue y quién lo hace</h2>
      <p role="status">{turnOf(list, camino.ambiente)}</p>
      <ol className="pendientes">
        {groupsOf(list).map((group, index) => (
          <Step key={group[0]!.codigo} camino={camino} group={group} first={index === 0} />
        ))}
      </ol>
    </section>
  )
}

function Step({ camino, group, first }: { camino: Camino; group: readonly Pendiente[]; first: boolean }) {
  const { ambiente } = useSesion()
  const { quien, codigo, enlace, desde } = group[0]!
  const { para, listo, ensayo = listo } = GUIA[codigo]
  const tone = (index: number): ButtonTone => (first && index === 0 ? 'primario' : 'normal')
  return (
    <li className="columna">
      <div className="acciones">
        <StatusWord of={QUIEN[quien]} />
        <small>
          <Moment at={desde} />
        </small>
      </div>
      <p className="ayuda">{para}</p>
      {enlace ? (
        <p>
          Dónde:{' '}
          <a href={enlace} target="_blank" rel="noreferrer">
            {enlace.replace('https://', '')}
            <span className="solo-lector"> (se abre en otra pestaña)</span>
          </a>
          , el sitio del SII
        </p>
      ) : (
        quien === 'persona' && (
          <p>Dónde: {ambiente === 'simulacion' ? 'aquí; el SII es simulado' : 'aquí, en Timbre'}</p>
        )
      )}
      {group.map((pendiente, index) => (
        <div key={pendiente.clase} className="columna acto">
          <p>
            <strong>{pendiente.accion}.</strong>
          </p>
          <Typed pendiente={pendiente} />
          <Acto camino={camino} pendiente={pendiente} tone={tone(index)} />
        </div>
      ))}
      <p className="ayuda">Listo cuando: {ambiente === 'simulacion' ? ensayo : listo}</p>
    </li>
  )
}

/** The things that go into the fields of the SII's page. */
function Typed({ pendiente: { codigo, enlace, datos } }: { pendiente: Pendiente }) {
  const { ambiente } = useSesion()
  const facts = Object.entries(datos)
  // The simulated SII has no page into which anything is typed, but what lacks is told.
  if (!facts.length || (!enlace && ambiente !== 'simulacion')) return null
  if (ambiente === 'simulacion' && !['folios', 'declarar_avance'].includes(codigo)) return null
  return (
    <dl className="pares">
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{nameOfDato(name)}</dt>
          <dd>{codigo === 'folios' ? value : <Copy text={value} label={nameOfDato(name)} />}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
