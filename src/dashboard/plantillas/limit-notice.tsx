// A company keeps no more than so many versions.

import { VERSIONES_MAX } from '../../domain/plantilla'
import { Notice } from '../ui/notice'

/** Nothing until the last one is taken. */
export const LimitNotice = ({ total }: { total: number }) =>
  total < VERSIONES_MAX ? null : (
    <Notice tone="aviso" quiet title={`Ya hay ${VERSIONES_MAX} versiones, el máximo`}>
      <p>Elimine una que no esté activa para guardar otra.</p>
    </Notice>
  )
