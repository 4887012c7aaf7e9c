// Takes the documents of a file that the SII refused as a whole back from it: they go out again, wait for a person, or have
// their verdict.

import type { Eventos } from '../eventos'
import type { Documentos } from './documento-store'
import type { EnvioRow, Envios } from './envio-store'
import { eventosFallidos } from './eventos'
import { grupoEmision, type Lineas } from './linea'
import { parteOf, retenidoError, type Trato } from './rechazo'
import type { Reenvios } from './reenvio-store'
import { isFinal, type WriteVeredictos } from './veredictos'

/**
 * Gives documents back that came with a refused file; of those that a person has given up meanwhile, the refusal is the
 * verdict. In the transaction that ends the follow-up of the envelope.
 */
export const createDevolver = ({
  documentos,
  envios,
  lineas,
  reenvios,
  writeVeredictos,
  eventos,
}: {
  documentos: Documentos
  envios: Envios
  lineas: Lineas
  reenvios: Reenvios
  writeVeredictos: WriteVeredictos
  eventos: Pick<Eventos, 'emit'>
}) =>
  function devolver(
    envio: EnvioRow,
    { codigo, glosa }: { codigo: string; glosa: string },
    trato: Exclude<Trato, 'rechazar'>,
    at: string,
  ): void {
    const held = trato === 'retener'
    const next = held
      ? 'el documento espera a que se corrija la causa y se reintente'
      : 'el documento se envía de nuevo en otro más pequeño'
    // Read anew: another follow-up of the envelope may have given them back while this one asked.
    const open = documentos.byEnvio(envio.id).filter((row) => !isFinal(row) && !reenvios.has(row))
    const givenUp = new Set(envios.givenUp(envio.id))
    const [dead, living] = [true, false].map((is) => open.filter(({ id }) => givenUp.has(id) === is))
    writeVeredictos(
      dead!.map((row) => [row, { estado: 'rechazado', codigo, glosa }]),
      true,
    )
    const ids = living!.map(({ id }) => id)
    for (const id of ids) {
      documentos.setVerdict(id, 'no_enviado', codigo, glosa)
      documentos.addHistory(id, at, 'no_enviado', codigo, `El SII rechazó el sobre completo; ${next}`)
      documentos.setFolioEstado(id, held ? 'retenido' : 'tomado')
    }
    envios.setSeen(envio.id, false)
    if (!ids.length) return
    const { empresa_id: empresaId, ambiente, sobre } = envio
    const grupo = grupoEmision(empresaId, ambiente, sobre)
    const error = held ? retenidoError(codigo, glosa) : null
    reenvios.part(grupo, envio.id, ids, held ? ids.length : parteOf(ids.length), error)
    if (error) eventos.emit({ empresaId, ambiente }, eventosFallidos({ envios }, living!, error))
    else lineas.wake({ empresaId, ambiente, grupo })
  }
