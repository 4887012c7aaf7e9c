// How the rules note what they find: a code, the path of the element and its line in the file.

import { type Codigo, type Finding, finding } from './codigos'
import { type Elemento, en } from './nodo'
import type { DteLeido } from './parse-sobre'

/** Adds a finding. `nodo` tells the line when the path alone does not find it. */
export type Note = (codigo: Codigo, ruta: string, mensaje?: string, nodo?: Elemento) => void

/** A list of findings on a document and the function that adds to it. */
export function createNote(dte: DteLeido): { salida: Finding[]; note: Note } {
  const salida: Finding[] = []
  const note: Note = (codigo, ruta, mensaje, nodo = en(dte.documento, ruta) ?? dte.nodo) => {
    salida.push(finding(codigo, `${ruta} (línea ${dte.linea(nodo)})`, mensaje))
  }
  return { salida, note }
}
