// The page's own script: finds operations, brings what is told of one when it is opened, and tries it against this server with the
// credential typed above.

const field = (id) => document.getElementById(id)

/** What is sought, in lower case and without blanks around it. */
const wanted = () => field('buscar').value.trim().toLowerCase()

/** Marks the rows of an open operation that name what is sought. */
function mark(operation) {
  const text = wanted()
  for (const row of operation.querySelectorAll('tr')) {
    const name = row.querySelector('code')?.textContent.toLowerCase() ?? ''
    row.classList.toggle('hallada', text !== '' && name.includes(text))
  }
}

field('buscar').addEventListener('input', () => {
  const text = wanted()
  for (const operation of document.querySelectorAll('.operacion')) {
    operation.hidden = text !== '' && !operation.dataset.texto.includes(text)
    if (operation.open) mark(operation)
  }
  for (const section of document.querySelectorAll('section[data-tag]')) {
    section.hidden = !section.querySelector('.operacion:not([hidden])')
  }
})

/** What is told of an operation, once. */
async function bring(operation) {
  const { parte } = operation.dataset
  if (!parte) return
  delete operation.dataset.parte
  operation.querySelector(':scope > div')?.remove()
  const place = document.createElement('div')
  place.textContent = 'Cargando…'
  operation.append(place)
  try {
    const answer = await fetch(`/docs?parte=${encodeURIComponent(parte)}`)
    if (!answer.ok) throw new Error(`Respuesta ${answer.status}`)
    place.innerHTML = await answer.text()
    mark(operation)
  } catch (fault) {
    operation.dataset.parte = parte
    place.textContent = `No se pudo cargar (${fault}); ciérrela y ábrala otra vez.`
  }
}

for (const operation of document.querySelectorAll('.operacion')) {
  operation.addEventListener('toggle', () => {
    if (operation.open) bring(operation)
  })
}

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

addEventListener('submit', (event) => {
  const form = event.target
  if (!form.matches('form.probar')) return
  event.preventDefault()
  attempt(form).catch((fault) => {
    form.querySelector('output').textContent = String(fault)
  })
})
