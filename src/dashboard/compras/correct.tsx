// Corrects what was read: saving settles the doubts of all that is in sight.

import { Link } from 'wouter'
import { useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { Form } from '../ui/form'
import { formatDate, formatNumber, formatPesos } from '../ui/format'
import { Notice } from '../ui/notice'
import { type Compra, differing, isEmpty, isRateMissing, LECTURAS } from './compra'
import { changesOf, DatosFields, type Draft, draftOf, PATHS } from './datos'
import { useKeptFocus } from './use-kept-focus'

const FUENTE: Readonly<Record<NonNullable<Compra['conversion']>['fuente'], string>> = {
  tabla: 'de la cuenta',
  servidor: 'del servidor',
  bcentral: 'del Banco Central',
  manual: 'escrito a mano',
  estado_cuenta: 'del estado de cuenta',
  pesos: '',
}

export function Correct({
  compra,
  edits,
  onEdit,
  mayAct,
}: {
  compra: Compra
  /** Corrections that are not saved yet: they outlive any other change of the purchase. */
  edits: Partial<Draft>
  onEdit: (next: (now: Partial<Draft>) => Partial<Draft>) => void
  mayAct: boolean
}) {
  const before = draftOf(compra.propuesta)
  const draft = { ...before, ...edits }
  const save = useWrite('PUT /v1/compras-internacionales/:id', ...LECTURAS)
  const { part, keep } = useKeptFocus()
  const dudosos = compra.campos_dudosos
  const body = changesOf(
    draft,
    before,
    dudosos.map(({ campo }) => campo),
  )
  const { conversion } = compra
  const ofRate = dudosos.find(({ campo }) => campo === 'tipo_cambio')
  const params = { id: compra.id }
  const settleRate = (tipo_cambio: string | null): void => {
    if (!save.isPending) save.mutate({ params, body: { tipo_cambio } }, { onSuccess: keep })
  }
  return (
    <section className="seccion" aria-labelledby="datos" ref={part} tabIndex={-1}>
      <h2 id="datos">Lo que dice la factura</h2>
      <Form
        onSubmit={() => {
          if (!save.isPending && !isEmpty(body))
            save.mutate(
              { params, body },
              {
                onSuccess() {
                  onEdit((now) => differing(now, draft))
                  keep()
                },
              },
            )
        }}
        fault={save.error}
      >
        <fieldset disabled={!mayAct} className="columna suelto">
          <DatosFields
            draft={draft}
            onChange={(written) => onEdit((now) => differing({ ...now, ...written }, before))}
            dudosos={dudosos}
            fault={save.error}
          />
        </fieldset>
        {save.error && <FaultNotice fault={save.error} fields={PATHS} />}
        {mayAct && !isEmpty(body) && (
          <div className="acciones">
            <Button type="submit" tone="primario" busy={save.isPending}>
              {dudosos.length ? 'Guardar y dar por revisado' : 'Guardar los cambios'}
            </Button>
          </div>
        )}
      </Form>
      {conversion ? (
        <p>
          {formatPesos(conversion.monto_clp)}
          {conversion.fuente === 'pesos'
            ? ''
            : `, a ${formatNumber(conversion.tipo_cambio)} pesos por ${conversion.moneda}: tipo de cambio ${FUENTE[conversion.fuente]} del ${formatDate(conversion.fecha_tc)}`}
        </p>
      ) : (
        isRateMissing(compra) && (
          <Notice tone="aviso" quiet title="Sin tipo de cambio">
            <p>
              No hay uno de ese día ni de los siete anteriores. Cárguelo en{' '}
              <Link href="/compras-internacionales/tipos-cambio">Tipos de cambio</Link>, o escríbalo a mano.
            </p>
          </Notice>
        )
      )}
      {ofRate && conversion && mayAct && (
        <Notice tone="aviso" title="Tipo de cambio dudoso">
          <p>{ofRate.motivo}</p>
          <div className="acciones">
            <Button busy={save.isPending} onClick={() => settleRate(conversion.tipo_cambio)}>
              Usar el del estado de cuenta
            </Button>
            <Button busy={save.isPending} onClick={() => settleRate(null)}>
              Usar el de las tablas
            </Button>
          </div>
        </Notice>
      )}
    </section>
  )
}
