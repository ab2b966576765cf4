import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SETTINGS } from '../../lib/settings/settings.ts'
import { templatesOf } from '../lib/templates-of.ts'
import { fillBlocks } from './fill-blocks.ts'
import { code, markdownTable } from './markdown-table.ts'

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'deploy.md')

/** Every setting of the app, with what it means and what holds without it. */
function describeSettings(): string {
  return markdownTable(
    ['Setting', 'Meaning', 'Default'],
    Object.entries(SETTINGS.shape).map(([name, { description = '' }]) => {
      const at = description.lastIndexOf('; ')
      return [code(name), description.slice(0, at), description.slice(at + 2)]
    }),
  )
}

test('deploy.md has every setting (to write it anew: vitest run test/docs --update)', async () => {
  const made = (name: string): string =>
    name === 'settings' ? describeSettings() : expect.unreachable(`Nothing makes ${name}.`)
  await expect(fillBlocks(readFileSync(PAGE, 'utf8'), made)).toMatchFileSnapshot(PAGE)
})

test('deploy.md names every output of both stacks', () => {
  const notify = { topic: true as const, webhook: { url: 'https://example.com/hook' } }
  const { stacks } = templatesOf({}, { notify })
  const outputs = stacks.flatMap(({ template }) =>
    Object.keys((template as { Outputs: Record<string, unknown> }).Outputs),
  )
  // Those the construct library makes for references between stacks have names of its own.
  const ours = outputs.filter((name) => !/[0-9A-F]{8}/.test(name))
  const page = readFileSync(PAGE, 'utf8')
  expect(ours.length).toBeGreaterThan(15)
  expect(ours.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})
