// The installer's own script: the account by POST /auth/register, then, if wanted, its company by POST /v1/empresa. The
// token of the new session lives in this page alone.

const part = (id) => document.getElementById(id)
let token = null

function show(id) {
  for (const section of document.querySelectorAll('main > section')) section.hidden = section.id !== id
  part(id).querySelector('input, a')?.focus()
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

onSubmit('form-cuenta', async ({ nombre, email }, form) => {
  // Blanks are part of a password.
  const password = form.elements.password.value
  if (form.elements.repetida.value !== password)
    return tell(form, { detalles: [{ campo: 'repetida', mensaje: 'No es igual a la contraseña' }] })
  const data = await post('/auth/register', { nombre, email, password })
  token = data.access_token
  form.reset()
  show('empresa')
})

onSubmit('form-empresa', async ({ actividades_economicas, ...company }) => {
  const codes = actividades_economicas.split(/[\s,;]+/).filter(Boolean)
  const body = {
    ...company,
    actividades_economicas: codes.map((code) => (/^\d+$/.test(code) ? Number(code) : code)),
  }
  const { rut, razon_social } = await post('/v1/empresa', body, { Authorization: `Bearer ${token}` })
  part('hecha').textContent = `La empresa ${razon_social} (${rut}) trabaja en el ambiente de simulación.`
  show('listo')
})

part('omitir').addEventListener('click', () => show('listo'))
show('cuenta')
