// The cessions of one document told by several files (AEC), together (areas/recibidos §3). Anybody can send
// one, so none of them undoes what another said.

import { isFirmaBuena, worthOf } from '../../domain/recibido'
import type { Cesion } from '../../xml/recibido'

/** More than any document is ceded; what is well signed is kept before the rest. */
const CESIONES_MAX = 100

const worth = ({ firma }: Cesion): number => worthOf(firma)

/** The same step in two files, whatever the signature of each is worth. */
const keyOf = ({ secuencia, cedente, cesionario, monto, ultimo_vencimiento, fecha_cesion }: Cesion): string =>
  JSON.stringify([secuencia, cedente.rut, cesionario.rut, monto, ultimo_vencimiento, fecha_cesion])

/** All steps, first the first, each by its best signature; null where `came` says nothing that `kept` does not. */
export function joinCesiones(kept: readonly Cesion[], came: readonly Cesion[]): Cesion[] | null {
  const steps = new Map(kept.map((one) => [keyOf(one), one]))
  for (const one of came) {
    const before = steps.get(keyOf(one))
    if (!before || worth(one) > worth(before)) steps.set(keyOf(one), one)
  }
  const all = [...steps.values()]
  const joined = [...all.filter(isGood), ...all.filter((one) => !isGood(one))].slice(0, CESIONES_MAX)
  const known = new Set(kept)
  if (joined.every((one) => known.has(one))) return null
  return joined.sort((a, b) => a.secuencia - b.secuencia || worth(b) - worth(a))
}

const isGood = ({ firma }: Cesion): boolean => isFirmaBuena(firma)
