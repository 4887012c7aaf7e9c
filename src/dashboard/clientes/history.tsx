// The changes of a customer, with their authors.

import { useState } from 'react'
import type { DataOf } from '../api/client'
import { useApi } from '../api/query'
import { Loaded } from '../shell/loaded'
import { formatRut } from '../ui/format'
import { Moment } from '../ui/moment'
import { Pager } from '../ui/pager'

type Cambio = DataOf<'GET /v1/clientes/:id/historial'>[number]

const NOMBRES: Readonly<Record<string, string>> = {
  rut: 'RUT',
  razon_social: 'razón social',
  direccion: 'dirección',
  email: 'correo',
  telefono: 'teléfono',
  email_intercambio: 'casilla de intercambio',
  forma_pago_defecto: 'forma de pago',
  extranjero: 'identificación de extranjero',
}

function shownValue(campo: string, value: unknown): string {
  if (value === null || value === undefined) return 'nada'
  if (campo === 'rut') return formatRut(String(value))
  if (typeof value === 'object') return String((value as { num_id?: string }).num_id ?? '')
  return `«${value}»`
}

function wordsOf({ campo, antes, despues }: Cambio['campos'][number]): string {
  if (campo === 'eliminado') return despues === true ? 'Se eliminó' : 'Se restauró'
  return `${NOMBRES[campo] ?? campo}: de ${shownValue(campo, antes)} a ${shownValue(campo, despues)}`
}

export function History({ id }: { id: string }) {
  const [pagina, setPagina] = useState(1)
  const query = useApi(
    'GET /v1/clientes/:id/historial',
    { params: { id }, query: { limite: 10, pagina } },
    { conservar: true },
  )
  return (
    <section className="seccion" aria-labelledby="cliente-historial">
      <h2 id="cliente-historial">Cambios</h2>
      <Loaded query={query}>
        {({ data, paginacion }) =>
          data.length ? (
            <>
              <ul>
                {data.map(({ fecha, usuario, campos }, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two of one instant differ in their place alone
                  <li key={`${fecha} ${i}`}>
                    <Moment at={fecha} /> · {usuario ?? 'Una importación'}
                    {campos.map((campo) => (
                      <div key={campo.campo}>{wordsOf(campo)}</div>
                    ))}
                  </li>
                ))}
              </ul>
              <Pager {...paginacion} onPage={setPagina} />
            </>
          ) : (
            <p>No ha cambiado desde que se creó.</p>
          )
        }
      </Loaded>
    </section>
  )
}
