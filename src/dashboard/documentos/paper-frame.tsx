// A PDF in a frame that prints itself; where a browser does not let it, in a tab (dashboard §11).

import { type RefObject, useEffect, useMemo, useRef } from 'react'

interface Paper {
  /** Null while there is nothing to show. */
  url: string | null
  frame: RefObject<HTMLIFrameElement | null>
  print(): void
}

export function usePaper(file: Blob | undefined): Paper {
  const frame = useRef<HTMLIFrameElement>(null)
  const url = useObjectUrl(file)
  return {
    url,
    frame,
    print() {
      if (!url) return
      try {
        const shown = frame.current?.contentWindow
        if (!shown) throw new Error('no frame')
        shown.focus()
        shown.print()
      } catch {
        window.open(url, '_blank', 'noopener')
      }
    },
  }
}

export function PaperFrame({
  paper: { url, frame },
  title,
  stale,
  onLoad,
}: {
  paper: Paper
  title: string
  /** Whether another one is on its way. */
  stale: boolean
  onLoad?: () => void
}) {
  if (!url) return null
  return (
    <iframe
      ref={frame}
      className="papel"
      src={`${url}#toolbar=0&navpanes=0&view=FitH`}
      title={title}
      onLoad={onLoad}
      aria-busy={stale || undefined}
    />
  )
}

/** The address of a file in memory, as long as it is shown. */
function useObjectUrl(file: Blob | undefined): string | null {
  const url = useMemo(() => (file ? URL.createObjectURL(file) : null), [file])
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  return url
}
