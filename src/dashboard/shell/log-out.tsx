// Ending the session: drafts of this browser go with it, after asking, and other tabs follow.

import { useState } from 'react'
import { api } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { Button } from '../ui/button'
import { ConfirmDialog, Dialog } from '../ui/dialog'
import { plural } from '../ui/format'
import { draftKeys, forget } from './kept'
import { Trouble } from './trouble'

export function LogOutButton({ usuarioId }: { usuarioId: string }) {
  const [drafts, setDrafts] = useState(0)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const logOut = async (): Promise<void> => {
    setBusy(true)
    setFault(null)
    try {
      await api('DELETE /auth/cookie')
      forget(usuarioId)
    } catch (thrown) {
      const fault = toFault(thrown)
      // One that was over already is as good. Any other is still open to whoever comes next to this browser.
      if (fault.endsSession) return forget(usuarioId)
      setDrafts(0)
      setFault(fault)
    } finally {
      setBusy(false)
    }
  }
  const ask = (): void => {
    const { length } = draftKeys(usuarioId)
    if (length) setDrafts(length)
    else void logOut()
  }
  return (
    <>
      <Button busy={busy} onClick={ask}>
        Cerrar la sesión
      </Button>
      {drafts > 0 && (
        <ConfirmDialog
          title="Cerrar la sesión"
          action="Cerrar y borrar los borradores"
          busy={busy}
          onConfirm={() => void logOut()}
          onClose={() => setDrafts(0)}
        >
          <p>
            En este equipo hay {plural(drafts, 'borrador', 'borradores')} suyos sin terminar. Al cerrar la
            sesión se borran.
          </p>
        </ConfirmDialog>
      )}
      {fault && (
        <Dialog title="La sesión sigue abierta" onClose={() => setFault(null)}>
          <p>No se pudo cerrar: quien use este navegador sigue dentro.</p>
          <Trouble fault={fault} onRetry={() => void logOut()} />
        </Dialog>
      )}
    </>
  )
}
