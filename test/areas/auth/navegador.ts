// As much of a browser as the pages with forms ask for: it opens one at an address, fills fields in, sends the form to the
// server and shows what the person would see.

import type { TestApp } from '../../support/test-app'

interface Campo {
  name: string
  value: string
  attributes: Map<string, string>
  falta: { textContent: string }
  label: { hidden: boolean; querySelector(selector: string): { textContent: string } }
}

/** Answers in the server's stead; omitted, the server does. */
export type Red = (path: string, init: RequestInit) => Promise<Response>

function createForm(id: string, attributes: string, inside: string) {
  const dataset = Object.fromEntries(
    [...attributes.matchAll(/data-(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  )
  const alert = { textContent: '' }
  const campos: Campo[] = [...inside.matchAll(/<input name="(\w+)"/g)].map(([, name]) => {
    const falta = { textContent: '' }
    return {
      name: name!,
      value: '',
      attributes: new Map(),
      falta,
      label: { hidden: false, querySelector: () => falta },
    }
  })
  const inputs = campos.map((campo) => ({
    get value() {
      return campo.value
    },
    set value(text: string) {
      campo.value = text
    },
    parentElement: campo.label,
    getAttribute: (name: string) => campo.attributes.get(name) ?? null,
    setAttribute: (name: string, value: string) => void campo.attributes.set(name, value),
    removeAttribute: (name: string) => void campo.attributes.delete(name),
    focus() {},
  }))
  let submit: (event: object) => Promise<void> = async () => {}
  const form = {
    id,
    dataset,
    elements: Object.fromEntries(campos.map(({ name }, i) => [name, inputs[i]])),
    reset() {
      for (const campo of campos) campo.value = ''
    },
    addEventListener: (_: string, listener: typeof submit) => {
      submit = listener
    },
    querySelector: (selector: string) => (selector === '[role="alert"]' ? alert : null),
    querySelectorAll: (selector: string) =>
      selector === '.falta'
        ? [...campos.map(({ falta }) => falta), alert]
        : selector === '[aria-invalid]'
          ? inputs.filter((input) => input.getAttribute('aria-invalid'))
          : [],
  }
  return { id, campos, alert, form, submit: () => submit({ preventDefault() {}, target: form }) }
}

export async function openPage(app: TestApp, address: string, red?: Red) {
  const url = new URL(address, 'http://localhost')
  const page = (await app.get(url.pathname)).body as string
  const [, script] = /<script type="module">([\s\S]*?)<\/script>/.exec(page)!
  const sections = [...page.matchAll(/<section id="([\w-]+)" hidden>/g)].map(([, id]) => ({
    id: id!,
    hidden: true,
    querySelector: () => null,
  }))
  const forms = [...page.matchAll(/<form id="([\w-]+)"([^>]*)>([\s\S]*?)<\/form>/g)].map(
    ([, id, attributes, inside]) => createForm(id!, attributes!, inside!),
  )
  const first = forms[0]!
  const motivo = { textContent: '' }
  const omitir = {
    click: (): void => {},
    addEventListener(_: string, listener: () => void) {
      omitir.click = listener
    },
  }
  const byId = new Map<string, unknown>([
    ...sections.map((section) => [section.id, section] as const),
    ...forms.map(({ id, form }) => [id, form] as const),
    ['omitir', omitir],
    ['motivo', motivo],
  ])
  const location = {
    hash: url.hash,
    pathname: url.pathname,
    replace(path: string) {
      location.pathname = path
    },
  }
  let cookie: string | null = null
  const sent: string[] = []
  const globals = {
    document: {
      getElementById: (id: string) => byId.get(id) ?? null,
      querySelectorAll: () => sections,
    },
    location,
    history: {
      replaceState(_: unknown, __: string, path: string) {
        location.hash = path.split('#')[1] ?? ''
      },
    },
    window: { addEventListener() {} },
    FormData: class {
      readonly #form: object
      constructor(form: object) {
        this.#form = form
      }
      *[Symbol.iterator]() {
        for (const { name, value } of forms.find(({ form }) => form === this.#form)!.campos)
          yield [name, value]
      }
    },
    fetch: async (path: string, init: RequestInit) => {
      sent.push(path)
      if (red) return red(path, init)
      const response = await app.app.handle(new Request(`http://localhost${path}`, init))
      cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
      return response
    },
  }
  new Function(...Object.keys(globals), script!)(...Object.values(globals))

  return {
    location,
    /** Addresses that were asked for. */
    sent,
    /** The browser's cookie to send back. */
    cookie: (): string | null => cookie,
    /** The fields that a person sees. */
    visible: (): string[] => first.campos.filter(({ label }) => !label.hidden).map(({ name }) => name),
    /** Fills in a form, the page's first when none is named, and sends it. */
    async submit(values: Record<string, string>, id = first.id): Promise<void> {
      const { campos, submit } = forms.find((form) => form.id === id)!
      for (const [name, value] of Object.entries(values))
        campos.find((campo) => campo.name === name)!.value = value
      await submit()
    },
    /** Leaves for later what the installer asks next. */
    omit: () => omitir.click(),
    /** The section in sight, and all that is said in it. */
    seen: () => ({
      seccion: sections.filter(({ hidden }) => !hidden).map(({ id }) => id),
      motivo: motivo.textContent,
      alerta: first.alert.textContent,
      faltas: Object.fromEntries(
        first.campos.flatMap(({ name, falta }) => (falta.textContent ? [[name, falta.textContent]] : [])),
      ),
    }),
  }
}
