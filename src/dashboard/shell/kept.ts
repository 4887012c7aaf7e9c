// What the page keeps in this browser, by key.

/** Written to tell other tabs that the session is over; its value says nothing. */
export const LOGGED_OUT = 'timbre:salida'
/** What a draft's key begins with; after it `<usuario>:<empresa>:<ambiente>:<id>`. */
export const DRAFTS = 'timbre:borrador:'
