// Today, this month and the last thirty days.

import { Link } from 'wouter'
import { ESTADOS_SII } from '../../domain/dte/estados'
import { QUE_SON_VENTAS } from '../../domain/dte/ventas'
import type { DataOf } from '../api/client'
import { BarChart } from '../ui/chart'
import { DataTable } from '../ui/data-table'
import { formatPesos, plural } from '../ui/format'
import { Empty } from '../ui/notice'
import { shortName } from '../ui/tipo'
import { DIAS, desde, porDia, porTipo, primeroDelMes, type Suma, sumUp } from './cifras'

/** In the list's own filter: what is counted, and what it leads to, are the same documents. */
const VALEN = Object.keys(ESTADOS_SII)
  .filter((estado) => estado !== 'rechazado')
  .join(',')

export function Ventas({ resumen, hoy }: { resumen: DataOf<'GET /v1/resumen'>; hoy: string }) {
  const { documentos, ventas } = resumen
  const mes = primeroDelMes(hoy)
  const types = porTipo(desde(documentos, mes))
  return (
    <section className="seccion" aria-labelledby="ventas">
      <h2 id="ventas">Ventas</h2>
      <div className="cifras">
        <Cuanto name="Hoy" suma={sumUp(resumen, hoy)} fecha="hoy" />
        <Cuanto name="Este mes" suma={sumUp(resumen, mes)} fecha="mes" />
      </div>
      <small>
        {QUE_SON_VENTAS} El número cuenta documentos de todo tipo. Es la suma del{' '}
        <Link href={`/libros?periodo=${mes.slice(0, 7).replace('-', '')}&base=emitidos`}>
          libro de ventas
        </Link>{' '}
        de lo emitido aquí, y lo que aún no llega al SII; el registro del SII tiene además lo emitido en otro
        programa.
      </small>
      {documentos.length === 0 ? (
        <Empty title="Aún no hay documentos en estos días">
          <p>Aquí se verá lo vendido cada día, por tipo de documento.</p>
        </Empty>
      ) : (
        <>
          <h3>Los últimos {DIAS} días</h3>
          <BarChart label="Ventas por día" bars={porDia(ventas, hoy)} format={formatPesos} />
        </>
      )}
      {types.length > 0 && (
        <>
          <h3>Este mes por tipo</h3>
          <DataTable
            caption="Documentos de este mes por tipo"
            rows={types}
            rowKey={({ tipo }) => String(tipo)}
            columns={[
              {
                id: 'tipo',
                title: 'Documento',
                head: true,
                cell: ({ tipo }) => (
                  <Link href={`/documentos?tipo_dte=${tipo}&fecha=mes&estado_sii=${VALEN}`}>
                    {shortName(tipo)}
                  </Link>
                ),
              },
              {
                id: 'documentos',
                title: 'Cantidad',
                numeric: true,
                // Said whole: on a phone no head stands over it.
                cell: ({ documentos }) => plural(documentos, 'documento'),
              },
              { id: 'total', title: 'Total', numeric: true, cell: ({ total }) => formatPesos(total) },
            ]}
          />
        </>
      )}
    </section>
  )
}

function Cuanto({ name, suma, fecha }: { name: string; suma: Suma; fecha: 'hoy' | 'mes' }) {
  const documentos = plural(suma.documentos, 'documento')
  return (
    <div>
      <h3>{name}</h3>
      <p className="total cifra">{formatPesos(suma.ventas)}</p>
      <Link href={`/documentos?fecha=${fecha}&estado_sii=${VALEN}`} aria-label={`${name}: ${documentos}`}>
        {documentos}
      </Link>
      {suma.porEnviar !== 0 && <small>{formatPesos(suma.porEnviar)} aún por enviar al SII</small>}
    </div>
  )
}
