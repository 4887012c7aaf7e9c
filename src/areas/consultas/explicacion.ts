// Explains the SII's answer about a document with our knowledge: a refused one has no part in the SII's
// record under its folio.

import type { EstadoSii } from '../../domain/dte/estados'
import { type EstadoDte, explain } from '../../sii'

/** DNK of a document that was issued here and is asked for with its own data. */
const OTRO = {
  rechazado: {
    causa:
      'El SII tiene con ese folio otro documento, que no es éste: éste fue rechazado y no vale, y los datos del otro no coinciden con los suyos',
    solucion:
      'Emita éste otra vez, con otro folio; si no sabe quién usó el folio, busque en el programa que emitía antes',
  },
  otro: {
    causa: 'El SII tiene con ese folio un documento cuyos datos no coinciden con los del emitido aquí',
    solucion:
      'Si otro programa usó el folio, el documento de aquí no vale: espere su veredicto y emítalo otra vez; si no, compare fecha, monto y receptor en el sitio del SII',
  },
}
const NO_CONSERVA = {
  causa: 'El SII rechazó el documento: no lo tiene entre los recibidos con ese folio',
  solucion: 'Corrija la causa del rechazo y emítalo otra vez, con otro folio',
}

/** Explains the state of a document issued here. */
export function explainPropio({ codigo, recibido }: EstadoDte, estado: EstadoSii) {
  const isRejected = estado === 'rechazado'
  if (recibido && codigo === 'DNK') return isRejected ? OTRO.rechazado : OTRO.otro
  if (!recibido && isRejected && codigo === 'FAU') return NO_CONSERVA
  return explainDicho({ codigo, recibido })
}

/** The words of the code, unless the SII says beside it that it has none. */
export const explainDicho = ({ codigo, recibido }: Pick<EstadoDte, 'codigo' | 'recibido'>) =>
  !recibido && EN_SII.has(codigo) ? explain('FAU', 'consulta') : explain(codigo, 'consulta')

/** Codes whose words say that the SII has the document. */
const EN_SII = new Set(['DOK', 'DNK', 'TMD', 'TMC', 'MMD', 'MMC', 'AND', 'ANC', 'RPR', 'RLV'])
