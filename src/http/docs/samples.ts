// How an operation is called from a terminal and from the languages that its users write, as its page shows it.

/** What is read of an operation of the OpenAPI document. */
interface Called {
  path: string
  method: string
  security: object[]
  responses: Record<string, { content?: object }>
}

interface Call {
  method: string
  url: string
  headers: Record<string, string>
  /** Undefined for a call without one. */
  body: unknown
  /** Whether what comes back is a file and no JSON. */
  file: boolean
}

/** What stands in the places of a path. */
const PLACES: Readonly<Record<string, string>> = {
  tipo: '33',
  folio: '1042',
  periodo: '202611',
  fecha: '2026-11-20',
  rut: '76543210-3',
  jobId: 'job_01JD3Q8Z5V7K2M4N6P8R0S2T4V',
}

const pretty = (value: unknown): string => JSON.stringify(value, null, 2)
const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`)

/** A value as another language writes it; `pair` is an entry of its map. */
function literal(value: unknown, words: Words, depth = 0): string {
  if (value === null) return words.nothing
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'string') return words.text(value)
  if (typeof value !== 'object') return String(value)
  const list = Array.isArray(value)
  const [open, close] = list ? words.list : words.map
  const entries = list
    ? value.map((one) => literal(one, words, depth + 1))
    : Object.entries(value).map(
        ([key, one]) => `${words.text(key)}${words.pair}${literal(one, words, depth + 1)}`,
      )
  if (!entries.length) return list ? `${open}${close}` : words.empty
  const margin = '    '.repeat(depth + 1)
  return `${open}\n${entries.map((entry) => `${margin}${entry},\n`).join('')}${'    '.repeat(depth)}${close}`
}

interface Words {
  nothing: string
  yes: string
  no: string
  text: (text: string) => string
  list: [string, string]
  map: [string, string]
  pair: string
  /** A map without entries. */
  empty: string
}

const PYTHON: Words = {
  nothing: 'None',
  yes: 'True',
  no: 'False',
  text: (text) => JSON.stringify(text),
  list: ['[', ']'],
  map: ['{', '}'],
  pair: ': ',
  empty: '{}',
}

const PHP: Words = {
  nothing: 'null',
  yes: 'true',
  no: 'false',
  text: (text) => `'${text.replace(/[\\']/g, '\\$&')}'`,
  list: ['[', ']'],
  map: ['[', ']'],
  pair: ' => ',
  empty: 'new stdClass()',
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const curl = ({ method, url, headers, body, file }: Call): string =>
  [
    `curl -X ${method} ${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(pretty(body))}`]),
    ...(file ? ['-o respuesta'] : []),
  ].join(' \\\n  ')

const javascript = ({
  method,
  url,
  headers,
  body,
  file,
}: Call): string => `const respuesta = await fetch(${JSON.stringify(url)}, {
  method: ${JSON.stringify(method)},
  headers: ${indented(pretty(headers), '  ')},${body === undefined ? '' : `\n  body: JSON.stringify(${indented(pretty(body), '  ')}),`}
})
console.log(respuesta.status, ${file ? 'await respuesta.arrayBuffer()' : 'await respuesta.json()'})`

const python = ({ method, url, headers, body, file }: Call): string => `import requests

respuesta = requests.request(
    ${JSON.stringify(method)},
    ${JSON.stringify(url)},
    headers=${literal(headers, PYTHON, 1)},${body === undefined ? '' : `\n    json=${literal(body, PYTHON, 1)},`}
)
print(respuesta.status_code, ${file ? 'len(respuesta.content)' : 'respuesta.json()'})`

const php = ({ method, url, headers, body, file }: Call): string => `<?php
$curl = curl_init(${PHP.text(url)});
curl_setopt_array($curl, [
    CURLOPT_CUSTOMREQUEST => ${PHP.text(method)},
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => ${literal(
      Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      PHP,
      1,
    )},${body === undefined ? '' : `\n    CURLOPT_POSTFIELDS => json_encode(${literal(body, PHP, 1)}),`}
]);
$respuesta = curl_exec($curl);
echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), ' ', ${file ? 'strlen($respuesta)' : '$respuesta'};`

const csharp = ({ method, url, headers, body, file }: Call): string => {
  const own = Object.entries(headers).filter(([name]) => name !== 'Content-Type')
  return `using System.Text;

using var cliente = new HttpClient();
using var solicitud = new HttpRequestMessage(new HttpMethod(${JSON.stringify(method)}), ${JSON.stringify(url)});
${own.map(([name, value]) => `solicitud.Headers.Add(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join('')}${
  body === undefined
    ? ''
    : `solicitud.Content = new StringContent("""\n${pretty(body)}\n""", Encoding.UTF8, "application/json");\n`
}using var respuesta = await cliente.SendAsync(solicitud);
Console.WriteLine((int)respuesta.StatusCode);
Console.WriteLine(${file ? '(await respuesta.Content.ReadAsByteArrayAsync()).Length' : 'await respuesta.Content.ReadAsStringAsync()'});`
}

/** By language, in the order in which they are shown. */
const LANGUAGES: Readonly<Record<string, (call: Call) => string>> = {
  curl,
  JavaScript: javascript,
  Python: python,
  PHP: php,
  'C#': csharp,
}

/** The samples of an operation, at a server; `body` is the example of its request. */
export function samplesOf(
  operation: Called,
  server: string,
  body: unknown,
): [language: string, text: string][] {
  const { path, method, security, responses } = operation
  const key = security.some((one) => 'llave' in one)
  const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const types = answers.flatMap(([, { content = {} }]) => Object.keys(content))
  const call: Call = {
    method: method.toUpperCase(),
    url: server + path.replace(/\{(\w+)\}/g, (_, name: string) => PLACES[name] ?? name.toUpperCase()),
    headers: {
      ...(key ? { 'X-API-Key': 'SU_LLAVE' } : security.length > 0 && { Authorization: 'Bearer SU_TOKEN' }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    body,
    file: types.length > 0 && !types.includes('application/json'),
  }
  return Object.entries(LANGUAGES).map(([language, write]) => [language, write(call)])
}
