// How a call is written in the languages that users of the API write.

export interface Call {
  method: string
  url: string
  headers: Record<string, string>
  /** Whether it takes an `Idempotency-Key`. Without one a retry does again what was done: a second invoice. */
  keyed: boolean
  /** Undefined for a call without one. */
  body: unknown
  /** The kind of answer: `nothing` but the status for a 204. */
  answer: 'json' | 'file' | 'nothing'
  /** Whether what comes back has no end. */
  endless: boolean
}

const KEEP = 'Guarde la clave: el reintento de esta misma solicitud la repite.'

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

const curl = ({ method, url, headers, keyed, body, answer, endless }: Call): string =>
  (keyed ? `# ${KEEP}\nclave=$(uuidgen)\n` : '') +
  [
    `curl ${endless ? '-N ' : ''}-X ${method} ${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(keyed ? ['-H "Idempotency-Key: $clave"'] : []),
    ...(body === undefined ? [] : [`-d ${quoted(pretty(body))}`]),
    ...(answer === 'file' ? ['-o respuesta'] : []),
    ...(answer === 'nothing' ? ["-w '%{http_code}\\n'"] : []),
  ].join(' \\\n  ')

const JAVASCRIPT_ANSWERS = {
  json: ', await respuesta.json()',
  file: ', await respuesta.arrayBuffer()',
  nothing: '',
}

const javascript = ({ method, url, headers, keyed, body, answer }: Call): string => {
  const own = Object.entries(headers).map(
    ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  )
  const all = keyed ? [...own, '"Idempotency-Key": clave'] : own
  return `${keyed ? `// ${KEEP}\nconst clave = crypto.randomUUID()\n` : ''}const respuesta = await fetch(${JSON.stringify(url)}, {
  method: ${JSON.stringify(method)},
  headers: {${all.map((one) => `\n    ${one},`).join('')}${all.length ? '\n  ' : ''}},${body === undefined ? '' : `\n  body: JSON.stringify(${indented(pretty(body), '  ')}),`}
})
console.log(respuesta.status${JAVASCRIPT_ANSWERS[answer]})`
}

const PYTHON_ANSWERS = { json: ', respuesta.json()', file: ', len(respuesta.content)', nothing: '' }

const python = ({ method, url, headers, keyed, body, answer }: Call): string => {
  const own = Object.entries(headers).map(
    ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  )
  const all = keyed ? [...own, '"Idempotency-Key": clave'] : own
  return `${keyed ? 'import uuid\n\n' : ''}import requests

${keyed ? `# ${KEEP}\nclave = str(uuid.uuid4())\n` : ''}respuesta = requests.request(
    ${JSON.stringify(method)},
    ${JSON.stringify(url)},
    headers={${all.map((one) => `\n        ${one},`).join('')}${all.length ? '\n    ' : ''}},${body === undefined ? '' : `\n    json=${literal(body, PYTHON, 1)},`}
)
print(respuesta.status_code${PYTHON_ANSWERS[answer]})`
}

const PHP_ANSWERS = { json: ", ' ', $respuesta", file: ", ' ', strlen($respuesta)", nothing: '' }

const php = ({ method, url, headers, keyed, body, answer }: Call): string => {
  const own = Object.entries(headers).map(([name, value]) => PHP.text(`${name}: ${value}`))
  const all = keyed ? [...own, '"Idempotency-Key: $clave"'] : own
  return `<?php
${keyed ? `// ${KEEP}\n$clave = bin2hex(random_bytes(16));\n` : ''}$curl = curl_init(${PHP.text(url)});
curl_setopt_array($curl, [
    CURLOPT_CUSTOMREQUEST => ${PHP.text(method)},
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => [${all.map((one) => `\n        ${one},`).join('')}${all.length ? '\n    ' : ''}],${body === undefined ? '' : `\n    CURLOPT_POSTFIELDS => json_encode(${literal(body, PHP, 1)}),`}
]);
$respuesta = curl_exec($curl);
echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE)${PHP_ANSWERS[answer]};`
}

const CSHARP_ANSWERS = {
  json: 'Console.WriteLine(await respuesta.Content.ReadAsStringAsync());',
  file: 'Console.WriteLine((await respuesta.Content.ReadAsByteArrayAsync()).Length);',
  nothing: '',
}

const csharp = ({ method, url, headers, keyed, body, answer }: Call): string => {
  const own = Object.entries(headers)
    .filter(([name]) => name !== 'Content-Type')
    .map(([name, value]) => `${JSON.stringify(name)}, ${JSON.stringify(value)}`)
  const all = keyed ? [...own, '"Idempotency-Key", clave'] : own
  return `// C# 11 o posterior: .NET 7 o posterior.
using System;
using System.Net.Http;
using System.Text;

${keyed ? `// ${KEEP}\nvar clave = Guid.NewGuid().ToString();\n` : ''}using var cliente = new HttpClient();
using var solicitud = new HttpRequestMessage(new HttpMethod(${JSON.stringify(method)}), ${JSON.stringify(url)});
${all.map((one) => `solicitud.Headers.Add(${one});\n`).join('')}${
  body === undefined
    ? ''
    : `solicitud.Content = new StringContent("""\n${pretty(body)}\n""", Encoding.UTF8, "application/json");\n`
}using var respuesta = await cliente.SendAsync(solicitud);
Console.WriteLine((int)respuesta.StatusCode);
${CSHARP_ANSWERS[answer]}`.trimEnd()
}

/** By language, in the order in which they are shown. */
export const LANGUAGES: Readonly<Record<string, (call: Call) => string>> = {
  curl,
  JavaScript: javascript,
  Python: python,
  PHP: php,
  'C#': csharp,
}
