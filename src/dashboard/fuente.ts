// Where the one font is: all weights in one file.

/** Its number rises with the file, for browsers keep it for a year. */
export const RUTA_FUENTE = '/app/fuentes/plex-sans-1.woff2'
