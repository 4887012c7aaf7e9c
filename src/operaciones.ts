// The areas of operations at the SII beyond issuing, and of what other companies send, put together.

import { createAcuse } from './areas/acuse'
import { createBte } from './areas/bte'
import { type ComprasIntConfig, createComprasInternacionales } from './areas/compras-internacionales'
import { createContacto } from './areas/consultas'
import type { createEmisionDte } from './areas/dte'
import { createFoliosSii, foliosTarea } from './areas/folios'
import { createRcof } from './areas/rcof'
import { createRcv, rcvTarea } from './areas/rcv'
import { createBuzon, createIntercambio, createRecibidos, intercambioListener } from './areas/recibidos'
import type { JobKind } from './jobs/kind'
import { offLoop } from './off-loop'
import { sweepTrozos } from './store/trozos'

export type { ComprasIntConfig }

type Given<F extends (...args: never[]) => unknown> = Parameters<F>[0]
type Own =
  | 'acuse'
  | 'notaRecibida'
  | 'respuestasOf'
  | 'documentos'
  | 'emisores'
  | 'entrar'
  | 'envios'
  | keyof typeof offLoop

export function createOperaciones({
  dte,
  ...deps
}: Omit<
  Given<typeof createRcv> &
    Given<typeof createAcuse> &
    Given<typeof createFoliosSii> &
    Given<typeof createRcof> &
    Given<typeof createRecibidos> &
    Given<typeof createBte> &
    Given<typeof createBuzon> &
    Given<typeof createComprasInternacionales> &
    Omit<Given<typeof createIntercambio>, 'hurryFollow' | 'preguntaCasilla'> &
    Given<typeof createContacto> &
    Given<typeof foliosTarea>,
  Own
> & { dte: ReturnType<typeof createEmisionDte> }) {
  sweepTrozos(deps.store.client)
  const all = { ...deps, ...dte, ...offLoop }
  const rcv = createRcv(all)
  dte.listen(rcv.listener)
  const acuse = createAcuse(all)
  const foliosSii = createFoliosSii(all)
  const rcof = createRcof(all)
  const intercambio = createIntercambio({
    ...all,
    preguntaCasilla: createContacto(all),
    hurryFollow: ({ empresaId, ambiente }, que, trackId) =>
      (que === 'resultado_envio' ? dte : rcof).hurryVeredicto({ empresaId, ambiente }, trackId),
  })
  const { respuestasOf } = intercambio
  const { notaRecibida } = rcv.listener
  const recibidos = createRecibidos({ ...all, acuse, notaRecibida, respuestasOf })
  recibidos.listen(intercambioListener(intercambio))
  recibidos.holdBy(intercambio.holds)
  const bte = createBte(all)
  const buzon = createBuzon({ ...all, entrar: recibidos.entrar })
  const comprasInt = createComprasInternacionales(all)
  const areas: { kinds: JobKind[] }[] = [acuse, rcof, rcv, foliosSii, bte, buzon, comprasInt, intercambio]
  return {
    rcv,
    acuse,
    foliosSii,
    rcof,
    recibidos,
    bte,
    buzon,
    intercambio,
    tareas: [
      rcvTarea({ ...all, sync: rcv.sync }),
      ...[rcof.tarea, acuse.tarea, foliosTarea(all), bte.tarea, buzon.tarea],
    ],
    comprasInt,
    kinds: areas.flatMap(({ kinds }) => kinds),
  }
}
