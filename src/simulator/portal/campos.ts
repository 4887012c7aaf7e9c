// The fields of a form as a browser sends them from a page in Latin-1: percent signs stand for bytes of ISO-8859-1.

const decode = (text: string): string =>
  text
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** The fields of a POST; of a GET there are none. The last one of a name counts. */
export async function readCampos(request: Request): Promise<Readonly<Record<string, string>>> {
  if (request.method !== 'POST') return {}
  const body = Buffer.from(await request.arrayBuffer()).toString('latin1')
  return Object.fromEntries(
    body.split('&').map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [decode(name), decode(value.join('='))]
    }),
  )
}
