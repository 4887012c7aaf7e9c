// The purchase invoice of a purchase: issued once nothing keeps it, or each reason told with what to do.

import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { FACTURA_COMPRA } from '../../domain/dte/tipos'
import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { useWish } from '../api/wish'
import { AMBIENTES } from '../shell/environment'
import { FaultNotice } from '../shell/fault-notice'
import { notify } from '../shell/notices'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { formatPesos } from '../ui/format'
import { Notice } from '../ui/notice'
import { type Compra, isRateMissing, LECTURAS, montoOf, nameOf, REMEDIO } from './compra'

export function Issue({
  compra,
  unsaved,
  unsaid,
}: {
  compra: Compra
  /** Something was written of the invoice that is not saved. */
  unsaved: boolean
  /** Something was chosen of what was bought that is not confirmed. */
  unsaid: boolean
}) {
  const { puede, soloMira, ambiente, tipos_dte } = useSesion()
  const wish = useWish()
  const [asking, setAsking] = useState(false)
  const issue = useWrite('POST /v1/compras-internacionales/:id/emitir', ...LECTURAS, 'GET /v1/documentos')
  const { bloqueos, conversion, iva_retenido: iva } = compra
  if (!compra.emitible || !conversion || iva === null)
    return (
      <section className="seccion" aria-labelledby="por-que">
        <h2 id="por-que">Por qué aún no se puede emitir</h2>
        <ul>
          {bloqueos.map(({ motivo, mensaje }) => (
            <li key={motivo}>
              <strong>{mensaje}.</strong> {REMEDIO[motivo]}
            </li>
          ))}
          {isRateMissing(compra) && (
            <li>
              <strong>No hay tipo de cambio.</strong> Cárguelo, o escríbalo a mano en los datos.
            </li>
          )}
        </ul>
      </section>
    )
  const mayIssue = puede('dte:emitir') && (!tipos_dte.length || tipos_dte.includes(FACTURA_COMPRA))
  if (!mayIssue || !puede('compras_int:gestionar') || soloMira)
    return (
      <p>
        Está lista: la emite quien lleva las compras internacionales y puede emitir facturas de compra
        {soloMira && ', en el ambiente de la empresa'}.
      </p>
    )
  return (
    <section className="seccion" aria-labelledby="emitir">
      <h2 id="emitir">Factura de compra</h2>
      <dl className="pares">
        <dt>Neto</dt>
        <dd>{formatPesos(conversion.monto_clp)}</dd>
        <dt>IVA</dt>
        <dd>{formatPesos(iva)}</dd>
        <dt>IVA retenido</dt>
        <dd>{formatPesos(-iva)}</dd>
        <dt>Total</dt>
        <dd>{formatPesos(conversion.monto_clp)}</dd>
      </dl>
      <p>
        El IVA retenido se paga en el F29 del mes; como crédito se usa según las reglas de su contabilidad.
      </p>
      {unsaved || unsaid ? (
        <p role="status">
          {unsaved
            ? 'Guarde antes los cambios de los datos: se emite lo guardado.'
            : 'Confirme antes lo que cambió en «Qué se compró»: se emite lo confirmado.'}
        </p>
      ) : (
        <div className="acciones">
          <Button tone="primario" aria-haspopup="dialog" onClick={() => setAsking(true)}>
            Emitir la factura de compra
          </Button>
        </div>
      )}
      {asking && (
        <Dialog title="Emitir la factura de compra" onClose={issue.isPending ? null : () => setAsking(false)}>
          <p>
            Se emite una factura de compra por {formatPesos(conversion.monto_clp)} a nombre de{' '}
            {compra.propuesta.proveedor.nombre}. Toma un folio y va al SII: no se puede deshacer, se corrige
            con una nota.
          </p>
          <p>
            {AMBIENTES[ambiente].corto}: {AMBIENTES[ambiente].dicho}.
          </p>
          {issue.error && <FaultNotice fault={issue.error} />}
          <div className="acciones">
            <Button
              tone="primario"
              busy={issue.isPending}
              data-foco
              onClick={() =>
                issue.mutate(
                  { params: { id: compra.id }, body: {}, clave: wish.keyOf(compra) },
                  {
                    onSettled: (_, fault) => wish.settled(fault),
                    onSuccess: () => setAsking(false),
                  },
                )
              }
            >
              {ambiente === 'produccion' ? 'Emitir factura real' : 'Emitir'}
            </Button>
            {!issue.isPending && <Button onClick={() => setAsking(false)}>Volver</Button>}
          </div>
        </Dialog>
      )}
    </section>
  )
}

export function Emitida({ compra: { dte, estado } }: { compra: Compra }) {
  if (!dte) return null
  return (
    <Notice
      tone={estado === 'emitida' ? 'bien' : 'espera'}
      title={estado === 'emitida' ? 'El SII aceptó su factura de compra' : 'Su factura de compra va al SII'}
    >
      <p>
        {dte.folio ? (
          <Link href={`/documentos/${dte.tipo_dte}/${dte.folio}`}>Factura de compra N° {dte.folio}</Link>
        ) : (
          'En cola'
        )}
        {' · '}
        <Link href={`/trabajos/${dte.job_id}`}>Su trabajo</Link>
      </p>
    </Notice>
  )
}

export function Discard({ compra, onDone }: { compra: Compra; onDone: () => void }) {
  const params = { id: compra.id }
  const [, navigate] = useLocation()
  const [asking, setAsking] = useState(false)
  const discard = useWrite('POST /v1/compras-internacionales/:id/descartar', ...LECTURAS)
  return (
    <div className="acciones">
      <Button tone="liso" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Descartar esta compra
      </Button>
      {asking && (
        <Dialog title="Descartar la compra" onClose={discard.isPending ? null : () => setAsking(false)}>
          <p>
            {nameOf(compra)}, {montoOf(compra)}. No se factura, y no vuelve: su archivo queda guardado.
          </p>
          {discard.error && <FaultNotice fault={discard.error} />}
          <div className="acciones">
            <Button
              tone="peligro"
              busy={discard.isPending}
              onClick={() =>
                discard.mutate(
                  { params },
                  {
                    onSuccess() {
                      onDone()
                      notify({ tone: 'bien', title: `${nameOf(compra)} se descartó` })
                      navigate('/compras-internacionales')
                    },
                  },
                )
              }
            >
              Descartar
            </Button>
            {!discard.isPending && (
              <Button data-foco onClick={() => setAsking(false)}>
                Volver
              </Button>
            )}
          </div>
        </Dialog>
      )}
    </div>
  )
}
