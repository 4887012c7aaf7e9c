// What was read, to be corrected: saving settles the doubts of all that is in sight.

import { useState } from 'react'
import { useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { Form } from '../ui/form'
import { formatDate, formatPesos } from '../ui/format'
import { Notice } from '../ui/notice'
import { type Compra, LECTURAS } from './compra'
import { askedBack, changesOf, DatosFields, draftOf, PATHS } from './datos'

const FUENTE: Readonly<Record<NonNullable<Compra['conversion']>['fuente'], string>> = {
  tabla: 'de la cuenta',
  servidor: 'del servidor',
  bcentral: 'del Banco Central',
  manual: 'escrito a mano',
  estado_cuenta: 'del estado de cuenta',
  pesos: '',
}

export function Correct({ compra, mayAct }: { compra: Compra; mayAct: boolean }) {
  const before = draftOf(compra.propuesta)
  const [draft, setDraft] = useState(before)
  const save = useWrite('PUT /v1/compras-internacionales/:id', ...LECTURAS)
  const dudosos = compra.campos_dudosos
  const cuerpo = changesOf(
    draft,
    before,
    dudosos.map(({ campo }) => campo),
  )
  const asked = askedBack(draft, before, dudosos)
  const { conversion } = compra
  const ofRate = dudosos.find(({ campo }) => campo === 'tipo_cambio')
  const settleRate = (tipo_cambio: string | null): void =>
    save.mutate({ ruta: { id: compra.id }, cuerpo: { tipo_cambio } })
  return (
    <section className="seccion" aria-labelledby="datos">
      <h2 id="datos">Lo que dice la factura</h2>
      <Form
        onSubmit={() => {
          if (Object.keys(cuerpo).length && !Object.keys(asked).length)
            save.mutate({ ruta: { id: compra.id }, cuerpo })
        }}
        fault={save.error}
      >
        <fieldset disabled={!mayAct} className="columna suelto">
          <DatosFields draft={draft} onChange={setDraft} dudosos={dudosos} asked={asked} fault={save.error} />
        </fieldset>
        {save.error && <FaultNotice fault={save.error} fields={PATHS} />}
        {mayAct && Object.keys(cuerpo).length > 0 && (
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
            : `, a ${conversion.tipo_cambio} pesos por ${conversion.moneda}: tipo de cambio ${FUENTE[conversion.fuente]} del ${formatDate(conversion.fecha_tc)}`}
        </p>
      ) : (
        <Notice tone="aviso" title="Sin tipo de cambio">
          <p>
            No hay uno de ese día ni de los siete anteriores. Cárguelo en{' '}
            <a href="./tipos-cambio">Tipos de cambio</a>, o escríbalo a mano.
          </p>
        </Notice>
      )}
      {ofRate && conversion && mayAct && (
        <Notice tone="aviso" title="Tipo de cambio dudoso">
          <p>{ofRate.motivo}</p>
          <div className="acciones">
            <Button onClick={() => settleRate(conversion.tipo_cambio)}>Usar el del estado de cuenta</Button>
            <Button onClick={() => settleRate(null)}>Usar el de las tablas</Button>
          </div>
        </Notice>
      )}
    </section>
  )
}
