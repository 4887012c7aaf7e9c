// People of a suite besides the owner, and what a task costs them (dashboard §1).

import type { BrowserContext } from 'playwright-core'
import { PASSWORD, type Person, type Stage } from './stage'

/** Somebody with a role in the owner's active company. */
export async function createPerson(stage: Stage, rol: string): Promise<Person> {
  const email = `${rol}@example.cl`
  const { data: me } = await stage.api<{ data: { empresa_activa: { id: string } } }>('GET', '/auth/me')
  const { data } = await stage.api<{ data: { enlace: string } }>('POST', '/v1/usuarios/invitar', {
    email,
    rol,
    empresas: [me.empresa_activa.id],
  })
  const token = new URL(data.enlace, stage.url).hash.replace('#token=', '')
  await stage.api('POST', '/auth/invite/accept', { token, nombre: `Persona ${rol}`, password: PASSWORD })
  return { email, password: PASSWORD }
}

/** Clicks from now on, in every page of the context, those that a script makes or a key causes left out. */
export async function countClicks(context: BrowserContext): Promise<() => number> {
  let clicks = 0
  await context.exposeFunction('countClick', () => {
    clicks++
  })
  const listen = (): void =>
    document.addEventListener(
      'click',
      ({ isTrusted, detail, target }) => {
        // A click on a label is told a second time, of its control.
        const again =
          target instanceof HTMLInputElement && target.labels?.length && target.type === 'checkbox'
        if (isTrusted && detail > 0 && !again) (globalThis as unknown as { countClick(): void }).countClick()
      },
      { capture: true },
    )
  await context.addInitScript(listen)
  for (const page of context.pages()) await page.evaluate(listen)
  return () => clicks
}

export interface Work {
  /** Controls typed in or chosen from. */
  fields: number
  clicks: number
  /** Keys and shortcuts beside what writes and Tab, which goes on to the next field. */
  keys: number
}

/** A person's actions from now on, in every page of the context. */
export async function countWork(context: BrowserContext): Promise<() => Work> {
  const clicks = await countClicks(context)
  const fields = new Set<string>()
  let keys = 0
  await context.exposeFunction('countField', (name: string) => void fields.add(name))
  await context.exposeFunction('countKey', () => {
    keys++
  })
  const listen = (): void => {
    const page = globalThis as unknown as { countField(name: string): void; countKey(): void }
    document.addEventListener(
      'input',
      ({ target }) =>
        target instanceof HTMLElement && page.countField(target.getAttribute('aria-label') ?? target.id),
      { capture: true },
    )
    document.addEventListener(
      'keydown',
      ({ key, ctrlKey, metaKey }) => {
        const moves = ['Tab', 'Shift', 'Control', 'Alt', 'Meta'].includes(key)
        if (!moves && (key.length > 1 || ctrlKey || metaKey)) page.countKey()
      },
      { capture: true },
    )
  }
  await context.addInitScript(listen)
  for (const page of context.pages()) await page.evaluate(listen)
  return () => ({ fields: fields.size, clicks: clicks(), keys })
}

/** Prints what a task of dashboard §1 cost; fails above its limit. */
export function holdTask(task: string, cost: Work, limit: Work): void {
  const said = ({ fields, clicks, keys }: Work): string => `${fields} fields, ${clicks} clicks, ${keys} keys`
  console.log(`task ${task}: ${said(cost)}`)
  if ((['fields', 'clicks', 'keys'] as const).some((part) => cost[part] > limit[part]))
    throw new Error(`task ${task} cost ${said(cost)}, the limit is ${said(limit)}`)
}
