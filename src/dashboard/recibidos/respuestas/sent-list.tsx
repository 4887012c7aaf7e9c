// The company's answers, the last first, with where each stands.

import { Link } from 'wouter'
import { useApi } from '../../api/query'
import { CLASE, saidOf } from '../../shell/answer-words'
import type { InAddress } from '../../shell/in-address'
import type { Column } from '../../ui/data-table'
import { formatRut, plural } from '../../ui/format'
import { Moment } from '../../ui/moment'
import { Empty } from '../../ui/notice'
import { StatusWord } from '../../ui/status'
import { nameOf } from '../words'
import { estadoOf, isMoving, type Respuesta } from './answer'
import { AnswerActions } from './answer-actions'
import { AnswerList } from './answer-list'
import { Why } from './panel'
import { type Filters, sentQuery } from './view'

const MOVING_MS = 2500

const whatOf = ({ tipo, documentos: [first] }: Respuesta): string =>
  `${CLASE[tipo]}${first ? ` de ${nameOf(first)}` : ''}`

const COLUMNS: readonly Column<Respuesta>[] = [
  {
    id: 'documento',
    title: 'Documento',
    head: true,
    cell: ({ documentos: [first, ...rest] }) =>
      first && (
        <>
          <Link href={`/recibidos/${first.id}`}>{nameOf(first)}</Link>
          {rest.length > 0 && ` y ${plural(rest.length, 'documento')} más`}
        </>
      ),
  },
  {
    id: 'quien',
    title: 'A quién',
    whole: true,
    cell: ({ rut_emisor, destinatario }) => (
      <>
        {formatRut(rut_emisor)} {destinatario && <small>{destinatario}</small>}
      </>
    ),
  },
  {
    id: 'dice',
    title: 'Qué dice',
    whole: true,
    cell: ({ tipo, codigo, glosa, recinto }) => (
      <>
        {CLASE[tipo]} · <StatusWord of={saidOf(tipo, codigo)} /> <small>{glosa || recinto}</small>
      </>
    ),
  },
  {
    id: 'estado',
    title: 'Estado',
    cell: (respuesta) => (
      <>
        <StatusWord of={estadoOf(respuesta)} />
        <small>
          <Why {...respuesta} />
        </small>
      </>
    ),
  },
  {
    id: 'cuando',
    title: 'Cuándo',
    extra: true,
    cell: ({ enviada_en, creada_en }) => <Moment at={enviada_en ?? creada_en} />,
  },
  {
    id: 'acciones',
    title: 'Acciones',
    whole: true,
    cell: (respuesta) => <AnswerActions respuesta={respuesta} what={whatOf(respuesta)} />,
  },
]

export function SentList(address: InAddress<Filters, number>) {
  const query = useApi(
    'GET /v1/recibidos/respuestas',
    { query: sentQuery(address.filters, address.place) },
    { conservar: true, cada: (answer) => (answer?.data.some(isMoving) ? MOVING_MS : false) },
  )
  return (
    <AnswerList
      query={query}
      caption="Respuestas a los emisores, la última primero"
      columns={COLUMNS}
      address={address}
    >
      <Empty title="Aún no se responde ningún documento">
        <p>Se responde desde la página de cada documento recibido.</p>
      </Empty>
    </AnswerList>
  )
}
