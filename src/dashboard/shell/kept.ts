// The data of a person kept in this browser, by key; it ends with the session, for the next may be somebody
// else's.

/** Written to tell other tabs that the session is over; its value says nothing. */
const LOGGED_OUT = 'timbre:salida'
/** Written to tell other tabs who comes in, as the id of that person: a session is the whole browser's. */
const ENTERED = 'timbre:entrada'
/** The prefix of a draft's key; after it `<usuario>:<kind>:<empresa>:<ambiente>:<id>`. */
export const DRAFTS = 'timbre:borrador:'
/** The last choices in the palette, companies among them. */
export const RECENT = 'timbre:recientes'

let left = false

/** Whether this page's session was logged out: nothing more of it is to be kept. */
export const hasLeft = (): boolean => left

/** Keys of the drafts of a person. */
export function draftKeys(usuarioId: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(`${DRAFTS}${usuarioId}:`))
  } catch {
    return []
  }
}

/** Takes the person's drafts along with what else is kept of them, tells other tabs and leaves. */
export function forget(usuarioId: string): void {
  try {
    for (const key of [...draftKeys(usuarioId), RECENT]) localStorage.removeItem(key)
    localStorage.setItem(LOGGED_OUT, String(performance.now()))
  } catch {
    // No storage, no drafts, and no other tab to tell.
  }
  leave()
}

/** Tells other tabs who is coming in, before the session is theirs. */
export function announce(usuarioId: string): void {
  try {
    localStorage.setItem(ENTERED, usuarioId)
    localStorage.removeItem(ENTERED)
  } catch {
    // No storage, and no other tab to tell.
  }
}

/** Leaves when another tab logs out, or lets in somebody else than the person here; gives back what stops that. */
export function followOut(usuarioId: string | undefined): () => void {
  const follow = ({ key, newValue }: StorageEvent): void => {
    if (key === LOGGED_OUT) leave()
    // The drafts stay whose they are: only this page is nobody's any more.
    else if (key === ENTERED && newValue && usuarioId && newValue !== usuarioId) go('/app/entrar?otra')
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

function leave(): void {
  // A form keeps its draft as its page goes away: after this, no more.
  left = true
  go('/app/entrar')
}

function go(to: string): void {
  // Browsers hold a page that was left as it stood, and show it again to whoever goes back.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
  location.assign(to)
}
