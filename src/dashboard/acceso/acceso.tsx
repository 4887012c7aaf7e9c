// `/acceso-sii`: how Timbre goes into the SII's portal for the company, why it cannot, and what a person does about it (http §28.2).

import { METODOS_PORTAL } from '../../domain/portal'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { Loaded } from '../shell/loaded'
import { Page } from '../shell/page'
import { type Column, DataTable } from '../ui/data-table'
import { formatTime } from '../ui/format'
import { Notice } from '../ui/notice'
import { Status } from '../ui/status'
import { Certificado } from './certificado'
import { Clave } from './clave'
import { PORTAL } from './method'
import { Session } from './session'
import { nameOf, PAUSA, type Portal, pausedText, wayOf } from './words'

const EVERY_MS = 30_000

export default function Acceso() {
  const { empresa, puede, soloMira } = useSesion()
  // Sessions and waits run out without an event.
  const query = useApi(PORTAL, { params: { id: empresa.id } }, { cada: EVERY_MS })
  const administra = puede('empresa:administrar') && !soloMira
  return (
    <Page title="Acceso al SII" reading>
      <p>
        Para leer el registro, pedir folios o hacer consultas, Timbre entra al sitio del SII en nombre de una
        persona, por uno de dos medios. La tabla del final dice qué operación usa cuál.
      </p>
      <Loaded query={query}>
        {({ data }) => (
          <>
            {data.pausa && (
              <Notice tone="aviso" quiet title={PAUSA[data.pausa.motivo]}>
                <p>{pausedText(data.pausa.motivo, formatTime(data.pausa.hasta))}</p>
              </Notice>
            )}
            <Certificado portal={data} administra={administra} />
            <Clave portal={data} administra={administra} />
            <Session portal={data} administra={administra} />
            <section className="seccion" aria-labelledby="operaciones">
              <h2 id="operaciones">Qué se puede hacer</h2>
              <DataTable
                caption="Operaciones en el portal del SII"
                columns={COLUMNS}
                rows={data.operaciones}
                rowKey={({ operacion }) => operacion}
              />
            </section>
            {!administra && (
              <p>
                {soloMira
                  ? 'Está mirando otro ambiente: aquí no se cambia el acceso.'
                  : 'Puede cambiarlo un propietario o administrador de la cuenta.'}
              </p>
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}

type Operacion = Portal['operaciones'][number]

const COLUMNS: readonly Column<Operacion>[] = [
  { id: 'que', title: 'Operación', head: true, cell: nameOf },
  { id: 'como', title: 'Cómo', cell: wayOf },
  {
    id: 'puede',
    title: 'Disponible',
    whole: true,
    cell: ({ disponible, motivo, operacion }) =>
      disponible ? (
        <Status tone="bien" icon="✓">
          Sí
        </Status>
      ) : (
        <>
          <Status tone={METODOS_PORTAL[operacion].length ? 'mal' : 'neutro'} icon="✕">
            No
          </Status>{' '}
          <small>{motivo}</small>
        </>
      ),
  },
]
