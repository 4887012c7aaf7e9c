// Where the table comes from: a file, or cells pasted from a spreadsheet.

import { useState } from 'react'
import { Button } from '../../ui/button'
import { TextArea } from '../../ui/field'
import { FileDrop, refuseFile } from '../../ui/file-drop'
import { Notice } from '../../ui/notice'
import { saveFile } from '../../ui/save'
import { COLUMNAS, EJEMPLO } from './columns'
import { readText } from './table'

const ENDS = ['.csv', '.tsv', '.txt'] as const

export function Source({ onText }: { onText: (text: string) => void }) {
  const [refused, setRefused] = useState<string | null>(null)
  const [pasted, setPasted] = useState('')
  const readFile = async ([file]: File[]): Promise<void> => {
    if (!file) return
    const why = refuseFile(file, ENDS)
    const read = why ? { error: why } : readText(new Uint8Array(await file.arrayBuffer()))
    if ('error' in read) setRefused(read.error)
    else onText(read.text)
  }
  return (
    <section className="seccion" aria-label="Planilla">
      <FileDrop
        label="Suelte aquí un CSV, o péguelo abajo."
        action="Elegir un archivo"
        ends={ENDS}
        onFiles={(files) => void readFile(files)}
      />
      {refused && (
        <Notice tone="mal" onClose={() => setRefused(null)}>
          <p>{refused}</p>
        </Notice>
      )}
      <TextArea
        label="Celdas copiadas de su planilla"
        hint="La primera fila lleva los nombres de las columnas."
        rows={5}
        value={pasted}
        onChange={setPasted}
      />
      <div className="acciones">
        <Button onClick={() => pasted.trim() && onText(pasted)} aria-disabled={!pasted.trim() || undefined}>
          Revisar lo pegado
        </Button>
        <Button
          tone="liso"
          onClick={() => saveFile(new Blob(['\uFEFF', EJEMPLO], { type: 'text/csv' }), 'lote-ejemplo.csv')}
        >
          Bajar un ejemplo
        </Button>
      </div>
      <details>
        <summary>Columnas que se entienden</summary>
        <p className="ayuda">
          Una fila por línea de documento. Las filas con el mismo <code>documento</code> son uno solo: lo que
          es de todo el documento va en la primera. Sin esa columna, cada fila es un documento. Son
          obligatorias <code>tipo_dte</code> e <code>item</code>.
        </p>
        <p className="ayuda">
          <code>{COLUMNAS.join(', ')}</code>
        </p>
      </details>
    </section>
  )
}
