// The page's own script: finds operations, and tries them against this server with the credential typed above.

const field = (id) => document.getElementById(id)

field('buscar').addEventListener('input', ({ target }) => {
  const wanted = target.value.trim().toLowerCase()
  for (const operation of document.querySelectorAll('.operacion')) {
    operation.hidden = wanted !== '' && !operation.dataset.texto.includes(wanted)
  }
  for (const section of document.querySelectorAll('section[data-tag]')) {
    section.hidden = !section.querySelector('.operacion:not([hidden])')
  }
})

// A link to an operation opens it.
const open = () => {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (target?.tagName === 'DETAILS') target.open = true
}
addEventListener('hashchange', open)
open()

function credential() {
  const text = field('credencial').value.trim()
  if (text === '') return {}
  return text.startsWith('dte_') ? { 'X-API-Key': text } : { Authorization: `Bearer ${text}` }
}

async function attempt(form) {
  const output = form.querySelector('output')
  const query = new URLSearchParams()
  const headers = credential()
  let path = form.dataset.path
  for (const input of form.querySelectorAll('input[data-in]')) {
    if (input.value === '') continue
    if (input.dataset.in === 'path') path = path.replace(`{${input.name}}`, encodeURIComponent(input.value))
    else if (input.dataset.in === 'query') query.set(input.name, input.value)
    else headers[input.name] = input.value
  }
  const body = form.querySelector('textarea')?.value
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  const url = query.size ? `${path}?${query}` : path
  output.textContent = 'Esperando…'
  const started = performance.now()
  const response = await fetch(url, { method: form.dataset.method, headers, body })
  const type = response.headers.get('content-type') ?? ''
  const text = /json|text|xml/.test(type) ? await response.text() : `(${type || 'sin cuerpo'})`
  const shown = type.includes('json') ? JSON.stringify(JSON.parse(text), null, 2) : text
  const milliseconds = Math.round(performance.now() - started)
  output.textContent = `${response.status} · ${milliseconds} ms · ${response.headers.get('x-request-id')}\n\n${shown}`
}

for (const form of document.querySelectorAll('form.probar')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    attempt(form).catch((fault) => {
      form.querySelector('output').textContent = String(fault)
    })
  })
}
