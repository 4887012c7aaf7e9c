// Ending the session: drafts of this browser go with it, after asking, and other tabs follow.

import { useState } from 'react'
import { api } from '../api/client'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/dialog'
import { plural } from '../ui/format'
import { DRAFTS, LOGGED_OUT } from './kept'

const draftKeys = (usuarioId: string): string[] => {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(`${DRAFTS}${usuarioId}:`))
  } catch {
    return []
  }
}

async function logOut(drafts: readonly string[]): Promise<void> {
  // One that was over already is as good.
  await api('DELETE /auth/cookie').catch(() => {})
  try {
    for (const key of drafts) localStorage.removeItem(key)
    localStorage.setItem(LOGGED_OUT, String(performance.now()))
  } catch {
    // No storage, no drafts, and no other tab to tell.
  }
  location.assign('/app/entrar')
}

export function LogOutButton({ usuarioId }: { usuarioId: string }) {
  const [asking, setAsking] = useState<string[] | null>(null)
  const ask = (): void => {
    const drafts = draftKeys(usuarioId)
    if (drafts.length) setAsking(drafts)
    else void logOut([])
  }
  return (
    <>
      <Button onClick={ask}>Cerrar la sesión</Button>
      {asking && (
        <ConfirmDialog
          title="Cerrar la sesión"
          action="Cerrar y borrar los borradores"
          onConfirm={() => void logOut(asking)}
          onClose={() => setAsking(null)}
        >
          <p>
            En este equipo hay {plural(asking.length, 'borrador', 'borradores')} suyos sin emitir. Al cerrar
            la sesión se borran.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
