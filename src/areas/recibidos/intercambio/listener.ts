// Hands new files to the exchange: answers, and documents that may be answered automatically
// (areas/recibidos §1; areas/recibidos/intercambio §3, §4).

import type { RecibidoListener } from '../entrada'
import type { Intercambios } from './create'

export const intercambioListener = ({
  takeIn,
  answerBySelf,
}: Pick<Intercambios, 'takeIn' | 'answerBySelf'>): RecibidoListener => ({
  respuesta: async (titular, { xml, huella, leida }, { nombre, origen, mensajeId, recibidoEn }) =>
    leida && takeIn(titular, { xml, huella, leida, nombre, origen, mensajeId, recibidoEn }),
  entraron(titular, archivoId, _, { origen }) {
    if (origen === 'correo') answerBySelf(titular, archivoId)
  },
})
