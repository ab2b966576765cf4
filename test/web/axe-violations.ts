import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const require = createRequire(import.meta.url)

/** What is wrong in a part of a page for people who cannot see it, use a mouse, or tell its colours apart. */
export async function axeViolationsOf(page: Page, part: string): Promise<string[]> {
  const isThere = await page.evaluate("typeof axe === 'object'")
  if (!isThere) await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'))
  // What is right is not written down, node by node, which takes longer than to find what is wrong.
  const options = JSON.stringify({ resultTypes: ['violations'] })
  const found = `axe.run(${JSON.stringify(part)}, ${options}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`
  return await page.evaluate(found)
}
