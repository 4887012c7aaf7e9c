// The palette's search, for who wants to open it from the page. The palette puts itself here while it stands.

export const search: { open: () => void } = { open: () => {} }
