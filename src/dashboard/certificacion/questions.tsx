// The questions that the text leaves open, answered in place: nothing of them is guessed (areas/certificacion §2).

import { useState } from 'react'
import { api } from '../api/client'
import { useApi, useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { notify } from '../shell/notices'
import { Button } from '../ui/button'
import { CheckField } from '../ui/field'
import { Form } from '../ui/form'
import { plural } from '../ui/format'
import { Notice } from '../ui/notice'
import { AduanaFields } from './aduana-fields'
import {
  ajustesOf,
  asksFor,
  CAMPOS_EXTRANJERO,
  CAMPOS_RECEPTOR,
  CAMPOS_TRASLADO,
  DE_ENSAYO,
  formOf,
  type Respuestas,
  type SetEntero,
  textDoubts,
} from './ajustes'
import { type Camino, ENVEJECE, nameOfSet } from './camino'
import { Question } from './question'
import { type OtroSet, Receivers, RowFields } from './receivers'

const EDITABLE = ['con_dudas', 'listo', 'espera_set', 'rechazado']

/** Another set of the road whose receivers were given. */
function otherOf({ id, sets }: Camino, { clase }: SetEntero, foreign: boolean): OtroSet | null {
  const isForeign = (one: string): boolean => one.startsWith('exportacion')
  const other = sets.find(
    (one) =>
      one.clase !== clase && one.dudas === 0 && one.folios.length > 0 && isForeign(one.clase) === foreign,
  )
  if (!other || other.clase === 'boleta') return null
  return {
    nombre: nameOfSet(other),
    async read() {
      const { data } = await api('GET /v1/certificacion/:id/sets/:clase', {
        params: { id, clase: other.clase },
      })
      const { receptores, extranjeros } = formOf(data)
      return foreign ? extranjeros : receptores
    },
  }
}

export function Questions({ camino, set }: { camino: Camino; set: SetEntero }) {
  const { puede, soloMira, ambiente, empresa } = useSesion()
  const [form, setForm] = useState<Respuestas>(() => formOf(set))
  const company = useApi('GET /v1/empresa/actual', undefined, { activa: form.propio })
  const save = useWrite('PUT /v1/certificacion/:id/sets/:clase/ajustes', ...ENVEJECE)
  const change = (part: Partial<Respuestas>): void => setForm((old) => ({ ...old, ...part }))
  const doubts = textDoubts(set.preguntas)
  const receivers = asksFor(set.preguntas, 'receptores') || form.receptores.length > 0
  const foreign = asksFor(set.preguntas, 'receptores_extranjeros') || form.extranjeros.length > 0
  const nothing = !doubts.length && !receivers && !foreign && !form.propio && !form.traslado && !form.aduana
  if (nothing || !EDITABLE.includes(set.estado)) return null
  const administra = puede('empresa:administrar') && !soloMira && camino.estado !== 'autorizada'
  const submit = (): void => {
    const own = company.data?.data
    if (save.isPending || (form.propio && !own)) return
    const propio = Object.fromEntries(CAMPOS_RECEPTOR.map((name) => [name, own?.[name] ?? '']))
    const params = { id: camino.id, clase: set.clase }
    save.mutate(
      { params, body: ajustesOf(form, set.ajustes, propio) },
      {
        onSuccess: ({ data }) =>
          notify({
            tone: data.dudas || data.faltas ? 'aviso' : 'bien',
            title: data.dudas
              ? `Se guardó; por responder: ${plural(data.dudas, 'pregunta')}`
              : data.faltas
                ? 'Se guardó; queda algo por corregir'
                : 'No quedan preguntas',
          }),
      },
    )
  }
  return (
    <section className="seccion" aria-labelledby="preguntas">
      <h2 id="preguntas">Lo que el texto no dice</h2>
      {set.dudas > 0 && (
        <Notice tone="aviso" quiet>
          <p>
            Timbre no adivina: responda, o guarde lo propuesto si está de acuerdo. Sin esto el set no se
            emite.
          </p>
        </Notice>
      )}
      {set.por_corregir.length > 0 && (
        <Notice tone="aviso" quiet>
          <p>Así como quedó, el set no se puede emitir:</p>
          <ul>
            {set.por_corregir.map(({ campo, mensaje }) => (
              <li key={`${campo} ${mensaje}`}>{mensaje}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Form onSubmit={submit} fault={save.error}>
        {receivers && (
          <Receivers
            legend="A quién se emiten los documentos"
            hint={`Agregue al menos uno; mejor uno distinto para cada factura. Las notas van al de su documento. ${ambiente === 'simulacion' ? 'Para ensayar sirven los inventados.' : 'Son clientes de verdad.'}`}
            names={CAMPOS_RECEPTOR}
            rows={form.receptores}
            onChange={(receptores) => change({ receptores })}
            clientes
            otro={otherOf(camino, set, false)}
            ejemplos={ambiente === 'simulacion' ? DE_ENSAYO : []}
          />
        )}
        {foreign && (
          <Receivers
            legend="A quién se emiten las exportaciones"
            hint="Clientes de otro país. El país lo dice el texto del set."
            names={CAMPOS_EXTRANJERO}
            rows={form.extranjeros}
            onChange={(extranjeros) => change({ extranjeros })}
            otro={otherOf(camino, set, true)}
            ejemplos={
              ambiente === 'simulacion'
                ? [
                    {
                      ...{ razon_social: 'Foreign Customer Inc', giro: 'Import' },
                      ...{ direccion: '12 Harbour Road', ciudad: 'Yokohama' },
                    },
                  ]
                : []
            }
          />
        )}
        {(form.propio || asksFor(set.preguntas, 'propio')) && (
          <CheckField
            label={`El traslado entre bodegas lo recibe ${empresa.razon_social}`}
            hint="Con los datos de la empresa, como están en Timbre."
            checked={form.propio}
            onChange={(propio) => change({ propio })}
          />
        )}
        {form.traslado && (
          <fieldset className="receptores">
            <legend>Transporte de las guías</legend>
            <small>Lo que deje en blanco de vehículo y chofer se informa al SII como no disponible.</small>
            <RowFields
              names={CAMPOS_TRASLADO}
              row={form.traslado}
              onChange={(traslado) => change({ traslado })}
            />
          </fieldset>
        )}
        {doubts.map((pregunta) => (
          <Question
            key={pregunta.clave}
            pregunta={pregunta}
            value={form.respuestas[pregunta.clave] ?? ''}
            onChange={(text) => change({ respuestas: { ...form.respuestas, [pregunta.clave]: text } })}
          />
        ))}
        {form.aduana && <AduanaFields textos={form.aduana} onChange={(aduana) => change({ aduana })} />}
        {save.error && <FaultNotice fault={save.error} />}
        {administra && (
          <div>
            <Button type="submit" tone={set.dudas ? 'primario' : 'normal'} busy={save.isPending}>
              Guardar las respuestas
            </Button>
          </div>
        )}
      </Form>
    </section>
  )
}
