// folios.reobtener: downloads a granted range once more, and loads it (areas/folios §2).

import type { Clock } from '../../../base/clock'
import { AppError } from '../../../domain/errors'
import { chileDate } from '../../../domain/fecha'
import type { Audit } from '../../../http/audit'
import { rehusadoOf } from '../../../sii'
import { downloadFolios } from '../../../sii/folios'
import type { Trabajos } from '../../trabajos'
import { loadedToJson } from '../folios-json'
import type { LoadCaf } from '../load-caf'
import type { FindRango } from '../stock'
import { type PortalFolios, useFolios } from './deps'

export const REOBTENER = 'folios.reobtener'

export interface ArgsReobtencion {
  tipo_dte: number
  desde: number
  hasta: number
}

interface Deps extends PortalFolios {
  clock: Clock
  folios: { load: LoadCaf; find: FindRango }
  emisorOf(empresaId: string): { rut: string }
  audit: Audit
  trabajos: Pick<Trabajos, 'define'>
}

export const reobtenerJob = (deps: Deps) =>
  deps.trabajos.define<ArgsReobtencion>({
    tipo: REOBTENER,
    operacion: 'reobtencion_folios',
    async run({ empresaId, ambiente, args }, ctx) {
      const { accesoOf, clock, emisorOf, folios, audit } = deps
      const { tipo_dte: tipoDte, desde, hasta } = args
      const titular = { empresaId, ambiente }
      // Loaded by a run that died before its end.
      const known = folios.find(titular, tipoDte, { desde, hasta })
      if (known) return { result: loadedToJson(known, chileDate(clock())) }
      const acceso = accesoOf(titular, 'folios', ctx.como)
      const about = { rut: emisorOf(empresaId).rut, tipoDte, pay: ctx.charge }
      const xml = await useFolios(deps, acceso, about, (session) => downloadFolios(session, { desde, hasta }))
      if (!xml) {
        const glosa = `el SII no tiene otorgado el rango ${desde} a ${hasta} del tipo ${tipoDte}`
        const solucion = 'Vea los rangos otorgados con GET /v1/dte/folios/sii y pida uno de ellos tal cual'
        throw new AppError('SII_REFUSED', `El SII respondió: ${glosa}`, {
          detalles: [rehusadoOf('reobtención de folios', { codigo: null, glosa }, { causa: null, solucion })],
        })
      }
      // Another program may have used some of them: the SII is asked before the first is taken.
      const rango = audit(
        ctx.actor,
        () => folios.load(xml, titular, 'solicitud', 'sii'),
        ({ id }) => ({
          accion: 'folios.reobtenidos',
          objeto: id,
          detalle: { tipo_dte: tipoDte, desde, hasta },
        }),
      )
      return { result: loadedToJson(rango, chileDate(clock())) }
    },
  })
