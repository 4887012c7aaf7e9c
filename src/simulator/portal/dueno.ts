// Whose world a request belongs to (simulator §11.1): one simulator serves every account, and a RUT proves nothing.

/** As the client of Timbre tells it; null is the world of those who tell nothing. */
export const duenoOf = (request: Request): string | null => request.headers.get('x-simulador-dueno') || null

/** How a key of a table has it. */
export const duenoKey = (request: Request): string => duenoOf(request) ?? ''
