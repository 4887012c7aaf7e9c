// The actions that the document allows; others are absent. Dialogs belong to it.

import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { api } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { type JustIssued, printed } from '../shell/just-issued'
import { notify } from '../shell/notices'
import { Button, LinkButton } from '../ui/button'
import { Copy } from '../ui/copy'
import { Dialog } from '../ui/dialog'
import { Menu, type MenuItem } from '../ui/menu'
import { saveFile } from '../ui/save'
import { shortName } from '../ui/tipo'
import type { Actions } from './actions'
import { useDuplicate } from './duplicate'
import { type Documento, isStopped } from './estado'
import { nameOfDocument } from './file-names'
import { MailDialog } from './mail-dialog'
import { PrintDialog } from './print-dialog'
import { readPrintOptions } from './print-options'
import { VoidDialog } from './void-dialog'

/** An open dialog stays open, whatever the document becomes: nothing typed is lost. */
type Open =
  | { dialog: 'correo' }
  | { dialog: 'imprimir'; atOnce: boolean }
  | { dialog: 'anular'; by: 'nota' | 'guia' }
  | { dialog: 'publico'; address: string }
  | null

export function ActionBar({
  documento,
  actions,
  emitido,
}: {
  documento: Documento
  actions: Actions
  /** When it was issued just now: another one may be next. */
  emitido: JustIssued | null
}) {
  const [open, setOpen] = useState<Open>(null)
  const [fault, setFault] = useState<Fault | null>(null)
  const sesion = useSesion()
  const close = (): void => setOpen(null)
  const [, navigate] = useLocation()
  const { duplicate, isCopying } = useDuplicate(({ id }, title) => {
    notify({ tone: 'bien', title })
    navigate(`/borradores/${id}`)
  })
  const params = { tipo: String(documento.tipo_dte), folio: String(documento.folio) }
  const save = async (asked: Promise<Blob>, extension: string): Promise<void> => {
    setFault(null)
    try {
      saveFile(await asked, nameOfDocument(sesion, documento, extension))
    } catch (thrown) {
      setFault(toFault(thrown))
    }
  }
  const { publico, anular, archivos } = actions
  const { tipo_dte } = documento
  const porImprimir = archivos && emitido?.porImprimir === true
  useEffect(() => {
    if (!porImprimir) return
    printed()
    if (readPrintOptions(tipo_dte, localStorage).alEmitir) setOpen({ dialog: 'imprimir', atOnce: true })
  }, [porImprimir, tipo_dte])
  const more: MenuItem[] = [
    ...(archivos
      ? [
          {
            id: 'pdf',
            label: 'Guardar PDF',
            onChoose: () => void save(api('GET /v1/dte/pdf/:tipo/:folio', { params, query: {} }), 'pdf'),
          },
          {
            id: 'xml',
            label: 'Guardar XML',
            onChoose: () => void save(api('GET /v1/dte/xml/:tipo/:folio', { params, query: {} }), 'xml'),
          },
        ]
      : []),
    ...(actions.correo
      ? [{ id: 'correo', label: 'Enviar por correo', onChoose: () => setOpen({ dialog: 'correo' }) }]
      : []),
    ...(publico
      ? [
          {
            id: 'publico',
            label: 'Copiar enlace público',
            onChoose: () => setOpen({ dialog: 'publico', address: new URL(publico, location.origin).href }),
          },
        ]
      : []),
  ]
  return (
    <>
      {archivos && (
        <Button
          tone={actions.corregir || isStopped(documento) ? 'normal' : 'primario'}
          onClick={() => setOpen({ dialog: 'imprimir', atOnce: false })}
        >
          Imprimir
        </Button>
      )}
      {actions.repetir && <LinkButton href={actions.repetir}>Otra igual</LinkButton>}
      {actions.duplicar && (
        <Button busy={isCopying(documento)} onClick={() => duplicate(documento)}>
          Duplicar
        </Button>
      )}
      {actions.serie && <LinkButton href={actions.serie}>Repetir cada mes…</LinkButton>}
      {emitido && <LinkButton href={`/emitir/${tipo_dte}`}>Nueva</LinkButton>}
      {actions.nota && <LinkButton href={actions.nota}>{noteName(actions.nota)}</LinkButton>}
      {anular && (
        <Button tone="peligro" onClick={() => setOpen({ dialog: 'anular', by: anular })}>
          Anular
        </Button>
      )}
      {more.length > 0 && <Menu label="Más" items={more} />}
      {fault && <FaultNotice fault={fault} />}
      {open?.dialog === 'imprimir' && <PrintDialog {...{ documento }} atOnce={open.atOnce} onClose={close} />}
      {open?.dialog === 'anular' && <VoidDialog documento={documento} by={open.by} onClose={close} />}
      {open?.dialog === 'correo' && <MailDialog documento={documento} onClose={close} />}
      {open?.dialog === 'publico' && (
        <Dialog title="Enlace público" onClose={close}>
          <p>Quien tenga este enlace ve el documento, sin contraseña.</p>
          <Copy text={open.address} label="el enlace público" />
        </Dialog>
      )}
    </>
  )
}

/** The type stands in the address: `/emitir/61?desde=33-12`. */
const noteName = (address: string): string => shortName(Number(/\d+/.exec(address)?.[0]))
