// What `timbre doctor` reads in the database: the clock against what was written last, certificates and folios that end.

import type { Database } from 'better-sqlite3'
import type { Ambiente } from '../domain/ambiente'
import { chileDate, chileTimestamp, daysBetween } from '../domain/fecha'
import { openCertificado } from '../store/certificado-cifrado'
import { type Secrets, SecretUnreadable } from '../store/secrets'
import { ES_DEL_SIMULADOR, isDelSimulador } from '../xml/autoridad-simulador'
import type { Revision } from './doctor-revision'

const SOON_DAYS = 30
const HOUR = 3_600_000

/** The clock must not stand before what was already written. */
export function checkReloj(db: Database, now: Date): Revision {
  const que = 'Reloj'
  const last = db.prepare<[], number | null>('SELECT max(created_at) FROM job').pluck().get()
  const detalle = `${chileTimestamp(now).replace('T', ' ')} en Chile`
  if (last && last > now.getTime() + HOUR)
    return {
      estado: 'falla',
      que,
      detalle: `${detalle}, pero hay documentos del ${chileTimestamp(new Date(last)).replace('T', ' ')}`,
      remedio: 'ponga el reloj en hora (NTP)',
    }
  return { estado: 'bien', que, detalle }
}

/** What the master key does not cover: whoever decides where the file lies must know. */
export const EN_CLARO: Revision = {
  estado: 'aviso',
  que: 'Datos en claro',
  detalle:
    'nombres, RUT y correos de clientes y usuarios, montos, y direcciones de webhooks están sin cifrar en timbre.db y en sus respaldos',
  remedio:
    'cifre el disco de la carpeta de datos y el de los respaldos (LUKS o el volumen cifrado de su nube): protege de quien se lleve el disco o una copia',
}

interface CertificadoRow {
  id: string
  ambiente: Ambiente
  rut: string
  razonSocial: string
  validoHasta: string | null
  cifrado: Uint8Array | null
}

/** The certificate of every company; `secrets` null leaves out what only its sealed part tells. */
export function* checkCertificados(db: Database, now: Date, secrets: Secrets | null): Generator<Revision> {
  const rows = db
    .prepare<[], CertificadoRow>(
      `SELECT e.id, e.ambiente, e.rut, e.razon_social AS razonSocial, c.valido_hasta AS validoHasta,
         c.certificado_cifrado AS cifrado
       FROM empresa e LEFT JOIN certificado c ON c.empresa_id = e.id WHERE e.deleted_at IS NULL ORDER BY e.rut`,
    )
    .all()
  for (const row of rows) {
    const { ambiente, rut, razonSocial, validoHasta } = row
    const que = `Certificado de ${razonSocial} (${rut})`
    const remedio = 'cargue uno vigente con POST /v1/empresa/:id/certificado'
    if (!validoHasta) {
      yield { estado: 'aviso', que, detalle: 'no tiene', remedio }
      continue
    }
    if (ambiente !== 'simulacion' && secrets && isSimulado(row, secrets)) {
      yield { estado: 'falla', que, detalle: ES_DEL_SIMULADOR, remedio }
      continue
    }
    const days = daysBetween(chileDate(now), chileDate(new Date(validoHasta)))
    const detalle = `vence el ${chileDate(new Date(validoHasta))}`
    if (Date.parse(validoHasta) <= now.getTime())
      yield { estado: 'falla', que, detalle: `venció el ${chileDate(new Date(validoHasta))}`, remedio }
    else if (days < SOON_DAYS) yield { estado: 'aviso', que, detalle: `${detalle}, en ${days} días`, remedio }
    else yield { estado: 'bien', que, detalle }
  }
}

/** Whether the simulator gave it; of one that does not open `timbre verificar` tells. */
function isSimulado({ id, cifrado }: CertificadoRow, secrets: Secrets): boolean {
  try {
    return cifrado !== null && isDelSimulador(openCertificado(secrets, id, cifrado).pem)
  } catch (fault) {
    if (!(fault instanceof SecretUnreadable)) throw fault
    return false
  }
}

interface Rango {
  rut: string
  ambiente: string
  tipo: number
  siguiente: number
  hasta: number
  venceEl: string | null
}

/** The folios left of every company, environment and type that has had some, and the range of them that ends first. */
export function* checkFolios(db: Database, now: Date): Generator<Revision> {
  const hoy = chileDate(now)
  const rows = db
    .prepare<[], Rango>(
      `SELECT e.rut, c.ambiente, c.tipo_dte AS tipo, c.siguiente, c.hasta, c.vence_el AS venceEl
       FROM caf c JOIN empresa e ON e.id = c.empresa_id WHERE e.deleted_at IS NULL
       ORDER BY e.rut, c.ambiente, c.tipo_dte, c.vence_el IS NULL, c.vence_el, c.siguiente`,
    )
    .all()
  const groups = Map.groupBy(rows, ({ rut, ambiente, tipo }) => `Folios ${tipo} de ${rut} (${ambiente})`)
  for (const [que, rangos] of groups) {
    const vigentes = rangos.filter(
      ({ siguiente, hasta, venceEl }) => siguiente <= hasta && (venceEl === null || venceEl >= hoy),
    )
    const first = vigentes[0]
    if (!first) {
      yield {
        estado: 'falla',
        que,
        detalle: 'no quedan vigentes',
        remedio: 'cargue un CAF con POST /v1/dte/folios',
      }
      continue
    }
    const quedan = vigentes.reduce((sum, { siguiente, hasta }) => sum + hasta - siguiente + 1, 0)
    const { siguiente, hasta, venceEl } = first
    const which = siguiente === hasta ? `el ${hasta} vence` : `los del ${siguiente} al ${hasta} vencen`
    const detalle = `quedan ${quedan}${venceEl ? `; ${which} el ${venceEl}` : ''}`
    if (venceEl && daysBetween(hoy, venceEl) < SOON_DAYS)
      yield { estado: 'aviso', que, detalle, remedio: 'úselos antes o anúlelos en el SII' }
    else yield { estado: 'bien', que, detalle }
  }
}
