// Hands a file to the person, as a link to it would: by address alone no company could be asserted.

const KEPT_MS = 60_000

/** Saves under `name`, where the browser keeps downloads. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // The browser may still be reading it.
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
