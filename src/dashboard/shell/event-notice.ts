// Which events raise a notice, and in what words (dashboard §9).

import type { TipoTrabajo } from '../../domain/trabajos'
import type { Evento } from '../api/live'
import { formatDate } from '../ui/format'
import { shortName } from '../ui/tipo'
import { BASES } from './bases'
import type { Told } from './notices'
import { claseOf, nameOf } from './operation'

const text = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined)

/** Whether the page at `path` says itself what an event tells: the document's its verdict, the job's that it stopped,
 * the day's its report, the series' that it waits, the schedule's its tasks. A set of tests takes exactly the folios that were asked for it, and tells of its documents. */
export const isInView = ({ evento, data }: Evento, path: string): boolean =>
  (['folios.agotados', 'dte.aceptado'].includes(evento) && path.includes('/certificacion')) ||
  (evento.startsWith('dte.') &&
    (path.endsWith(`/documentos/${data.tipo_dte}/${data.folio}`) ||
      (evento === 'dte.fallido' && path.endsWith(`/trabajos/${data.job_id}`)))) ||
  (evento === 'portal.bloqueado' && path.endsWith('/acceso-sii')) ||
  (evento === 'buzon.error' && path.endsWith('/buzon')) ||
  (evento === 'rcof.rechazado' && path.endsWith(`/rcof/${data.fecha}`)) ||
  (evento === 'recurrente.detenida' && path.endsWith(`/recurrentes/${data.serie_id}`)) ||
  (evento === 'programacion.fallida' && path.endsWith('/programacion')) ||
  (evento === 'trabajo.terminado' && data.tipo === 'buzon.leer' && path.endsWith('/buzon')) ||
  (evento === 'trabajo.terminado' &&
    ['/operaciones', hrefOf(data.tipo as TipoTrabajo)].some((list) => `${path}/`.includes(`${list}/`)))

const hrefOf = (tipo: TipoTrabajo): string => BASES[claseOf(tipo).base].href

type To = (ruta: string, path: string, action: string) => Pick<Told, 'href' | 'action'>

/** The end of an operation that somebody waits for: one that stopped stays, and of those that cost nothing only that is said. */
function ofOperation({ tipo, estado, objeto, error }: Evento['data'], to: To): Told | null {
  const operacion = { tipo: tipo as TipoTrabajo, objeto: String(objeto) }
  const name = nameOf(operacion)
  if (estado === 'completed') {
    const href = hrefOf(operacion.tipo)
    return claseOf(operacion.tipo).gasta
      ? { tone: 'bien', title: `${name}: terminó`, ...to(href, href, 'Ver') }
      : null
  }
  if (estado === 'discarded') return null
  const why = text((error as { error?: unknown } | null)?.error)
  const way = to('/operaciones', '/operaciones', 'Ver la operación')
  return { tone: 'mal', title: `${name}: se detuvo`, stays: true, ...(why && { text: why }), ...way }
}

/** Null for what only changes lists. Links lead to screens by `has`, which says whether one has landed. */
export function noticeOf({ evento, data }: Evento, has: (ruta: string) => boolean): Told | null {
  const tipo = Number(data.tipo_dte)
  const documento = `${shortName(tipo)} N° ${data.folio}`
  const to: To = (ruta, path, action) => (has(ruta) ? { href: path, action } : {})
  const toDocumento = to('/documentos/:tipo/:folio', `/documentos/${tipo}/${data.folio}`, 'Ver el documento')
  switch (evento) {
    case 'dte.aceptado':
      return { tone: 'bien', title: `${documento}: aceptada por el SII`, ...toDocumento }
    case 'dte.con_reparos':
      return { tone: 'aviso', title: `${documento}: aceptada con reparos`, ...toDocumento }
    case 'dte.rechazado': {
      const glosa = text(data.glosa)
      const said = {
        tone: 'mal',
        title: `${documento}: rechazada por el SII`,
        stays: true,
        ...toDocumento,
      } as const
      return glosa ? { ...said, text: glosa } : said
    }
    case 'dte.fallido':
      return {
        tone: 'mal',
        title: `${documento}: la emisión se detuvo`,
        stays: true,
        ...to('/trabajos/:id', `/trabajos/${data.job_id}`, 'Ver el trabajo'),
      }
    case 'folios.agotados':
      return {
        tone: 'mal',
        title: `No quedan folios de ${shortName(tipo).toLowerCase()}`,
        stays: true,
        ...to('/folios', '/folios', 'Conseguir folios'),
      }
    case 'certificado.por_vencer':
    case 'certificado.vencido':
      return {
        tone: evento === 'certificado.vencido' ? 'mal' : 'aviso',
        title: evento === 'certificado.vencido' ? 'El certificado venció' : 'El certificado vence pronto',
        stays: true,
        ...to('/certificado', '/certificado', 'Ver el certificado'),
      }
    case 'webhook.desactivado':
      return {
        tone: 'mal',
        title: 'Un webhook se desactivó porque no respondía',
        stays: true,
        ...to('/webhooks', '/webhooks', 'Ver los webhooks'),
      }
    case 'portal.bloqueado': {
      const said = text(data.accion)
      return {
        tone: 'mal',
        title: `El SII rehusó el ingreso por ${data.metodo === 'clave' ? 'clave' : 'certificado'}`,
        stays: true,
        ...(said && { text: said }),
        ...to('/acceso-sii', '/acceso-sii', 'Ver el acceso al SII'),
      }
    }
    case 'buzon.error': {
      const said = text(data.accion)
      return {
        tone: 'mal',
        title: 'El buzón se apagó: el servidor de correo rehusó la clave',
        stays: true,
        ...(said && { text: said }),
        ...to('/buzon', '/buzon', 'Ver el buzón'),
      }
    }
    case 'rcof.rechazado': {
      const { fecha, glosa } = data
      return {
        tone: 'mal',
        title: `Consumo de folios del ${formatDate(String(fecha))}: rechazado por el SII`,
        ...(text(glosa) && { text: String(glosa) }),
        stays: true,
        ...to('/rcof/:fecha', `/rcof/${fecha}`, 'Ver el día'),
      }
    }
    case 'recurrente.detenida': {
      const why = text(data.mensaje)
      return {
        tone: 'mal',
        title: `La serie ${String(data.nombre)} espera: ${formatDate(String(data.fecha))}`,
        ...(why && { text: why }),
        stays: true,
        ...to('/recurrentes/:id', `/recurrentes/${data.serie_id}`, 'Ver la serie'),
      }
    }
    case 'programacion.fallida': {
      const why = text((data.error as { error?: unknown } | null)?.error)
      return {
        tone: 'mal',
        title: 'Una tarea de la programación falló tres veces seguidas',
        ...(why && { text: why }),
        stays: true,
        ...to('/programacion', '/programacion', 'Ver la programación'),
      }
    }
    case 'respaldo.fallido': {
      const said = text(data.mensaje)
      return {
        tone: 'mal',
        title: 'Los respaldos del servidor necesitan atención',
        ...(said && { text: said }),
        stays: true,
        ...to('/respaldos', '/respaldos', 'Ver los respaldos'),
      }
    }
    case 'trabajo.terminado':
      return ofOperation(data, to)
    default:
      return null
  }
}
