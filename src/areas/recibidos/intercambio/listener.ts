// What the one door of files tells the exchange: answers that came, and new documents that may be answered by itself
// (areas/recibidos §1; areas/recibidos/intercambio §3, §4).

import type { RecibidoListener } from '../entrada'
import type { Intercambios } from './create'

export const intercambioListener = ({
  takeIn,
  answerBySelf,
}: Pick<Intercambios, 'takeIn' | 'answerBySelf'>): RecibidoListener => ({
  respuesta: (quien, { xml, leida }, { nombre, origen, mensajeId, recibidoEn }) => {
    if (!leida) return false
    const { repetido, propios } = takeIn(quien, { xml, leida, nombre, origen, mensajeId, recibidoEn })
    return repetido || propios > 0
  },
  entraron(quien, archivoId, _, { origen }) {
    if (origen === 'correo') answerBySelf(quien, archivoId)
  },
})
