// The exchange of a road: the SII's file and its three answers, kept as evidence (areas/certificacion §7).

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import type { Ambiente } from '../../domain/ambiente'
import { AppError } from '../../domain/errors'
import { chileTimestamp } from '../../domain/fecha'
import type { Audit } from '../../http/audit'
import type { Tenant } from '../../http/tenant'
import type { Store } from '../../store/store'
import type { Sign } from '../../xml/firma'
import type { ArchivoLeido } from '../../xml/recibido'
import { type Emisores, loadFirmante } from '../dte'
import { answerExchange, canonicalName, judgeExchange, type RespuestasIntercambio } from './answer-exchange'
import { type Certificaciones, huellaOf } from './certificaciones'
import type { CertificacionRow } from './statements'
import { checkOpen } from './take-set'

/** Reads another company's file, a long one off the loop. */
export type ReadRecibido = (owner: string, ambiente: Ambiente, bytes: Uint8Array) => Promise<ArchivoLeido>

interface Deps {
  store: Pick<Store, 'client'>
  certificaciones: Certificaciones
  clock: Clock
  newId: NewId
  audit: Audit
  emisores: Emisores
  readRecibido: ReadRecibido
  sign: Sign
}

interface ArchivoSii {
  nombre: string
  bytes: Uint8Array
}

interface Respondido {
  /** Which of the company's exchanges it is. */
  numero: number
  respuestas: RespuestasIntercambio
}

const RESPUESTAS = ['recepcion', 'recibos', 'resultado'] as const

export const nameRespuesta = (respuesta: (typeof RESPUESTAS)[number], numero: number): string =>
  `${respuesta}-${numero}.xml`

/** Throws CERT_CLOSED, and CERT_ORDER at another stage. */
function checkEtapa(camino: CertificacionRow): void {
  checkOpen(camino)
  if (camino.estado === 'intercambio') return
  throw new AppError(
    'CERT_ORDER',
    `El intercambio se responde en su etapa: la certificación está en ${camino.estado}`,
  )
}

export function createIntercambio(deps: Deps) {
  const { store, certificaciones, clock, newId, audit, emisores, readRecibido, sign } = deps
  const { sql } = certificaciones
  const countOf = ({ empresaId, ambiente }: Tenant): number => sql.intercambios.get(empresaId, ambiente)!

  /** The answers to the same bytes as they were signed; null for a file that is new. */
  function findKnown({ id }: CertificacionRow, bytes: Uint8Array): Respondido | null {
    const found = sql.intercambiosCon
      .all(id, huellaOf(bytes))
      .find((one) => one.huella !== null || certificaciones.archivoBytes(one).equals(bytes))
    if (!found) return null
    const { numero } = found
    const answer = (respuesta: (typeof RESPUESTAS)[number]): Buffer =>
      certificaciones.archivoBytes(sql.respuesta.get(id, nameRespuesta(respuesta, numero))!)
    const [recepcion, recibos, resultado] = [answer('recepcion'), answer('recibos'), answer('resultado')]
    return { numero, respuestas: { recepcion, recibos, resultado } }
  }

  async function answer(
    { empresaId, ambiente }: Tenant,
    { nombre, leido }: { nombre: string; leido: ArchivoLeido },
    numero: number,
  ): Promise<RespuestasIntercambio> {
    const now = clock()
    const { firmante, llave } = loadFirmante(emisores, { empresaId, ambiente }, now)
    const { emisor } = emisores.get({ empresaId, ambiente })
    const { rut, razonSocial, direccion, comuna, telefono, email = null } = emisor
    const lugar = [direccion, comuna].filter(Boolean).join(', ') || razonSocial
    const quien = {
      rut,
      contacto: { nombre: null, telefono: telefono?.[0] ?? null, email },
      recinto: lugar.slice(0, 80),
      rutFirma: firmante.rut,
    }
    return answerExchange({ nombre, leido }, quien, numero, { llave, sign, at: chileTimestamp(now) })
  }

  /** False where another answer took the number meanwhile. */
  const keep = store.client.transaction(
    (tenant: Tenant, certificacionId: string, { nombre, bytes }: ArchivoSii, respondido: Respondido) => {
      const { numero, respuestas } = respondido
      checkEtapa(certificaciones.get(tenant, certificacionId))
      if (countOf(tenant) !== numero - 1) return false
      const created_at = clock().toISOString()
      const add = (clase: 'intercambio' | 'respuesta', name: string, content: Uint8Array): void =>
        certificaciones.addArchivo(
          {
            ...{ id: newId('car'), certificacion_id: certificacionId, intento_id: null },
            ...{ clase, nombre: name, created_at },
          },
          content,
        )
      audit(
        tenant,
        () => {
          add('intercambio', nombre, bytes)
          for (const one of RESPUESTAS) add('respuesta', nameRespuesta(one, numero), respuestas[one])
        },
        () => ({
          accion: 'certificacion.intercambio_respondido',
          objeto: certificacionId,
          detalle: { nombre, huella: huellaOf(bytes), numero },
        }),
      )
      return true
    },
  )

  /**
   * Answers a file of the SII, once: the same bytes give the same answers. Throws CERT_ORDER, CERT_CLOSED, VALIDATION_ERROR for what
   * is no such file, and what keeps the company from signing.
   */
  return async (tenant: Tenant, camino: CertificacionRow, archivo: ArchivoSii) => {
    checkEtapa(camino)
    const { bytes } = archivo
    const leido = await readRecibido(tenant.cuentaId, tenant.ambiente, bytes)
    const { documentos } = judgeExchange(leido, emisores.get(tenant).emisor.rut)
    const nombre = canonicalName(archivo.nombre)
    for (;;) {
      const known = findKnown(camino, bytes)
      if (known) return { ...known, documentos, nuevo: false }
      const numero = countOf(tenant) + 1
      const respondido = { numero, respuestas: await answer(tenant, { nombre, leido }, numero) }
      if (keep.immediate(tenant, camino.id, { nombre, bytes }, respondido))
        return { ...respondido, documentos, nuevo: true }
    }
  }
}
