// A person's choices for this browser: colours and height of rows. Set on the root element before anything
// is drawn.

export type Tema = 'sistema' | 'claro' | 'oscuro'
export type Filas = 'normal' | 'amplia'

const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

const write = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value)
  } catch {
    // It holds for this page then.
  }
}

export const readTema = (): Tema => {
  const kept = read('timbre:tema')
  return kept === 'claro' || kept === 'oscuro' ? kept : 'sistema'
}
export const readFilas = (): Filas => (read('timbre:filas') === 'amplia' ? 'amplia' : 'normal')

export function setTema(tema: Tema): void {
  write('timbre:tema', tema)
  apply()
}

export function setFilas(filas: Filas): void {
  write('timbre:filas', filas)
  apply()
}

/** Puts the kept choices in force. */
export function apply(): void {
  const root = document.documentElement
  const tema = readTema()
  if (tema === 'sistema') delete root.dataset.tema
  else root.dataset.tema = tema
  root.dataset.filas = readFilas()
}

/** Whether the first steps of a company were put away in this browser. */
export const isEmpezarHidden = (empresaId: string): boolean => read(`timbre:empezar:${empresaId}`) === 'no'
export const hideEmpezar = (empresaId: string): void => write(`timbre:empezar:${empresaId}`, 'no')
