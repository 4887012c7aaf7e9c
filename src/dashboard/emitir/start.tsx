// With what the form begins: nothing, a draft of this browser, or a document (a shared draft: start-shared.tsx).

import { useEffect, useState } from 'react'
import { type TipoDte, tipoDocumento } from '../../domain/dte/tipos'
import { useApi } from '../api/query'
import { Loaded } from '../shell/loaded'
import { Missing } from '../shell/page'
import { Skeleton } from '../ui/skeleton'
import { shortName } from '../ui/tipo'
import { isHeld } from './draft-guard'
import type { Start } from './emission-form'
import { type Answer, emptyForm, emptyLine, type Form, newId } from './form'
import { type Cliente, receiverOf } from './from-cliente'
import { noteOn, repeat } from './from-document'
import { withForma } from './reducer'
import { useDrafts } from './use-draft'

export const startOf = (form: Form, perdido: Start['perdido'] = []): Start => ({
  ...{ id: newId(), form, sent: null, perdido },
})

export const startEmpty = (tipo: TipoDte): Start =>
  startOf(emptyForm(tipo, tipoDocumento(tipo).preciosBrutos))

/** Open in another tab already, it is opened as a copy; the key of a request on its way stays with both. */
export function FromDraft({
  id,
  tipo,
  onStart,
}: {
  id: string
  tipo: TipoDte
  onStart: (start: Start) => void
}) {
  const drafts = useDrafts()
  const [absent, setAbsent] = useState(false)
  useEffect(() => {
    let gone = false
    void isHeld(id).then((held) => {
      if (gone) return
      const draft = drafts.get(id)
      if (draft?.tipo === tipo)
        onStart({ id: held ? newId() : id, form: wholeOf(draft.form), sent: draft.enviado })
      else setAbsent(true)
    })
    return () => {
      gone = true
    }
  }, [drafts, id, tipo, onStart])
  return absent ? <Missing what="Ese borrador" /> : <Skeleton />
}

/** One kept by an older page: lines have fields since that it did not know. */
const wholeOf = (form: Form): Form => ({
  ...form,
  lineas: form.lineas.map((line) => ({ ...emptyLine(line.id), ...line })),
})

const ANSWERS: readonly Answer[] = ['anular', 'texto', 'montos']
export const readAnswer = (text: string | null): Answer | '' =>
  ANSWERS.find((answer) => answer === text) ?? ''

export function FromDocument({
  from,
  tipo,
  answer,
  reemplaza,
  onStart,
}: {
  from: { tipo: TipoDte; folio: number }
  tipo: TipoDte
  answer: Answer | ''
  /** The rejected note in whose place this one is to stand. */
  reemplaza: { tipo: TipoDte; folio: number } | null
  onStart: (start: Start) => void
}) {
  const params = { tipo: String(from.tipo), folio: String(from.folio) }
  const { nota } = tipoDocumento(tipo)
  // A note repeated is a note again; on anything else it acts.
  const acts = nota !== null && from.tipo !== tipo
  const request = useApi('GET /v1/documentos/:tipo/:folio/solicitud', { params })
  const document = useApi('GET /v1/documentos/:tipo/:folio', { params }, { activa: acts })
  const missing = `${shortName(from.tipo)} N° ${from.folio}`
  return (
    <Loaded query={request} missing={missing}>
      {(asked) =>
        acts ? (
          <Loaded query={document} missing={missing}>
            {(shown) => (
              <Go
                make={() =>
                  noteOn(
                    asked.data,
                    shown.data,
                    tipo,
                    answer,
                    reemplaza ? { ...reemplaza, forzar: false } : undefined,
                  )
                }
                onStart={onStart}
              />
            )}
          </Loaded>
        ) : (
          <Go make={() => repeat(asked.data, tipo)} onStart={onStart} />
        )
      }
    </Loaded>
  )
}

/** A document to a customer. */
export function FromCliente({
  id,
  tipo,
  onStart,
}: {
  id: string
  tipo: TipoDte
  onStart: (start: Start) => void
}) {
  const query = useApi('GET /v1/clientes/:id', { params: { id } })
  return (
    <Loaded query={query} missing="Ese cliente" list={['/clientes', 'Clientes']}>
      {({ data }) => <Go make={() => toCliente(data, tipo)} onStart={onStart} />}
    </Loaded>
  )
}

function toCliente(cliente: Cliente, tipo: TipoDte): Form {
  const form = emptyForm(tipo, tipoDocumento(tipo).preciosBrutos)
  const forma = cliente.forma_pago_defecto === null ? undefined : String(cliente.forma_pago_defecto)
  const receptor = receiverOf(cliente)
  return { ...form, receptor, cliente: receptor, bloques: withForma(form.bloques, forma) }
}

function Go({ make, onStart }: { make: () => Form; onStart: (start: Start) => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when what it is made of has come
  useEffect(() => onStart(startOf(make())), [])
  return null
}
