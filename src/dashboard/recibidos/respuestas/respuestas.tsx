// `/recibidos/respuestas`: what the company answered of what it received, and what others answered of what it issued
// (areas/recibidos/intercambio §1, §4).

import { type InAddress, useInAddress } from '../../shell/in-address'
import { Operations } from '../../shell/operations'
import { Page } from '../../shell/page'
import { bindTo } from '../../ui/bind'
import { LinkButton } from '../../ui/button'
import { SelectField } from '../../ui/field'
import { Segments } from '../../ui/segments'
import { CameList } from './came-list'
import { SentList } from './sent-list'
import { ESTADOS, type Filters, PROPIAS, QUE_LLEGAN, SIN_FILTROS, SPELLING, TIPOS, VER } from './view'

export default function Respuestas() {
  const address = useInAddress(SPELLING)
  return (
    <Page title="Respuestas" actions={<LinkButton href="/recibidos">Documentos recibidos</LinkButton>}>
      <p>
        Lo que las empresas se responden por correo sobre sus documentos. El registro del SII no se entera:
        para la ley vale lo que ahí se acepta o se reclama.
      </p>
      <Filtros {...address} />
      {address.filters.ver === 'enviadas' ? <SentList {...address} /> : <CameList {...address} />}
      <Operations base="/v1/recibidos" title="En curso y detenidas" />
    </Page>
  )
}

function Filtros({ filters, change }: InAddress<Filters, number>) {
  const bind = bindTo(filters, change)
  return (
    <search className="filtros" aria-label="Qué respuestas">
      <Segments
        label="Qué respuestas"
        options={VER}
        selected={filters.ver}
        onSelect={(ver) => change({ ...SIN_FILTROS, ver })}
      />
      <div className="grilla">
        {filters.ver === 'enviadas' ? (
          <>
            <SelectField label="Clase" options={TIPOS} {...bind('tipo')} />
            <SelectField label="Estado" options={ESTADOS} {...bind('estado')} />
          </>
        ) : (
          <>
            <SelectField label="Clase" options={QUE_LLEGAN} {...bind('clase')} />
            <SelectField label="Sobre qué" options={PROPIAS} {...bind('propias')} />
          </>
        )}
      </div>
    </search>
  )
}
