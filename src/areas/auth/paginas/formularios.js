// The script of the pages for people without a session: what their forms share, then the installer's part and that of the
// links of mails.

const part = (id) => document.getElementById(id)

function show(id) {
  for (const section of document.querySelectorAll('main > section')) section.hidden = section.id !== id
  part(id).querySelector('label:not([hidden]) input, a, [tabindex]')?.focus()
}

/** Puts each fault beside its field, and what belongs to no field below them all. */
function tell(form, { error, detalles = [] }) {
  let placed = 0
  for (const { campo = '', mensaje } of detalles) {
    const input = form.elements[campo.replace(/\[.*$/, '')]
    if (!input || input.getAttribute('aria-invalid')) continue
    input.setAttribute('aria-invalid', 'true')
    // The message names the field's path for programs; here it stands beside the field.
    input.parentElement.querySelector('.falta').textContent = mensaje.replace(/^[\w[\].]+: /, '')
    placed++
  }
  if (placed === 0 || placed < detalles.length) form.querySelector('[role="alert"]').textContent = error
  form.querySelector('[aria-invalid]')?.focus()
}

function forget(form) {
  for (const place of form.querySelectorAll('.falta')) place.textContent = ''
  for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid')
}

async function post(path, body, headers = {}) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  return response.ok ? answer.data : Promise.reject(answer)
}

/** Whether both times the same password was typed; says so beside the second when not. */
function isRepeated(form, name) {
  // Blanks are part of a password.
  if (form.elements.repetida.value === form.elements[name].value) return true
  tell(form, { detalles: [{ campo: 'repetida', mensaje: 'No es igual a la contraseña' }] })
  return false
}

/** Sends a form once at a time; `send` rejects with the server's refusal. */
function onSubmit(id, send) {
  part(id).addEventListener('submit', async (event) => {
    event.preventDefault()
    const form = event.target
    const buttons = form.querySelectorAll('button')
    forget(form)
    for (const button of buttons) button.disabled = true
    try {
      await send(
        Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, value.trim()])),
        form,
      )
    } catch (fault) {
      tell(form, fault.error ? fault : { error: 'El servidor no responde; inténtelo de nuevo' })
    } finally {
      for (const button of buttons) button.disabled = false
    }
  })
}

/** The session goes on by a cookie that no script can read; without one the dashboard asks for the password. */
const keepSession = (token) =>
  fetch('/auth/cookie', { method: 'POST', headers: { Authorization: `Bearer ${token}` } }).catch(() => {})

/** The page is over: going back does not come to it. */
const enter = () => location.replace('/app/')

/** The account by POST /auth/register, then, if wanted, its company by POST /v1/empresa. */
function runInstaller() {
  // For the company alone, within its hour.
  let token = null

  onSubmit('form-cuenta', async ({ nombre, email }, form) => {
    if (!isRepeated(form, 'password')) return
    const data = await post('/auth/register', { nombre, email, password: form.elements.password.value })
    token = data.access_token
    await keepSession(token)
    form.reset()
    show('empresa')
  })

  onSubmit('form-empresa', async ({ actividades_economicas, ...company }) => {
    const codes = actividades_economicas.split(/[\s,;]+/).filter(Boolean)
    const body = {
      ...company,
      actividades_economicas: codes.map((code) => (/^\d+$/.test(code) ? Number(code) : code)),
    }
    await post('/v1/empresa', body, { Authorization: `Bearer ${token}` })
    enter()
  })

  part('omitir').addEventListener('click', enter)
  show('cuenta')
}

// Nothing more can be done with such a token.
const SPENT = new Set(['TOKEN_INVALID', 'TOKEN_EXPIRED', 'INVALID_STATE'])

/**
 * The token that stands behind the # of a link goes to the API with what the person types. It is never part of a request's
 * address, and the browser's history forgets it once it is of no more use.
 */
function runEnlace(form) {
  const given = new URLSearchParams(location.hash.slice(1)).get('token')

  // A link may have lost its end on the way, or the operator hands out the token alone: then it is typed.
  const place = form.elements.token
  place.value = given ?? ''
  place.parentElement.hidden = given !== null && given !== ''

  function end(id) {
    form.reset()
    history.replaceState(null, '', location.pathname)
    show(id)
  }

  onSubmit(form.id, async (fields) => {
    const name = form.dataset.clave
    if (!isRepeated(form, name)) return
    const { repetida: _repetida, ...body } = fields
    body[name] = form.elements[name].value
    let data
    try {
      data = await post(form.dataset.ruta, body)
    } catch (fault) {
      // A token that was typed may be mistyped: it can be corrected.
      if (!SPENT.has(fault.code) || !given) throw fault
      part('motivo').textContent = fault.error
      return end('no-sirve')
    }
    end('listo')
    if (!data.access_token) return
    await keepSession(data.access_token)
    enter()
  })

  show('formulario')
  // The same page is still open when another link of the kind is followed: only the part behind the # changes.
  window.addEventListener('hashchange', () => location.reload())
}

const enlace = part('form-enlace')
if (enlace) runEnlace(enlace)
else runInstaller()
