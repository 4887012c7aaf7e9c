// The chosen documents as one print job, in the order of the list.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client'
import { Fault } from '../api/fault'
import { claveOf } from '../api/keys'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { CheckField, SelectField } from '../ui/field'
import { plural } from '../ui/format'
import { hasCedible, papersOf } from '../ui/papel'
import { Skeleton } from '../ui/skeleton'
import { PaperFrame, usePaper } from './paper-frame'
import {
  COPIAS,
  keepPrintOptions,
  lackingOf,
  type PrintOptions,
  printBody,
  readManyOptions,
} from './print-options'
import type { Row } from './rows'

const LOTE = 'POST /v1/dte/pdf/lote'

export function PrintMany({ rows, onClose }: { rows: readonly Row[]; onClose: () => void }) {
  const [asked, setAsked] = useState(rows)
  const tipos = [...new Set(asked.map(({ tipo_dte }) => tipo_dte))]
  const [options, setOptions] = useState(() => readManyOptions(tipos, localStorage))
  const documentos = asked.map(({ tipo_dte, folio }) => ({ tipo_dte, folio }))
  const body = { documentos, ...printBody(options) }
  const pdf = useQuery<Blob, Fault>({
    queryKey: claveOf(LOTE, { body }),
    queryFn: ({ signal }) => api(LOTE, { body, signal }),
    placeholderData: keepPreviousData,
  })
  const paper = usePaper(pdf.data)
  const put = (patch: Partial<PrintOptions>): void => {
    const next = { ...options, ...patch }
    setOptions(next)
    const [tipo, ...others] = tipos
    if (tipo !== undefined && !others.length) keepPrintOptions(tipo, next, localStorage)
  }
  const lacking = lackingOf(pdf.error)
  const others = asked.filter((_, i) => !lacking.has(i))
  const name = plural(asked.length, 'documento')
  return (
    <Dialog title={`Imprimir ${name}`} onClose={onClose} wide>
      <div className="grilla">
        <SelectField
          label="Papel"
          value={options.formato}
          options={papersOf(...tipos)}
          onChange={(formato) => put({ formato })}
        />
        <SelectField
          label="Copias de cada uno"
          value={String(options.copias)}
          options={COPIAS}
          onChange={(copias) => put({ copias: Number(copias) })}
        />
      </div>
      {tipos.some(hasCedible) && (
        <CheckField
          label="Con copia cedible, los que la tienen"
          checked={options.cedible}
          onChange={(cedible) => put({ cedible })}
        />
      )}
      {pdf.error && (
        <FaultNotice fault={lacking.size ? namingThem(pdf.error, lacking.size) : pdf.error}>
          {lacking.size > 0 && others.length > 0 && (
            <p>
              <Button onClick={() => setAsked(others)}>
                Seguir con {others.length === 1 ? 'el otro' : `los otros ${others.length}`}
              </Button>
            </p>
          )}
        </FaultNotice>
      )}
      <PaperFrame paper={paper} title={`${name} en papel`} stale={pdf.isPlaceholderData} />
      {!paper.url && !pdf.error && <Skeleton />}
      <div className="acciones">
        <Button tone="primario" busy={!paper.url || pdf.isPlaceholderData} onClick={paper.print} data-foco>
          Imprimir
        </Button>
        <Button onClick={onClose}>Cerrar</Button>
      </div>
    </Dialog>
  )
}

/** A single fault is told by its path alone, which says nothing to a person. */
const namingThem = ({ code, detalles }: Fault, count: number): Fault =>
  new Fault(code, count === 1 ? 'Uno no se puede imprimir:' : `${count} no se pueden imprimir:`, { detalles })
