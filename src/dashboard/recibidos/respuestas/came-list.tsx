// The answers of others to issued documents, newest first: also those matched to no document, and why.

import { Link } from 'wouter'
import { type Ajena, FIRMAS_RESPUESTA } from '../../../domain/intercambio'
import { useApi } from '../../api/query'
import { useSesion } from '../../api/sesion'
import { CLASE, cameOf, FIRMA } from '../../shell/answer-words'
import type { InAddress } from '../../shell/in-address'
import { SaveAnswer } from '../../shell/save-answer'
import type { Column } from '../../ui/data-table'
import { formatRut } from '../../ui/format'
import { Moment } from '../../ui/moment'
import { Empty } from '../../ui/notice'
import { Status, StatusWord } from '../../ui/status'
import { nameOf } from '../words'
import type { Recibida } from './answer'
import { AnswerList } from './answer-list'
import { cameQuery, type Filters } from './view'

const MOTIVO: Readonly<Record<Ajena, string>> = {
  documento_desconocido: 'Ese documento no se emitió aquí',
  otro_emisor: 'Es de otro emisor',
  otro_receptor: 'No responde su receptor',
  otros_datos: 'Con otro monto u otra fecha',
  codigo_desconocido: 'Su código no existe',
  ningun_documento: 'No nombra ningún documento',
  track_id_desconocido: 'Track ID de nadie',
  contradice_al_sii: 'Contradice al SII',
}

const documentOf = ({ tipo_dte, folio }: Recibida): string | null =>
  tipo_dte !== null && folio !== null ? nameOf({ tipo_dte, folio }) : null

const COLUMNS: readonly Column<Recibida>[] = [
  {
    id: 'documento',
    title: 'Documento',
    head: true,
    cell: (row) => <Document row={row} />,
  },
  {
    id: 'quien',
    title: 'Quién',
    whole: true,
    cell: ({ clase, rut_responde }) => (clase === 'sii' ? 'Dice ser el SII' : formatRut(rut_responde)),
  },
  {
    id: 'dice',
    title: 'Qué dice',
    whole: true,
    cell: ({ clase, codigo, firma, glosa, recinto }) => (
      <>
        {CLASE[clase]} · <StatusWord of={cameOf(clase, codigo, firma)} /> <small>{glosa || recinto}</small>
      </>
    ),
  },
  {
    id: 'firma',
    title: 'Firma',
    cell: ({ clase, firma, rut_firmante }) =>
      clase === 'sii' ? (
        'El SII no las firma'
      ) : (
        <span title={FIRMAS_RESPUESTA[firma]}>
          <StatusWord of={FIRMA[firma]} /> {rut_firmante && <small>{formatRut(rut_firmante)}</small>}
        </span>
      ),
  },
  {
    id: 'anotada',
    title: 'Anotada',
    cell: ({ motivo }) =>
      motivo ? (
        <Status icon="!" tone="aviso">
          {MOTIVO[motivo]}
        </Status>
      ) : (
        <Status icon="✓" tone="bien">
          Anotada
        </Status>
      ),
  },
  { id: 'cuando', title: 'Cuándo', extra: true, cell: ({ recibida_en }) => <Moment at={recibida_en} /> },
  {
    id: 'archivo',
    title: 'Archivo',
    cell: (row) => (
      <SaveAnswer
        id={row.id}
        what={`${CLASE[row.clase]} de ${documentOf(row) ?? formatRut(row.rut_responde)}`}
      />
    ),
  },
]

function Document({ row }: { row: Recibida }) {
  const { puede } = useSesion()
  const name = documentOf(row)
  if (name === null) return 'Ninguno'
  return row.propia && puede('dte:leer') ? (
    <Link href={`/documentos/${row.tipo_dte}/${row.folio}`}>{name}</Link>
  ) : (
    name
  )
}

export function CameList(address: InAddress<Filters, number>) {
  const query = useApi(
    'GET /v1/recibidos/respuestas/recibidas',
    { query: cameQuery(address.filters, address.place) },
    { conservar: true },
  )
  return (
    <AnswerList
      query={query}
      caption="Respuestas de otros, la última primero"
      columns={COLUMNS}
      address={address}
    >
      <Empty title="Nadie ha respondido todavía">
        <p>
          Los clientes responden a la casilla de intercambio: llega por su buzón, o cargando el correo (EML)
          en <Link href="/recibidos">Recibidos</Link>.
        </p>
      </Empty>
    </AnswerList>
  )
}
