// Whether somebody issues electronic documents, and what the company knows of it besides.

import type { DataOf } from '../api/client'
import { formatDate, formatRut } from '../ui/format'
import { Notice } from '../ui/notice'
import { shortName } from '../ui/tipo'
import { Facts, Said } from './facts'

export function EmisorFacts({
  datos,
  onAnew,
}: {
  datos: DataOf<'GET /v1/contribuyente/:rut'>
  onAnew: () => void
}) {
  const { fuentes, resolucion } = datos
  const now = datos.documentos.filter(({ hasta }) => hasta === null)
  return (
    <section className="columna" aria-label="Contribuyente">
      <Notice
        tone={datos.autorizado_dte ? 'bien' : 'aviso'}
        title={datos.autorizado_dte ? 'Emite documentos electrónicos' : 'No emite documentos electrónicos'}
      >
        <p>{datos.razon_social ?? formatRut(datos.rut)}</p>
      </Notice>
      <Facts
        facts={[
          ['RUT', formatRut(datos.rut)],
          ['Razón social', datos.razon_social, fuentes.razon_social],
          ['Giro', datos.giro, fuentes.giro],
          ['Dirección', datos.direccion, fuentes.direccion],
          ['Comuna', datos.comuna, fuentes.comuna],
          ['Ciudad', datos.ciudad, fuentes.ciudad],
          ['Correo', datos.email, fuentes.email],
          ['Casilla de intercambio', datos.email_intercambio, fuentes.email_intercambio],
          ['Resolución', resolucion && `N° ${resolucion.numero} del ${formatDate(resolucion.fecha)}`],
          ['Documentos', now.map(({ tipo_dte }) => shortName(tipo_dte)).join(', ')],
        ]}
      />
      <Said fuente={datos.fuente} consultadoEn={datos.consultado_en} onAnew={onAnew} />
    </section>
  )
}
