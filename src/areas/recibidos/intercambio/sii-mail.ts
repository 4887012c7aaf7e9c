// The SII's mails about an upload (areas/recibidos/intercambio §5). Nobody signs them and anybody can write one: such a mail hurries the question to the
// SII and is told in the history as what it is; no state is ever taken from it.
import { isFinal } from '../../../domain/dte/estados'
import type { Ajena } from '../../../domain/intercambio'
import type { Titular } from '../../../domain/titular'
import type { Intercambio } from '../../../xml/recibido'
import type { DocumentoRow, Documentos } from '../../dte'
import type { NuevaRecibida } from './statements'

/** A company in an environment. */
export interface TitularConRut extends Titular {
  rut: string
}

type Resultado = Extract<Intercambio, { clase: `resultado_${string}` }>

/** Has the SII asked sooner about an upload of the company; null when it has none of that Track ID, else the id of the envelope or report. */
export type HurryFollow = (
  titular: Pick<TitularConRut, 'empresaId' | 'ambiente'>,
  que: Resultado['clase'],
  trackId: string,
) => string | null

/** Whether the SII itself has already said the opposite of a refusal, or of what is none. */
const contradicts = (row: DocumentoRow, refused: boolean): boolean =>
  isFinal(row) && refused !== (row.estado_sii === 'rechazado')

export const createReadSii = ({
  documentos,
  hurryFollow,
}: {
  documentos: Documentos
  hurryFollow: HurryFollow
}) => {
  const known = (
    { empresaId, ambiente }: TitularConRut,
    { tipoDte, folio }: Resultado['revision'][number],
  ) => (tipoDte && folio ? documentos.byFolio({ empresaId, ambiente }, tipoDte, folio) : undefined)

  /** Returns one writer a line, to call in the transaction. The question is hurried at once. */
  return (
    titular: TitularConRut,
    leida: Resultado,
    { at, de }: { at: string; de: string | null },
  ): (() => NuevaRecibida)[] => {
    const { clase, rutEmisor, trackId, estado, errores, revision } = leida
    const blank = {
      clase: 'sii' as const,
      documento_id: null,
      tipo_dte: null,
      folio: null,
      rut_responde: rutEmisor,
      codigo: null,
      recinto: '',
      firma: 'ausente' as const,
      rut_firmante: null,
      firmada_en: null,
    }
    const found = rutEmisor === titular.rut ? hurryFollow(titular, clase, trackId) : null
    const motivo: Ajena | null =
      rutEmisor !== titular.rut ? 'otro_emisor' : found === null ? 'track_id_desconocido' : null
    const said = [`Track ID ${trackId}`, estado, ...errores].filter(Boolean).join(': ')
    const envelope = () => ({ ...blank, glosa: said.slice(0, 1000), motivo })
    if (motivo) return [envelope]
    // A mail about an envelope refused whole names no document: each is.
    if (found && errores.length && !revision.length)
      return [envelope, ...documentos.byEnvio(found).map((row) => () => held(row, said.slice(0, 1000), true))]
    return [envelope, ...revision.map((one) => () => ofDocumento(one))]

    function ofDocumento(one: Resultado['revision'][number]): NuevaRecibida {
      const row = known(titular, one)
      const glosa = [one.estado, ...one.detalle].filter(Boolean).join('; ').slice(0, 1000)
      const { tipoDte: tipo_dte, folio } = one
      if (!row || row.envio_id !== found)
        return { ...blank, tipo_dte, folio, glosa, motivo: 'documento_desconocido' }
      return held(row, glosa, /rechaz|RCH/i.test(one.estado))
    }

    /** Told in the history of the document, unless the SII itself said the opposite. */
    function held({ tipo_dte, folio }: DocumentoRow, glosa: string, refused: boolean): NuevaRecibida {
      // As it is by now: many are written in turns.
      const row = documentos.byFolio(titular, tipo_dte, folio)!
      const against = contradicts(row, refused)
      const told = `Un correo sin firma ${de ? `de ${de} ` : ''}que dice ser del SII: ${glosa}`
      if (!against) documentos.addHistory(row.id, at, 'correo_sii', null, told)
      const contra = against ? ('contradice_al_sii' as const) : null
      return { ...blank, documento_id: row.id, tipo_dte, folio, glosa, motivo: contra }
    }
  }
}
