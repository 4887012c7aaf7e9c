// `/certificacion`: the road of the company to be admitted by the SII, its invoices' or its boletas': what is next, who does it, and
// each set (areas/certificacion §1, §2).

import { Link, useLocation, useSearchParams } from 'wouter'
import { useApi, useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { usePolling } from '../shell/connection'
import { FaultNotice } from '../shell/fault-notice'
import { Loaded } from '../shell/loaded'
import { Page } from '../shell/page'
import { Button, LinkButton } from '../ui/button'
import { formatDate } from '../ui/format'
import { Notice } from '../ui/notice'
import { Tabs } from '../ui/tabs'
import { type Alcance, CAMINOS, ENVEJECE, isAlcance, isMoving, roadOf } from './camino'
import { Checklist } from './checklist'
import { Cierre } from './cierre'
import { Production } from './produccion'
import { ProductionNeeds } from './production-needs'
import { Revision } from './revision'
import { SetCard } from './set-card'
import { SimulacionToCome } from './simulacion'
import { Stages } from './stages'

const POLL_MS = 2500
const TABS = (Object.keys(CAMINOS) as Alcance[]).map((id) => ({ id, label: CAMINOS[id] }))

export default function Certificacion() {
  const { ambiente, empresa } = useSesion()
  const [params] = useSearchParams()
  const [, navigate] = useLocation()
  const named = params.get('camino')
  const alcance = isAlcance(named) ? named : 'factura'
  const query = useApi(
    'GET /v1/certificacion',
    { query: { limite: 100 } },
    { activa: ambiente !== 'produccion' },
  )
  return (
    <Page title="Certificación">
      {ambiente === 'produccion' ? (
        <InProduction />
      ) : (
        <>
          {ambiente === 'simulacion' && (
            <Notice tone="neutro" title="Es un ensayo, contra el SII simulado" quiet>
              <p>
                Los pasos son los mismos que ante el SII, y nada de lo que se hace aquí llega a él. La
                certificación de verdad se hace en el ambiente certificación de{' '}
                <Link href={`/empresas/${empresa.id}`}>la empresa</Link>.
              </p>
            </Notice>
          )}
          <Tabs
            label="Qué se certifica"
            tabs={TABS}
            selected={alcance}
            onSelect={(to) =>
              navigate(to === 'factura' ? '/certificacion' : `/certificacion?camino=${to}`, { replace: true })
            }
          >
            <Loaded query={query}>
              {({ data }) => {
                const road = roadOf(data, alcance)
                return road ? <Road key={road.id} id={road.id} /> : <Begin alcance={alcance} />
              }}
            </Loaded>
          </Tabs>
        </>
      )}
    </Page>
  )
}

function InProduction() {
  const { empresa, puede } = useSesion()
  return (
    <div className="columna lectura">
      <p>
        {empresa.razon_social} está en producción: lo que emite llega al SII y vale. Las pruebas se hacen en
        el ambiente certificación de <Link href={`/empresas/${empresa.id}`}>la empresa</Link>.
      </p>
      <h2>Lo que hace falta para emitir</h2>
      <ProductionNeeds />
      {puede('dte:emitir') && (
        <div>
          <LinkButton href="/emitir">Ir a Emitir</LinkButton>
        </div>
      )}
    </div>
  )
}

const QUE_ES: Readonly<Record<Alcance, string>> = {
  factura:
    'Antes de emitir facturas, guías y notas con un programa propio, la empresa rinde unas pruebas ante el SII (Servicio de Impuestos Internos): emite los documentos de un texto que él le da, y él los revisa.',
  boleta:
    'Las boletas tienen un trámite propio y más corto: cinco boletas de un texto del SII, que él revisa. La empresa ya emite facturas, o lo va a hacer.',
}

function Begin({ alcance }: { alcance: Alcance }) {
  const { puede, soloMira, ambiente } = useSesion()
  const open = useWrite('POST /v1/certificacion', ...ENVEJECE)
  return (
    <div className="columna lectura">
      <p>{QUE_ES[alcance]}</p>
      <p>
        Timbre lee ese texto, emite y envía. En cada paso dice para qué es, quién lo hace, en qué página del
        SII, qué se escribe en ella y cómo se ve que está listo.
      </p>
      {ambiente === 'certificacion' && (
        <p>
          Tenga a mano el certificado digital de quien va a firmar (un archivo .pfx o .p12 y su clave) y al
          representante legal, que postula a la empresa y al final declara con el suyo.
        </p>
      )}
      {open.error && <FaultNotice fault={open.error} />}
      {puede('empresa:administrar') && !soloMira ? (
        <div>
          <Button tone="primario" busy={open.isPending} onClick={() => open.mutate({ body: { alcance } })}>
            Empezar la certificación de {CAMINOS[alcance].toLowerCase()}
          </Button>
        </div>
      ) : (
        <p>Aún no se empieza. Lo hace quien administra la empresa.</p>
      )}
    </div>
  )
}

function Road({ id }: { id: string }) {
  const live = usePolling(30_000)
  const query = useApi(
    'GET /v1/certificacion/:id',
    { params: { id } },
    { cada: (answer) => (answer && isMoving(answer.data) ? POLL_MS : live) },
  )
  return (
    <Loaded query={query} missing="Esa certificación" list={['/certificacion', 'Certificación']}>
      {({ data }) => (
        <div className="columna camino">
          {data.no_admitidos.length > 0 && (
            <Notice tone="aviso" title="Timbre no emite todos los sets del archivo">
              <ul>
                {data.no_admitidos.map(({ linea, mensaje }) => (
                  <li key={linea}>
                    Línea {linea}: {mensaje}.
                  </li>
                ))}
              </ul>
            </Notice>
          )}
          {data.estado === 'autorizada' ? <Production camino={data} /> : <Checklist camino={data} />}
          <Stages camino={data} />
          {data.ronda && (
            <section className="seccion" aria-labelledby="sets">
              <h2 id="sets">Sets de pruebas</h2>
              <p>
                Del archivo {data.ronda.nombre}, cargado el {formatDate(data.ronda.cargada_en)}. El SII los
                recibe hasta el {formatDate(data.ronda.vence_el)}.
              </p>
              <ul className="tarjetas-set en-columnas">
                {data.sets.map((set) => (
                  <SetCard key={set.clase} camino={data} set={set} />
                ))}
                <SimulacionToCome camino={data} />
              </ul>
            </section>
          )}
          {data.estado === 'set' && <Revision id={id} />}
          <Cierre camino={data} />
        </div>
      )}
    </Loaded>
  )
}
