// One draft, one tab: whoever opens it asks the other tabs of this browser first.

const NAME = 'timbre:borradores'
const PATIENCE_MS = 150

interface Said {
  ask?: string
  mine?: string
}

/** Answers for the draft until told to stop. */
export function holdDraft(id: string): () => void {
  const channel = new BroadcastChannel(NAME)
  channel.onmessage = ({ data }: MessageEvent<Said>) => {
    if (data.ask === id) channel.postMessage({ mine: id } satisfies Said)
  }
  return () => channel.close()
}

/** Whether another tab has it open. */
export function isHeld(id: string): Promise<boolean> {
  const channel = new BroadcastChannel(NAME)
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), PATIENCE_MS)
    channel.onmessage = ({ data }: MessageEvent<Said>) => {
      if (data.mine !== id) return
      clearTimeout(timer)
      resolve(true)
    }
    channel.postMessage({ ask: id } satisfies Said)
  }).finally(() => channel.close())
}
