// The papers of a company's own system, filled with what the server knows (domain/certificacion §6, areas/certificacion §9).

import { versionLine } from '../../base/build'
import type { Clock } from '../../base/clock'
import { VERSION } from '../../domain/cambios'
import type { DatosPapel, RespaldoDelServidor } from '../../domain/certificacion/papeles/papel'
import { type ClasePapel, writePapel } from '../../domain/certificacion/papeles/papeles'
import { chileDate } from '../../domain/fecha'
import { formatRut } from '../../domain/rut'
import type { Tenant } from '../../http/tenant'
import { renderPapel } from '../../pdf'
import { openCertificado } from '../../store/certificado-cifrado'
import type { Store } from '../../store/store'
import type { Emisores } from '../dte'
import { createRespaldoStore, cuentaOperadora, type RespaldoProgramado } from '../respaldo'
import type { Certificaciones } from './certificaciones'

interface Deps {
  store: Pick<Store, 'db' | 'secrets'>
  clock: Clock
  certificaciones: Certificaciones
  emisores: Emisores
  /** Null where the server makes none. */
  respaldo: RespaldoProgramado | null
}

/** The reader: an owner of the server's first account is told of its copies, as by /v1/respaldos. */
export type Lector = Pick<Tenant, 'empresaId' | 'ambiente' | 'cuentaId' | 'rol'>

export type PrintPapel = ReturnType<typeof createPapeles>

export function createPapeles({ store, clock, certificaciones, emisores, respaldo }: Deps) {
  const { db, secrets } = store
  const rows = createRespaldoStore(db)
  const dayOf = (instant: string): string => chileDate(new Date(instant))

  function respaldoFor({ rol, cuentaId }: Lector): RespaldoDelServidor | null {
    if (!respaldo || rol !== 'propietario' || cuentaId !== cuentaOperadora(db)) return null
    const { destino, cron, conservar, abre } = respaldo
    const [ultima] = rows.kept(destino)
    const tried = rows.tried(destino)
    return {
      ...{ destino, cron, conservar, abre },
      ultima: ultima ? { nombre: ultima.nombre, dia: dayOf(ultima.inicio) } : null,
      ensayo: tried?.ensayo ? { dia: dayOf(tried.ensayoAt!), resultado: tried.ensayo } : null,
    }
  }

  function datosOf(lector: Lector): DatosPapel {
    const { emisor } = emisores.get(lector)
    const row = certificaciones.sql.papel.get(lector.ambiente, lector.empresaId)!
    const { certificado_cifrado, rut_titular, valido_hasta } = row
    const simulada = row.tipo === 'simulador' ? 'la del SII simulado' : null
    return {
      fecha: chileDate(clock()),
      empresa: {
        rut: formatRut(emisor.rut),
        razonSocial: emisor.razonSocial,
        giro: emisor.giro || null,
        direccion: emisor.direccion ?? null,
        comuna: emisor.comuna ?? null,
        telefono: emisor.telefono?.[0] ?? null,
        email: emisor.email ?? null,
      },
      version: versionLine(VERSION),
      firmante: certificado_cifrado && {
        nombre: openCertificado(secrets, lector.empresaId, certificado_cifrado).nombre,
        rut: formatRut(rut_titular!),
        hasta: dayOf(valido_hasta!),
      },
      casilla: {
        direccion: row.email_intercambio,
        lee: row.tipo === 'imap' ? `${row.usuario} en ${row.host}` : simulada,
      },
      respaldo: respaldoFor(lector),
    }
  }

  /** One as PDF. A rehearsal's says so across each page. */
  return (lector: Lector, cual: ClasePapel): Uint8Array => {
    const datos = datosOf(lector)
    return renderPapel(writePapel(cual, datos), {
      empresa: datos.empresa.razonSocial,
      marca: lector.ambiente === 'simulacion' ? 'ENSAYO' : null,
    })
  }
}
