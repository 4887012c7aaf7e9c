// `/recibidos/:id`: a received document with what it is worth and why, what the register says of it, and its files.

import { useMutation } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { api } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { useApiOrNull, useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Loaded } from '../shell/loaded'
import { notify } from '../shell/notices'
import { Missing, Page } from '../shell/page'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { formatDate, formatInstant, formatPeriod, formatPesos, formatRut, plural } from '../ui/format'
import { Notice } from '../ui/notice'
import { saveFile } from '../ui/save'
import { StatusWord } from '../ui/status'
import { Content } from './content'
import { Report } from './report'
import { isMoving } from './respuestas/answer'
import { Answers } from './respuestas/panel'
import { ACUSE, type Recibido as Documento, FIRMA, leftOf, MONTOS, nameOf, registroOf, TIMBRE } from './words'

/** An answer of ours is on its way. */
const MOVING_MS = 2500

export default function Recibido() {
  const { id } = useParams<{ id: string }>()
  const query = useApiOrNull(
    'GET /v1/recibidos/:id',
    { params: { id } },
    { cada: (answer) => (answer?.data.respuestas.some(isMoving) ? MOVING_MS : false) },
  )
  if (query.data === null)
    return (
      <Page title="Recibido">
        <Missing what="Ese documento recibido" list={['/recibidos', 'Recibidos']} />
      </Page>
    )
  const title = query.data ? nameOf(query.data.data) : 'Recibido'
  return (
    <Page title={title} actions={query.data && <Actions documento={query.data.data} />}>
      <Loaded query={query}>{(answer) => answer && <Whole documento={answer.data} />}</Loaded>
    </Page>
  )
}

function Whole({ documento: d }: { documento: Documento }) {
  const { puede } = useSesion()
  const left = leftOf(d.acuse, new Date())
  return (
    <div className="columna recibido">
      <p>
        De {d.razon_social_emisor} · {formatRut(d.rut_emisor)} · emitido el {formatDate(d.fecha_emision)} por{' '}
        <strong>{formatPesos(d.monto_total)}</strong>
      </p>
      <p className="recibido-juicio">
        <StatusWord of={FIRMA[d.firma]} /> <StatusWord of={TIMBRE[d.timbre]} />{' '}
        <StatusWord of={MONTOS[d.montos]} />
      </p>
      {d.conflicto && (
        <Notice tone="mal" title="Hay otro archivo con este mismo folio">
          <p>
            {d.rcv?.coincide
              ? 'Éste es el que concuerda con el registro de compras.'
              : 'No se sabe cuál vale; el que concuerde con el registro de compras se muestra primero.'}{' '}
            {d.conflicto_con.map((otro, i) => (
              <Fragment key={otro}>
                {i > 0 && ' · '}
                <Link href={`/recibidos/${otro}`}>
                  {`Ver el otro${d.conflicto_con.length > 1 ? ` (${i + 1})` : ''}`}
                </Link>
              </Fragment>
            ))}
          </p>
        </Notice>
      )}
      <dl className="registro-datos">
        <div>
          <dt>Registro de compras</dt>
          <dd>
            {d.rcv ? (
              <>
                <StatusWord of={registroOf(d.rcv, d.acuse)} /> en{' '}
                {puede('rcv:leer') ? (
                  <Link href={`/registro/${d.rcv.periodo}?tipo=compra&q=${d.folio}`}>
                    {formatPeriod(d.rcv.periodo)}
                  </Link>
                ) : (
                  formatPeriod(d.rcv.periodo)
                )}
                {!d.rcv.coincide && ' con otra fecha u otro total'}
              </>
            ) : (
              <>
                No está en lo que se ha traído
                {puede('rcv:leer') && (
                  <>
                    {' · '}
                    <Link href="/registro">Ver los meses</Link>
                  </>
                )}
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>Aceptación o reclamo</dt>
          <dd>
            {ACUSE[d.acuse.resultado]}
            {left && `, ${/\b1 h$/.test(left[1]) ? 'queda' : 'quedan'} ${left[1]}`}
            {left && puede('rcv:leer') && (
              <>
                {' '}
                · {/* Chosen there already. */}
                <Link href={`/por-aceptar?elegido=${d.rut_emisor}_${d.tipo_dte}_${d.folio}`}>
                  Responder ante el SII
                </Link>
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>Recibido</dt>
          <dd>
            {formatInstant(d.recibido_en)}, {d.origen === 'correo' ? 'por correo' : 'cargado'} en{' '}
            {d.archivo.nombre}
            {d.archivo.documentos > 1 && `, con ${plural(d.archivo.documentos - 1, 'documento')} más`}
          </dd>
        </div>
      </dl>
      <Report informe={d.informe} />
      {d.cesiones.length > 0 && (
        <section aria-labelledby="cesiones">
          <h2 id="cesiones">Cesiones</h2>
          <p>
            Según los archivos recibidos, que cualquiera puede firmar: antes de pagar a otro, mírelo en el
            registro de cesiones del SII.
          </p>
          <ol>
            {d.cesiones.map((one) => (
              <li key={JSON.stringify(one)}>
                {one.cedente.razon_social ?? formatRut(one.cedente.rut)} lo cedió a{' '}
                {one.cesionario.razon_social ?? formatRut(one.cesionario.rut)} (
                {formatRut(one.cesionario.rut)}) por{' '}
                {one.monto === null ? 'un monto que no se lee' : formatPesos(one.monto)}{' '}
                <StatusWord of={FIRMA[one.firma]} />
              </li>
            ))}
          </ol>
        </section>
      )}
      <Answers documento={d} />
      <Content documento={d} />
    </div>
  )
}

const SUFIJOS = { xml: '.xml', pdf: '.pdf', original: '_original.pdf', aec: '_cesion.xml' } as const

function Actions({ documento }: { documento: Documento }) {
  const { id, tipo_dte, folio, rut_emisor, pdf_original, archivos_cesion, respuestas } = documento
  const { puede, soloMira, empresa, ambiente } = useSesion()
  const [removing, setRemoving] = useState(false)
  const save = useMutation<void, Fault, keyof typeof SUFIJOS>({
    async mutationFn(which) {
      const params = { id }
      const file: unknown =
        which === 'xml' || which === 'aec'
          ? await api('GET /v1/recibidos/:id/xml', {
              params,
              query: which === 'aec' ? { cesion: archivos_cesion } : {},
            })
          : await api('GET /v1/recibidos/:id/pdf', {
              params,
              query: which === 'original' ? { original: 'true' } : {},
            })
      if (!(file instanceof Blob)) throw toFault(file)
      const whose = ['recibido', tipo_dte, folio, rut_emisor, empresa.rut, ambiente].join('_')
      saveFile(file, `${whose}${SUFIJOS[which]}`)
    },
  })
  return (
    <>
      <Button busy={save.isPending} onClick={() => save.mutate('pdf')}>
        Guardar PDF
      </Button>
      {pdf_original && (
        <Button busy={save.isPending} onClick={() => save.mutate('original')}>
          PDF del correo
        </Button>
      )}
      <Button busy={save.isPending} onClick={() => save.mutate('xml')}>
        Guardar XML
      </Button>
      {archivos_cesion > 0 && (
        <Button busy={save.isPending} onClick={() => save.mutate('aec')}>
          Guardar AEC
        </Button>
      )}
      {puede('recibidos:gestionar') && !soloMira && respuestas.length === 0 && (
        <Button tone="peligro" aria-haspopup="dialog" onClick={() => setRemoving(true)}>
          Borrar
        </Button>
      )}
      {save.error && <FaultNotice fault={save.error} />}
      {removing && <Removal documento={documento} onClose={() => setRemoving(false)} />}
    </>
  )
}

function Removal({ documento, onClose }: { documento: Documento; onClose: () => void }) {
  const [, navigate] = useLocation()
  const remove = useWrite('DELETE /v1/recibidos/:id', 'GET /v1/recibidos', 'GET /v1/rcv/:periodo')
  const what = `${nameOf(documento)} de ${documento.razon_social_emisor}`
  return (
    <Dialog title="Borrar el documento recibido" onClose={onClose}>
      <p>
        {what}, por {formatPesos(documento.monto_total)}: se borra su archivo. El registro del SII no cambia,
        y puede volver a cargarlo.
      </p>
      {remove.error && <FaultNotice fault={remove.error} />}
      <div className="acciones">
        <Button
          tone="peligro"
          busy={remove.isPending}
          onClick={() =>
            remove.mutate(
              { params: { id: documento.id } },
              {
                onSuccess() {
                  notify({ tone: 'bien', title: `${what} se borró` })
                  navigate('/recibidos')
                },
              },
            )
          }
        >
          Borrar
        </Button>
        <Button onClick={onClose} data-foco>
          Volver
        </Button>
      </div>
    </Dialog>
  )
}
