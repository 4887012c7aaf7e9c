// The checks of `timbre doctor` on the database: the clock against the last write, certificates and folios
// that end.

import { eq, isNull, max } from 'drizzle-orm'
import { chileDate, chileTimestamp, daysBetween } from '../domain/fecha'
import { openCertificado } from '../store/certificado-cifrado'
import { type Secrets, SecretUnreadable } from '../store/secrets'
import type { Db } from '../store/store'
import { certificado, empresa } from '../store/tables/empresa'
import { caf, folioLibre } from '../store/tables/folios'
import { job } from '../store/tables/job'
import { isDelSimulador, SIMULATED_CERTIFICATE } from '../xml/autoridad-simulador'
import type { Revision } from './doctor-revision'

const SOON_DAYS = 30
const HOUR = 3_600_000

/** The clock must not stand before what was already written. */
export function checkReloj(db: Db, now: Date): Revision {
  const que = 'Reloj'
  const last = db
    .select({ at: max(job.createdAt) })
    .from(job)
    .get()?.at
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

/** Data outside of the master key's cover, for the person who places the file. */
export const EN_CLARO: Revision = {
  estado: 'aviso',
  que: 'Datos en claro',
  detalle:
    'nombres, RUT y correos de clientes y usuarios, montos, y direcciones de webhooks están sin cifrar en timbre.db y en sus respaldos',
  remedio:
    'cifre el disco de la carpeta de datos y el de los respaldos (LUKS o el volumen cifrado de su nube): protege de quien se lleve el disco o una copia',
}

/** The certificate of every company; `secrets` null leaves out what only its sealed part tells. */
export function* checkCertificados(db: Db, now: Date, secrets: Secrets | null): Generator<Revision> {
  const rows = db
    .select({
      id: empresa.id,
      ambiente: empresa.ambiente,
      rut: empresa.rut,
      razonSocial: empresa.razonSocial,
      validoHasta: certificado.validoHasta,
      cifrado: certificado.certificadoCifrado,
    })
    .from(empresa)
    .leftJoin(certificado, eq(certificado.empresaId, empresa.id))
    .where(isNull(empresa.deletedAt))
    .orderBy(empresa.rut)
    .all()
  for (const { id, ambiente, rut, razonSocial, validoHasta, cifrado } of rows) {
    const que = `Certificado de ${razonSocial} (${rut})`
    const clase = 'Certificados'
    const remedio = 'cargue uno vigente con POST /v1/empresa/:id/certificado'
    if (!validoHasta) {
      yield { estado: 'aviso', clase, que, detalle: 'no tiene', remedio }
      continue
    }
    if (ambiente !== 'simulacion' && secrets && cifrado && isSimulado(id, cifrado, secrets)) {
      yield { estado: 'falla', clase, que, detalle: SIMULATED_CERTIFICATE, remedio }
      continue
    }
    const days = daysBetween(chileDate(now), chileDate(new Date(validoHasta)))
    const detalle = `vence el ${chileDate(new Date(validoHasta))}`
    if (Date.parse(validoHasta) <= now.getTime())
      yield { estado: 'falla', clase, que, detalle: `venció el ${chileDate(new Date(validoHasta))}`, remedio }
    else if (days < SOON_DAYS)
      yield { estado: 'aviso', clase, que, detalle: `${detalle}, en ${days} días`, remedio }
    else yield { estado: 'bien', clase, que, detalle }
  }
}

/** Whether the simulator gave it; of one that does not open `timbre verificar` tells. */
function isSimulado(empresaId: string, cifrado: Uint8Array, secrets: Secrets): boolean {
  try {
    return isDelSimulador(openCertificado(secrets, empresaId, cifrado).pem)
  } catch (fault) {
    if (!(fault instanceof SecretUnreadable)) throw fault
    return false
  }
}

/** The folios left of every company, environment and type that has had some, and the range of them that ends first. */
export function* checkFolios(db: Db, now: Date): Generator<Revision> {
  const hoy = chileDate(now)
  const rows = db
    .select({
      rut: empresa.rut,
      ambiente: caf.ambiente,
      tipo: caf.tipoDte,
      siguiente: caf.siguiente,
      hasta: caf.hasta,
      venceEl: caf.venceEl,
      libres: db.$count(folioLibre, eq(folioLibre.cafId, caf.id)),
    })
    .from(caf)
    .innerJoin(empresa, eq(empresa.id, caf.empresaId))
    .where(isNull(empresa.deletedAt))
    .orderBy(empresa.rut, caf.ambiente, caf.tipoDte, isNull(caf.venceEl), caf.venceEl, caf.siguiente)
    .all()
  const clase = 'Folios'
  const groups = Map.groupBy(rows, ({ rut, ambiente, tipo }) => `Folios ${tipo} de ${rut} (${ambiente})`)
  for (const [que, rangos] of groups) {
    const vigentes = rangos.filter(
      ({ siguiente, hasta, libres, venceEl }) =>
        (siguiente <= hasta || libres > 0) && (venceEl === null || venceEl >= hoy),
    )
    const first = vigentes[0]
    if (!first) {
      yield {
        estado: 'falla',
        clase,
        que,
        detalle: 'no quedan vigentes',
        remedio: 'cargue un CAF con POST /v1/dte/folios',
      }
      continue
    }
    // Those in front of annulled ones, and of documents that were given up, are taken too.
    const quedan = vigentes.reduce(
      (sum, { siguiente, hasta, libres }) => sum + hasta - siguiente + 1 + libres,
      0,
    )
    const { siguiente, hasta, venceEl } = first
    const which =
      siguiente > hasta
        ? `los libres hasta el ${hasta} vencen`
        : siguiente === hasta
          ? `el ${hasta} vence`
          : `los del ${siguiente} al ${hasta} vencen`
    const detalle = `quedan ${quedan}${venceEl ? `; ${which} el ${venceEl}` : ''}`
    if (venceEl && daysBetween(hoy, venceEl) < SOON_DAYS)
      yield { estado: 'aviso', clase, que, detalle, remedio: 'úselos antes o anúlelos en el SII' }
    else yield { estado: 'bien', clase, que, detalle }
  }
}
