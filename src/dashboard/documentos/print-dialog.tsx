// The paper of a document as it will come out, and its printing (dashboard §11).

import { useRef, useState } from 'react'
import { api } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { CheckField, SelectField } from '../ui/field'
import { hasCedible, papersOf } from '../ui/papel'
import { saveFile } from '../ui/save'
import { Skeleton } from '../ui/skeleton'
import { shortName } from '../ui/tipo'
import type { Documento } from './estado'
import { nameOfDocument } from './file-names'
import { PaperFrame, usePaper } from './paper-frame'
import { COPIAS, keepPrintOptions, type PrintOptions, printQuery, readPrintOptions } from './print-options'

/** `atOnce`: the person wants no click between the paper and its printing. */
export function PrintDialog({
  documento,
  atOnce,
  onClose,
}: {
  documento: Documento
  atOnce: boolean
  onClose: () => void
}) {
  const { tipo_dte, folio } = documento
  const sesion = useSesion()
  const [options, setOptions] = useState(() => readPrintOptions(tipo_dte, localStorage))
  const [fault, setFault] = useState<Fault | null>(null)
  const waiting = useRef(atOnce)
  const params = { tipo: String(tipo_dte), folio: String(folio) }
  const pdf = useApi(
    'GET /v1/dte/pdf/:tipo/:folio',
    { params, query: printQuery(options) },
    { conservar: true },
  )
  const paper = usePaper(pdf.data)
  const put = (patch: Partial<PrintOptions>): void => {
    const next = { ...options, ...patch }
    setOptions(next)
    keepPrintOptions(tipo_dte, next, localStorage)
  }
  const thermal = async (): Promise<void> => {
    const papel = options.formato === '57mm' ? '57mm' : '80mm'
    const { copias, cedible } = printQuery(options)
    try {
      const query = { formato: 'escpos', papel, copias, ...(cedible && { cedible }) } as const
      const bytes = await api('GET /v1/dte/pdf/:tipo/:folio', { params, query })
      saveFile(bytes, nameOfDocument(sesion, documento, 'bin'))
    } catch (thrown) {
      setFault(toFault(thrown))
    }
  }
  return (
    <Dialog title={`Imprimir ${shortName(tipo_dte)} N° ${folio}`} onClose={onClose} wide>
      <div className="grilla">
        <SelectField
          label="Papel"
          value={options.formato}
          options={papersOf(tipo_dte)}
          onChange={(formato) => put({ formato })}
        />
        <SelectField
          label="Copias"
          value={String(options.copias)}
          options={COPIAS}
          onChange={(copias) => put({ copias: Number(copias) })}
        />
      </div>
      {hasCedible(tipo_dte) && (
        <CheckField
          label="Con copia cedible"
          checked={options.cedible}
          onChange={(cedible) => put({ cedible })}
        />
      )}
      <CheckField
        label={`Imprimir cada ${shortName(tipo_dte).toLowerCase()} apenas se emite en este equipo`}
        checked={options.alEmitir}
        onChange={(alEmitir) => put({ alEmitir })}
      />
      {(fault ?? pdf.error) && <FaultNotice fault={(fault ?? pdf.error) as Fault} />}
      <PaperFrame
        paper={paper}
        title={`${shortName(tipo_dte)} N° ${folio} en papel`}
        stale={pdf.isPlaceholderData}
        onLoad={() => {
          if (waiting.current) paper.print()
          waiting.current = false
        }}
      />
      {!paper.url && !pdf.error && <Skeleton />}
      <div className="acciones">
        <Button tone="primario" busy={!paper.url || pdf.isPlaceholderData} onClick={paper.print} data-foco>
          Imprimir
        </Button>
        {options.formato !== 'carta' && (
          <Button onClick={() => void thermal()}>Guardar para impresora térmica (ESC/POS)</Button>
        )}
        <Button onClick={onClose}>Cerrar</Button>
      </div>
    </Dialog>
  )
}
