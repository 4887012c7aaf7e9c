// Today, this month and the last thirty days.

import { Link } from 'wouter'
import { BarChart } from '../ui/chart'
import { DataTable } from '../ui/data-table'
import { formatPesos, plural } from '../ui/format'
import { Empty } from '../ui/notice'
import { shortName } from '../ui/tipo'
import { type Cifra, DIAS, desde, porDia, porTipo, primeroDelMes, type Suma, sumUp } from './cifras'

export function Ventas({ cifras, hoy }: { cifras: readonly Cifra[]; hoy: string }) {
  const mes = desde(cifras, primeroDelMes(hoy))
  const types = porTipo(mes)
  return (
    <section className="seccion" aria-labelledby="ventas">
      <h2 id="ventas">Ventas</h2>
      <div className="cifras">
        <Cuanto name="Hoy" suma={sumUp(desde(cifras, hoy))} href="/documentos?fecha=hoy" />
        <Cuanto name="Este mes" suma={sumUp(mes)} href="/documentos?fecha=mes" />
      </div>
      <small>
        El monto suma facturas, boletas y notas de débito y resta notas de crédito, con IVA. El número cuenta
        documentos de todo tipo. Lo rechazado no se cuenta.
      </small>
      {cifras.length === 0 ? (
        <Empty title="Aún no hay documentos en estos días">
          <p>Aquí se verá lo vendido cada día, por tipo de documento.</p>
        </Empty>
      ) : (
        <>
          <h3>Los últimos {DIAS} días</h3>
          <BarChart label="Ventas por día" bars={porDia(cifras, hoy)} format={formatPesos} />
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
                  <Link href={`/documentos?tipo_dte=${tipo}&fecha=mes`}>{shortName(tipo)}</Link>
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

const Cuanto = ({ name, suma: { documentos, ventas }, href }: { name: string; suma: Suma; href: string }) => (
  <div>
    <h3>{name}</h3>
    <p className="total cifra">{formatPesos(ventas)}</p>
    <Link href={href} aria-label={`${name}: ${plural(documentos, 'documento')}`}>
      {plural(documentos, 'documento')}
    </Link>
  </div>
)
