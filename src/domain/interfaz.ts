// The published history of the interface that this server keeps (specification, Versioning): apart from the server's own releases.

import type { TipoDeCambio } from './cambios'

interface VersionInterfaz {
  version: string
  /** `YYYY-MM-DD`; null of a version that only notes name. */
  fecha: string | null
  cambios: { tipo: TipoDeCambio; texto: string }[]
}

const version = (
  version: string,
  fecha: string | null,
  ...cambios: [tipo: TipoDeCambio, texto: string][]
): VersionInterfaz => ({ version, fecha, cambios: cambios.map(([tipo, texto]) => ({ tipo, texto })) })

/** Newest first. */
export const INTERFAZ: readonly VersionInterfaz[] = [
  version('v1.22.0', null, [
    'Agregado',
    'Facturación de guías de despacho: una factura por una o más guías.',
  ]),
  version('v1.14.0', null, ['Agregado', 'Documentos de exportación: 110, 111 y 112.']),
  version(
    'v1.4.0',
    '2026-04-22',
    [
      'Eliminado',
      'El encabezado X-Sync. Quien leía track_id o xml_firmado de la respuesta usa un webhook o pregunta por el trabajo.',
    ],
    ['Cambiado', 'POST /v1/dte/emitir responde siempre 202 con job_id.'],
    ['Cambiado', '503 QUEUE_UNAVAILABLE en lugar de emitir en silencio sin la cola.'],
    ['Agregado', 'job_id en el cuerpo de dte.emitido.'],
    ['Agregado', 'Eventos en vivo: GET /v1/events/stream.'],
  ),
  version(
    'v1.3.0',
    '2026-04-09',
    ['Agregado', 'Descuentos por línea y globales (DscRcgGlobal).'],
    ['Agregado', 'Descarga del XML firmado y del PDF.'],
    ['Cambiado', 'Las notas de crédito se vinculan por el FolioRef del XML cuando lo hay.'],
    ['Cambiado', 'Los XML y los datos bancarios se guardan cifrados.'],
  ),
  version(
    'v1.2.0',
    '2026-03-15',
    ['Agregado', 'Notas de crédito del registro vinculadas con sus facturas, también por sí solas.'],
    ['Agregado', 'Búsqueda y páginas en GET /v1/documentos.'],
    ['Cambiado', 'Los XML del SII en ISO-8859-1 se leen mejor.'],
  ),
  version(
    'v1.1.0',
    '2026-02-20',
    ['Agregado', 'Invitaciones de usuarios.'],
    ['Agregado', 'Webhooks.'],
    ['Agregado', 'Solicitud de folios al SII.'],
    ['Agregado', 'Versiones de plantillas PDF con activación selectiva.'],
    ['Agregado', 'Autocompletado de empresas.'],
  ),
  version('v1.0.0', '2026-01-15', [
    'Agregado',
    'Primera versión: sesiones JWT y llaves de API; emisión de DTE; registro de compras y ventas con sincronización; empresas, folios, plantillas PDF y cobros.',
  ]),
]
