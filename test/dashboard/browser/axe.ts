// The findings of axe on a page, in light and in dark. It stays in the page for the next time.

import { type AxeResults, source } from 'axe-core'
import type { Page } from 'playwright-core'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Those that look at colours: all that another scheme of the very same elements can break. */
const COLOURS = ['color-contrast', 'link-in-text-block']

interface AxePage {
  axe: { run(context: object, options: object): Promise<AxeResults> }
  /** The page as it was last looked at whole. */
  axeSaw?: string
}

/** Fails on whatever it finds. */
export async function axe(page: Page): Promise<void> {
  const found: string[] = []
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const violations = await page.evaluate(
      async ({ tags, colours, again }) => {
        const here = globalThis as unknown as AxePage
        const sees = document.documentElement.outerHTML
        const same = again && sees === here.axeSaw
        here.axeSaw = sees
        // Half of a button under the head of the page is where a person scrolled to, no fault.
        const scrolled = scrollY
        scrollTo(0, 0)
        const results = await here.axe.run(document, {
          runOnly: same ? { type: 'rule', values: colours } : { type: 'tag', values: tags },
          resultTypes: ['violations'],
          // Only papers are in frames, shown by the browser.
          iframes: false,
        })
        scrollTo(0, scrolled)
        return results.violations.map(({ id, nodes }) => ({
          id,
          nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
        }))
      },
      { tags: TAGS, colours: COLOURS, again: colorScheme === 'dark' },
    )
    for (const { id, nodes } of violations)
      for (const { html, failureSummary } of nodes)
        found.push(`${colorScheme} ${id}: ${html}\n${failureSummary}`)
  }
  await page.emulateMedia({ colorScheme: null })
  if (found.length) throw new Error(`axe found:\n${found.join('\n')}`)
}
