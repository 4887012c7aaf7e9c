// `/certificado`: who signs for the company, until when, and the way to another certificate.

import { useState } from 'react'
import { useApi, useApiOrNull, useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Loaded } from '../shell/loaded'
import { notify } from '../shell/notices'
import { Page } from '../shell/page'
import { Bar } from '../ui/bar'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/dialog'
import { formatDate, formatRut, plural } from '../ui/format'
import { Empty } from '../ui/notice'
import { Status } from '../ui/status'
import { LoadCertificado } from './load-certificado'
import { type Certificado as Cargado, vigenciaOf } from './vigencia'

const CERTIFICADO = 'GET /v1/empresa/:id/certificado'

export default function Certificado() {
  const { empresa, ambiente, puede } = useSesion()
  const query = useApiOrNull(CERTIFICADO, { params: { id: empresa.id } })
  const administra = puede('empresa:administrar')
  // Asked beside the certificate, and not behind its answer.
  const roads = useApi(
    'GET /v1/certificacion',
    { query: { limite: 100 } },
    { activa: administra && ambiente !== 'produccion' },
  )
  const certifies =
    roads.data?.data.some(({ estado }) => !['autorizada', 'abandonada'].includes(estado)) ?? false
  return (
    <Page title="Certificado" reading>
      <Loaded query={query}>
        {(answer) => (
          <>
            {answer ? (
              <Titular certificado={answer.data} borra={administra} />
            ) : (
              <Empty title="La empresa aún no tiene un certificado digital">
                <p>
                  Con él una persona firma los documentos de la empresa. Se compra a un proveedor acreditado,
                  y esa persona debe estar autorizada por la empresa en el SII.
                </p>
                {!administra && <p>Puede cargarlo un propietario o administrador de la cuenta.</p>}
              </Empty>
            )}
            {administra && <LoadCertificado replaces={answer !== null} certifies={certifies} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Titular({ certificado, borra }: { certificado: Cargado; borra: boolean }) {
  const { nombre, rut_titular, emisor, valido_desde, valido_hasta } = certificado
  const { tone, icon, words, dias, pasados } = vigenciaOf(certificado)
  return (
    <section className="seccion" aria-labelledby="titular">
      <h2 id="titular">{nombre}</h2>
      <dl className="pares">
        <dt>RUT</dt>
        <dd>{formatRut(rut_titular)}</dd>
        <dt>Emitido por</dt>
        <dd>{emisor}</dd>
        <dt>Válido</dt>
        <dd>
          del {formatDate(valido_desde)} al {formatDate(valido_hasta)}
        </dd>
        <dt>Estado</dt>
        <dd>
          <Status tone={tone} icon={icon}>
            {words}
          </Status>
        </dd>
      </dl>
      <div className={`tono-${tone}`}>
        <Bar
          parts={[
            {
              id: 'pasados',
              value: pasados,
              kind: 'lleno',
              words: `van ${pasados} de ${plural(dias, 'día')}`,
            },
            { id: 'quedan', value: dias - pasados, kind: 'libre', words: words.toLowerCase() },
          ]}
        />
      </div>
      {borra && <Borrar nombre={nombre} />}
    </section>
  )
}

function Borrar({ nombre }: { nombre: string }) {
  const { empresa } = useSesion()
  const [asking, setAsking] = useState(false)
  const remove = useWrite('DELETE /v1/empresa/:id/certificado', CERTIFICADO, 'GET /v1/resumen')
  return (
    <div>
      <Button small tone="peligro" onClick={() => setAsking(true)}>
        Borrar el certificado
      </Button>
      {asking && (
        <ConfirmDialog
          title="Borrar el certificado"
          action="Borrar el certificado"
          busy={remove.isPending}
          onConfirm={() =>
            remove.mutate(
              { params: { id: empresa.id } },
              { onSuccess: () => notify({ tone: 'bien', title: 'El certificado se borró' }) },
            )
          }
          onClose={() => setAsking(false)}
        >
          <p>
            Se borra el certificado de {nombre} junto con su llave, que no se puede recuperar de aquí.{' '}
            {empresa.razon_social} no podrá emitir hasta que se cargue otro.
          </p>
          {remove.error && <FaultNotice fault={remove.error} />}
        </ConfirmDialog>
      )}
    </div>
  )
}
