// `/emitir/:tipo`: issue a document. `?borrador=` goes on with a draft, of this browser or of the company (`bor_…`), `?desde=33-12` begins from a document, `&respuesta=`
// says what a note does to it, `&reemplaza=61-3` in which rejected note's place, `?ejemplo=1` fills in the first invoice of a company in simulation, `&receptor=` to whom; `?cliente=` to a customer; `?serie=ser_…` changes
// the request of a series, `&fecha=` that of one of its dates.

import { useCallback, useRef, useState } from 'react'
import { useLocation, useParams, useSearchParams } from 'wouter'
import { type TipoDte, tipoDocumento } from '../../domain/dte/tipos'
import { useSesion } from '../api/sesion'
import { justIssuedState } from '../shell/just-issued'
import { Missing, Page } from '../shell/page'
import { LinkButton } from '../ui/button'
import { Empty } from '../ui/notice'
import { shortName } from '../ui/tipo'
import { EJEMPLO, exampleFor } from './ejemplo'
import { EmissionForm, type Start } from './emission-form'
import { emptyLine, type Form } from './form'
import { noteOnForeign, noteOnRegistered, repeat } from './from-document'
import { IssuedPanel } from './issued'
import { NotePicker } from './note-picker'
import { readFrom } from './read-from'
import { FromCliente, FromDocument, FromDraft, readAnswer, startEmpty, startOf } from './start'
import { FromSerie } from './start-serie'
import { FromShared } from './start-shared'
import { emissionType } from './types'
import type { Issued } from './use-emission'
import { findReceiver } from './use-receivers'

export default function Emitir() {
  const params = useParams<{ tipo: string }>()
  const row = emissionType(Number(params.tipo))
  const { tipos_dte } = useSesion()
  if (!row)
    return (
      <Page title="No existe">
        <Missing what="Ese tipo de documento" />
      </Page>
    )
  const title = shortName(row.tipo)
  const allowed = tipos_dte.length === 0 || tipos_dte.includes(row.tipo)
  return (
    <Page title={title} actions={<LinkButton href="/borradores">Borradores</LinkButton>}>
      {allowed ? (
        <OfType key={row.tipo} tipo={row.tipo} />
      ) : (
        <Empty title="Sin permiso para este tipo">
          <p>Su acceso no incluye emitir {title.toLowerCase()}. Pídalo a un propietario.</p>
        </Empty>
      )}
    </Page>
  )
}

function OfType({ tipo }: { tipo: TipoDte }) {
  const [path, navigate] = useLocation()
  const [search] = useSearchParams()
  const note = tipoDocumento(tipo).nota
  const { ambiente, puede } = useSesion()
  /** Which original was chosen last: what is still asked about one before it is of no account. */
  const chosen = useRef(0)
  const [start, setStart] = useState<Start | null>(() =>
    note || ['borrador', 'desde', 'cliente', 'serie'].some((name) => search.has(name))
      ? null
      : search.has('ejemplo') && tipo === EJEMPLO.tipo_dte && ambiente === EJEMPLO.ambiente
        ? startOf(repeat(exampleFor(search.get('receptor')), tipo))
        : startEmpty(tipo),
  )
  const [done, setDone] = useState<{ issued: Issued; form: Form } | null>(null)
  const onKept = useCallback(
    (id: string) => navigate(`${path}?borrador=${id}`, { replace: true }),
    [navigate, path],
  )

  const begin = (next: Start | null): void => {
    setDone(null)
    setStart(next)
    navigate(path, { replace: true })
  }
  if (done)
    return (
      <IssuedPanel
        issued={done.issued}
        // A note again on the same document is another decision.
        onAgain={done.form.nota ? null : () => begin(startOf(again(done.form)))}
        onNew={() => begin(note ? null : startEmpty(tipo))}
      />
    )
  if (start)
    return (
      <EmissionForm
        key={start.id}
        start={start}
        onKept={onKept}
        onIssued={(issued, form) => {
          const { tipo_dte, folio, advertencias = [] } = issued
          // In the place of the form: whoever goes back does not find again what was issued.
          if (folio !== null && puede('dte:leer')) {
            const state = justIssuedState(advertencias)
            navigate(`/documentos/${tipo_dte}/${folio}`, { replace: true, state })
          } else {
            setDone({ issued, form })
            navigate(path, { replace: true })
          }
        }}
      />
    )
  const draft = search.get('borrador')
  if (draft?.startsWith('bor_')) return <FromShared id={draft} tipo={tipo} onStart={setStart} />
  if (draft) return <FromDraft id={draft} tipo={tipo} onStart={setStart} />
  const serie = search.get('serie')
  if (serie && !note)
    return <FromSerie id={serie} tipo={tipo} fecha={search.get('fecha')} onStart={setStart} />
  const cliente = search.get('cliente')
  if (cliente && !note) return <FromCliente id={cliente} tipo={tipo} onStart={setStart} />
  const from = search.get('desde')
  if (from !== null) {
    const document = readFrom(from)
    if (!document) return <Missing what={`El documento ${from}`} />
    return (
      <FromDocument
        from={document}
        tipo={tipo}
        answer={readAnswer(search.get('respuesta'))}
        reemplaza={readFrom(search.get('reemplaza') ?? '')}
        onStart={setStart}
      />
    )
  }
  return (
    <NotePicker
      tipo={tipo}
      onOwn={(referido, folio) => {
        chosen.current++
        navigate(`${path}?desde=${referido}-${folio}`)
      }}
      onForeign={(referido, folio, fecha) => {
        chosen.current++
        setStart(startOf(noteOnForeign(tipo, referido, folio, fecha)))
      }}
      onRegistered={(referido, registrado) => {
        const choice = ++chosen.current
        // Whoever is known already comes whole; nobody waits for more than the register says.
        void findReceiver(registrado.rut_contraparte, puede)
          .catch(() => null)
          .then((found) => {
            if (choice === chosen.current)
              setStart(startOf(noteOnRegistered(tipo, referido, registrado, found?.receptor ?? null)))
          })
      }}
    />
  )
}

/** The same again, as a document of its own: rows have names of their own too, and it stands in nobody's place. */
const again = ({ reemplaza: _, borrador: _shared, ...form }: Form): Form => ({
  ...form,
  lineas: form.lineas.map((line) => ({ ...line, id: emptyLine().id })),
})
