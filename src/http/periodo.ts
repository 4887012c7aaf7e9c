// A month of the register in a path (domain/rcv §1).

import type { Clock } from '../base/clock'
import { readPeriodo } from '../domain/rcv/periodo'
import { Legible } from './rule'

export const Periodo = (clock: Clock) =>
  Legible((text) => readPeriodo(text, clock()), {
    description: 'AAAAMM, desde 201705 hasta el mes en curso en Chile.',
    examples: ['202611'],
  })
