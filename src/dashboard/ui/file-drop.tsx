// Files by drop or by button. What is of the wrong kind or too large is refused here, in words, before anything is sent.

import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { Button, type ButtonTone } from './button'

const MB = 1024 * 1024

/** Why a file cannot be taken, or null. `ends`: `.xml`, `.pfx`… in small letters. */
export function refuseFile(
  { name, size }: Pick<File, 'name' | 'size'>,
  ends: readonly string[],
  maxMb = 10,
): string | null {
  if (!ends.some((end) => name.toLowerCase().endsWith(end)))
    return `${name} no es un archivo ${ends.join(' o ')}`
  if (size > maxMb * MB) return `${name} pasa de ${maxMb} MB`
  return size === 0 ? `${name} está vacío` : null
}

/** The props of a `FileDrop` whose files are looked at first: `take` gets them when each can be taken. */
export function useFileDrop(ends: readonly string[], take: (files: readonly File[]) => void) {
  const [error, setError] = useState<string | null>(null)
  const onFiles = (files: readonly File[]): void => {
    const bad = files.map((file) => refuseFile(file, ends)).find((reason) => reason !== null)
    setError(bad ?? null)
    if (bad === undefined) take(files)
  }
  return { ends, error, onFiles }
}

export function FileDrop({
  label,
  action,
  ends,
  multiple = false,
  tone = 'normal',
  busy = false,
  onFiles,
  error,
}: {
  label: ReactNode
  /** Verb of the button. */
  action: string
  ends: readonly string[]
  multiple?: boolean
  tone?: ButtonTone
  busy?: boolean
  onFiles: (files: File[]) => void
  /** Why what was dropped is not taken. */
  error?: string | null | undefined
}) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    const files = [...event.dataTransfer.files]
    if (files.length && !busy) onFiles(multiple ? files : files.slice(0, 1))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same without a drag
    <div
      className={over ? 'soltar encima' : 'soltar'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <span>{label}</span>
      <Button tone={tone} busy={busy} onClick={() => input.current?.click()}>
        {action}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={ends.join(',')}
        multiple={multiple}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // The same file may be chosen again.
          target.value = ''
          if (files.length) onFiles(files)
        }}
      />
      {error && (
        <p className="falta" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
