// rcof.enviar: freezes a report and brings it to the SII, once (areas/rcof §2).

import type { Clock } from '../../base/clock'
import { tasaIva } from '../../domain/dte/impuestos'
import { AppError } from '../../domain/errors'
import { chileTimestamp } from '../../domain/fecha'
import type { JobKind } from '../../jobs/kind'
import { explain, type Recepcion, rehusadoOf, type Sii, SiiFault } from '../../sii'
import { buildConsumoFolios } from '../../xml/consumo-folios'
import type { Sign } from '../../xml/firma'
import { type Emisores, loadFirmante } from '../dte'
import type { TrabajoContext, Trabajos } from '../trabajos'
import type { Notify } from './notify'
import { toJson } from './rcof-json'
import { type RcofRow, type Rcofs, resumenOf } from './rcof-store'
import type { FollowRcof } from './veredicto.job'

interface Deps {
  clock: Clock
  sii: Sii
  sign: Sign
  emisores: Emisores
  trabajos: Pick<Trabajos, 'define'>
  rcofs: Rcofs
  notify: Notify
  follow: FollowRcof
}

type Firmante = ReturnType<typeof loadFirmante>

const replaced = () => new AppError('INVALID_STATE', 'Otro consumo de folios del mismo día tomó su lugar')

/** How its file is called. */
export const fileNameOf = (rut: string, { fecha, secuencia }: RcofRow): string =>
  `rcof-${rut}-${fecha}-${secuencia}.xml`

/** Throws the refusal of an upload: SII_ERROR for one that a later try may lift, else SII_REFUSED. */
function refuse({ codigo, glosa, reintentable, detalle }: Recepcion): never {
  const said = [glosa, ...detalle.filter((text) => text !== glosa)].join('; ')
  throw new AppError(
    reintentable ? 'SII_ERROR' : 'SII_REFUSED',
    `El SII no recibió el consumo de folios: ${said}`,
    {
      detalles: [rehusadoOf('rcof', { codigo, glosa: said }, explain(codigo, 'envio'))],
    },
  )
}

export function sendRcofJob({
  clock,
  sii,
  sign,
  emisores,
  trabajos,
  rcofs,
  notify,
  follow,
}: Deps): JobKind<object> {
  /** The bytes as they were frozen, and now if they were not; anew when another person signs by now, who cannot bring those. */
  async function frozen(row: RcofRow, { firmante, llave }: Firmante): Promise<Buffer> {
    const kept = row.rut_envia === firmante.rut ? rcofs.xml(row.id) : null
    if (kept) return kept
    const { emisor, resolucion } = emisores.get({ empresaId: row.empresa_id, ambiente: row.ambiente })
    if (!resolucion)
      throw new AppError(
        'INVALID_STATE',
        `Falta la resolución del SII de la empresa para el ambiente ${row.ambiente}`,
      )
    const { fecha, secuencia } = row
    const caratula = {
      rutEmisor: emisor.rut,
      rutEnvia: firmante.rut,
      resolucion,
      fecha,
      secuencia,
      tasaIva: tasaIva(fecha),
    }
    const xml = await buildConsumoFolios(caratula, resumenOf(row), {
      llave,
      sign,
      at: chileTimestamp(clock()),
    })
    rcofs.freeze.immediate(row.id, xml, firmante.rut)
    return xml
  }

  /** Uploads the bytes; the SII's reception. Throws what keeps them from it. */
  async function upload(
    row: RcofRow,
    xml: Buffer,
    signer: Firmante,
    ctx: TrabajoContext,
  ): Promise<Recepcion> {
    const { ambiente } = row
    const { rut } = emisores.get({ empresaId: row.empresa_id, ambiente }).emisor
    const { firmante } = signer
    const contexto = { ambiente, firmante, rutEmpresa: rut, signal: ctx.signal }
    const isFirst = row.intentado_at === null
    rcofs.markTried(row.id, clock().toISOString())
    try {
      const answer = await ctx.charge(() =>
        sii.uploadEnvio(contexto, 'ConsumoFolios', xml, fileNameOf(rut, row)),
      )
      if (answer.trackId === null && !answer.repetido) {
        if (isFirst) rcofs.markUntried(row.id)
        refuse(answer)
      }
      return answer
    } catch (fault) {
      // Neither a unit that is missing nor a login that failed let anything reach the door.
      const before =
        fault instanceof SiiFault ? fault.etapa === 'autenticacion_sii' : fault instanceof AppError
      if (isFirst && before) rcofs.markUntried(row.id)
      throw fault
    }
  }

  return trabajos.define<object>({
    tipo: 'rcof.enviar',
    operacion: 'rcof',
    outlives: true,
    async run({ id, empresaId, ambiente }, ctx) {
      const row = rcofs.byJob(id)
      if (!row || row.estado === 'reemplazado') throw replaced()
      if (row.enviado_at !== null) return { result: toJson(row) }
      const signer = loadFirmante(emisores, { empresaId, ambiente }, clock())
      const xml = await frozen(row, signer)
      const { trackId, glosa } = await upload(row, xml, signer, ctx)
      const enviado_at = clock().toISOString()
      const sent: RcofRow = { ...row, estado: 'enviado', track_id: trackId, glosa, enviado_at }
      return {
        result: toJson(sent),
        write: () => {
          rcofs.markSent(row.id, trackId, glosa, enviado_at)
          notify('rcof.enviado', sent)
          if (trackId !== null) follow(sent, ctx.actor)
        },
      }
    },
  })
}
