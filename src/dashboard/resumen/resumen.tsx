// `/`: what needs a person, then what was sold, and what there is to go on with.

import { useState } from 'react'
import { Link } from 'wouter'
import { chileDate } from '../../domain/fecha'
import type { DataOf } from '../api/client'
import { useApi, useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { avisoDe } from '../shell/asuntos'
import { FaultNotice } from '../shell/fault-notice'
import { Loaded } from '../shell/loaded'
import { Page } from '../shell/page'
import { hideEmpezar, isEmpezarHidden } from '../shell/preferences'
import { UnreadPurchases } from '../shell/purchases-read'
import { Button, LinkButton } from '../ui/button'
import { Skeleton } from '../ui/skeleton'
import { Status } from '../ui/status'
import { desdeCuando } from './cifras'
import { Reservas } from './reservas'
import { Ventas } from './ventas'

export default function Resumen() {
  const { soloMira, puede } = useSesion()
  const hoy = chileDate(new Date())
  const query = useApi('GET /v1/resumen', { query: { desde: desdeCuando(hoy), hasta: hoy } })
  return (
    <Page
      title="Resumen"
      actions={
        puede('dte:emitir') &&
        !soloMira && (
          <LinkButton href="/emitir" tone="primario">
            Emitir un documento
          </LinkButton>
        )
      }
    >
      <Loaded query={query} skeleton={<Skeleton lines={8} />}>
        {({ data }) => (
          <>
            <PrimerosPasos emitio={data.trabajos.completed > 0} />
            <Atencion resumen={data} />
            <Ventas resumen={data} hoy={hoy} />
          </>
        )}
      </Loaded>
      <UnreadPurchases />
      <Reservas />
    </Page>
  )
}

function Atencion({ resumen: { atencion, desde, hasta, leido_en } }: { resumen: DataOf<'GET /v1/resumen'> }) {
  if (atencion.length === 0) return null
  return (
    <section className="seccion" aria-labelledby="atencion">
      <h2 id="atencion">Requiere atención</h2>
      <ul className="asuntos">
        {atencion.map((asunto) => {
          const { id, tone, icon, text, verb, href } = avisoDe(asunto, [desde, hasta])
          return (
            <li key={id}>
              <Status tone={tone} icon={icon}>
                {text}
              </Status>
              <Link href={href} aria-label={`${verb}: ${text}`}>
                {verb}
              </Link>
              {asunto.asunto === 'documentos_con_reparos' && <Vistos {...{ desde, hasta, leido_en }} />}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Remarks are read once; those of thirty days need not be opened one by one. Those that came since are not in sight, and stay. */
function Vistos({ desde, hasta, leido_en }: { desde: string; hasta: string; leido_en: string }) {
  const { puede, soloMira } = useSesion()
  const write = useWrite('POST /v1/documentos/atender', 'GET /v1/resumen', 'GET /v1/documentos')
  if (!puede('dte:emitir') || soloMira) return null
  const body = {
    estado_sii: 'aceptado_con_reparos' as const,
    fecha_desde: desde,
    fecha_hasta: hasta,
    hasta_veredicto: leido_en,
  }
  return (
    <>
      <Button small tone="liso" busy={write.isPending} onClick={() => write.mutate({ body })}>
        Dar por vistos
      </Button>
      {write.error && <FaultNotice fault={write.error} />}
    </>
  )
}

/** Until something was issued, in certificación until it is left, or whoever could do it does not want to be told. */
function PrimerosPasos({ emitio }: { emitio: boolean }) {
  const { empresa, ambiente, puede } = useSesion()
  const [hidden, setHidden] = useState(() => isEmpezarHidden(empresa.id))
  const certifica = ambiente === 'certificacion'
  if ((emitio && !certifica) || hidden || !puede('empresa:administrar')) return null
  return (
    <section className="invitacion" aria-labelledby="empezar">
      <h2 id="empezar">
        {certifica
          ? 'La empresa rinde las pruebas del SII antes de emitir de verdad'
          : 'De aquí al primer documento aceptado hay cinco pasos'}
      </h2>
      <div className="acciones">
        {certifica ? (
          <LinkButton href="/certificacion">Seguir con la certificación</LinkButton>
        ) : (
          <LinkButton href="/empezar">Empezar</LinkButton>
        )}
        <Button
          tone="liso"
          onClick={() => {
            hideEmpezar(empresa.id)
            setHidden(true)
          }}
        >
          No mostrar más
        </Button>
      </div>
    </section>
  )
}
