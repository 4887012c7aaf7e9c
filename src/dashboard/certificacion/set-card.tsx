// A set on the page of its road: its state, its last run with what the SII said, and what may be done with it.

import { Link } from 'wouter'
import { useSesion } from '../api/sesion'
import { LinkButton } from '../ui/button'
import { Copy } from '../ui/copy'
import { formatDate, plural } from '../ui/format'
import { StatusWord } from '../ui/status'
import { shortName } from '../ui/tipo'
import { type Camino, ESTADO_SET, nameOfSet, type SetCamino } from './camino'
import { Reasons } from './reasons'
import { FixVerdict } from './set-acts'
import { hrefOfSet } from './set-address'

export function SetCard({ camino, set }: { camino: Camino; set: SetCamino }) {
  const { puede } = useSesion()
  const { intento } = set
  const name = nameOfSet(set)
  const said = [
    set.casos > 0 && plural(set.casos, 'caso'),
    set.dudas > 0 && plural(set.dudas, 'pregunta'),
    set.faltas > 0 && plural(set.faltas, 'falta'),
    set.intentos > 1 && `${set.intentos} intentos`,
    ...set.folios.map(
      ({ tipo_dte, necesita, disponibles }) =>
        ['listo', 'con_dudas', 'rechazado'].includes(set.estado) &&
        `${shortName(tipo_dte)}: usa ${necesita}, hay ${disponibles}`,
    ),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <li className="columna">
      <div className="acciones">
        <h3>{name}</h3>
        <StatusWord of={ESTADO_SET[set.estado]} />
      </div>
      {said && <p>{said}</p>}
      {intento?.track_id && (
        <dl className="pares">
          <dt>Número de envío</dt>
          <dd>
            <Copy text={intento.track_id} label={`el número de envío de ${name}`} />
          </dd>
          {intento.fecha_envio && (
            <>
              <dt>Enviado el</dt>
              <dd>{intento.fecha_envio}</dd>
            </>
          )}
          {intento.declarado_fecha && (
            <>
              <dt>Declarado con fecha</dt>
              <dd>{formatDate(intento.declarado_fecha)}</dd>
            </>
          )}
        </dl>
      )}
      {intento && <Reasons intento={intento} />}
      {set.clase === 'boleta' && camino.rcof && puede('dte:leer') && (
        <p>
          Consumo de folios del {formatDate(camino.rcof.fecha)}:{' '}
          <Link href={`/rcof/${camino.rcof.fecha}`}>
            {camino.rcof.listo ? 'el SII lo aceptó' : 'el SII aún no lo tiene aceptado'}
          </Link>
          .
        </p>
      )}
      <div className="acciones">
        <LinkButton small href={hrefOfSet(camino, set)}>
          Ver los casos<span className="solo-lector"> de {name}</span>
        </LinkButton>
        <FixVerdict camino={camino} set={set} />
      </div>
    </li>
  )
}
