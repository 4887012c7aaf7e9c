// The next steps and who does each, with the page of the SII and each thing to type there (areas/certificacion §1).

import { Fragment } from 'react'
import { useSesion } from '../api/sesion'
import { Copy } from '../ui/copy'
import { Moment } from '../ui/moment'
import { StatusWord } from '../ui/status'
import { Acto } from './acto'
import { type Camino, checklistOf, nameOfDato, type Pendiente, QUIEN, turnOf } from './camino'

export function Checklist({ camino }: { camino: Camino }) {
  const list = checklistOf(camino)
  return (
    <section className="seccion" aria-labelledby="sigue">
      <h2 id="sigue">Qué sigue y quién lo hace</h2>
      <p role="status">{turnOf(list)}</p>
      <ol className="pendientes">
        {list.map((pendiente, index) => (
          <li key={`${pendiente.codigo} ${pendiente.clase}`} className="columna">
            <div className="acciones">
              <StatusWord of={QUIEN[pendiente.quien]} />
              <small>
                <Moment at={pendiente.desde} />
              </small>
            </div>
            <p>{pendiente.accion}.</p>
            <Typed pendiente={pendiente} />
            <Acto camino={camino} pendiente={pendiente} tone={index === 0 ? 'primario' : 'normal'} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The page of the SII, and what goes into its fields. */
function Typed({ pendiente: { codigo, enlace, datos } }: { pendiente: Pendiente }) {
  const { ambiente } = useSesion()
  const facts = Object.entries(datos)
  // The simulated SII has no page into which anything is typed, but what lacks is told.
  if (!enlace && (ambiente !== 'simulacion' || !['folios', 'declarar_avance'].includes(codigo))) return null
  return (
    <>
      {enlace && (
        <p>
          En el SII:{' '}
          <a href={enlace} target="_blank" rel="noreferrer">
            {enlace.replace('https://', '')}
            <span className="solo-lector"> (se abre en otra pestaña)</span>
          </a>
        </p>
      )}
      {facts.length > 0 && (
        <dl className="pares">
          {facts.map(([name, value]) => (
            <Fragment key={name}>
              <dt>{nameOfDato(name)}</dt>
              <dd>{codigo === 'folios' ? value : <Copy text={value} label={nameOfDato(name)} />}</dd>
            </Fragment>
          ))}
        </dl>
      )}
    </>
  )
}
