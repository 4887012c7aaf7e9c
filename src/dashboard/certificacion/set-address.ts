// The page of a set.

import type { Camino, SetCamino } from './camino'

export const hrefOfSet = (
  { alcance }: Pick<Camino, 'alcance'>,
  { clase }: Pick<SetCamino, 'clase'>,
): string => `/certificacion/${alcance}/${clase}`
