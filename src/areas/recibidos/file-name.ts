// The name of a foreign file when it leaves.

/** A name that any system and any header can keep, with the end that its bytes ask for. */
export const fileName = (given: string, end: 'xml' | 'pdf'): string => {
  const stem = given.replace(/\.\w{1,5}$/, '').replace(/[^\w.-]+/g, '_')
  return `${stem || 'documento'}.${end}`
}
