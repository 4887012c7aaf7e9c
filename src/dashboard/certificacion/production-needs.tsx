// The needs of a company that issues in production: each with the page of the SII, the screen here, and whether it is done as the API says.

import type { ReactNode } from 'react'
import { useApi, useApiOrNull } from '../api/query'
import { useSesion } from '../api/sesion'
import { LinkButton } from '../ui/button'
import { Copy } from '../ui/copy'
import { formatDate } from '../ui/format'
import type { Camino } from './camino'

const PALENA = 'https://palena.sii.cl/cvc_cgi/dte/'

/** `resolucion`: as it was noted with the declaration, while the company is not in production. */
export function ProductionNeeds({ resolucion = null }: { resolucion?: Camino['resolucion'] }) {
  const { empresa, ambiente, puede } = useSesion()
  const real = ambiente === 'produccion'
  const company = useApi('GET /v1/empresa/actual')
  const certificado = useApiOrNull('GET /v1/empresa/:id/certificado', { params: { id: empresa.id } })
  const folios = useApi('GET /v1/dte/folios', undefined, { activa: real && puede('folios:leer') })
  const known = real ? (company.data?.data.resolucion ?? null) : resolucion
  const own = certificado.data?.data
  const signs = own !== undefined && own.dias_restantes >= 0
  const has = real && (folios.data?.data.some(({ disponibles }) => disponibles > 0) ?? false)
  return (
    <ol className="pasos">
      <Paso titulo="Usuarios" pagina={`${PALENA}eu_enrola_usuarios`} rut={empresa.rut}>
        <p>
          Inscriba otra vez a quien firma, con los permisos Solicitar Folio, Firmar Doctos y Enviar Doctos.
          Timbre no lo ve: lo muestra la página del SII.
        </p>
      </Paso>
      <Paso titulo="Resolución" pagina={`${PALENA}ad_empresa1`} rut={empresa.rut} hecho={known !== null}>
        <p>
          {known
            ? `La N° ${known.numero} del ${formatDate(known.fecha)}.`
            : 'Lea el número y la fecha de la resolución en los datos de la empresa; se escriben al pasar a producción.'}
        </p>
        {real && !known && <LinkButton href={`/empresas/${empresa.id}`}>Anotarla en la empresa</LinkButton>}
      </Paso>
      <Paso titulo="Certificado digital" hecho={signs}>
        <p>
          {signs
            ? `Sirve el que ya está cargado, de ${own.nombre}; le quedan ${own.dias_restantes} días.`
            : 'Cargue el certificado de quien firma.'}
        </p>
        <LinkButton href="/certificado">Ir a Certificado</LinkButton>
      </Paso>
      <Paso titulo="Folios" pagina={`${PALENA}of_solicita_folios`} rut={empresa.rut} hecho={has}>
        <p>
          {real
            ? 'Pida los folios de producción, o cargue los archivos CAF que descargó del SII.'
            : 'Los de producción se piden o se cargan cuando la empresa está en producción: los de pruebas no sirven.'}
        </p>
        {real && <LinkButton href="/folios">Ir a Folios</LinkButton>}
      </Paso>
    </ol>
  )
}

function Paso({
  titulo,
  pagina,
  rut,
  hecho = false,
  children,
}: {
  titulo: string
  /** A page of the SII. */
  pagina?: string
  rut?: string
  hecho?: boolean
  children: ReactNode
}) {
  return (
    <li className={hecho ? 'hecho' : 'actual'}>
      <span className="marca" aria-hidden="true">
        {hecho ? '✓' : '→'}
      </span>
      <div className="columna">
        <h3>
          {titulo} <span className="solo-lector">{hecho ? '(listo)' : '(falta)'}</span>
        </h3>
        {children}
        {pagina && !hecho && (
          <>
            <p>
              En el SII:{' '}
              <a href={pagina} target="_blank" rel="noreferrer">
                {pagina.replace('https://', '')}
                <span className="solo-lector"> (se abre en otra pestaña)</span>
              </a>
            </p>
            {rut && <Copy text={rut} label={`el RUT de la empresa (${titulo})`} />}
          </>
        )}
      </div>
    </li>
  )
}
