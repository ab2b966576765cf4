import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FEATURES, findFeature } from '../../catalog/features/features.ts'
import { describeFeature } from './describe-feature.ts'
import { describeAnnounced, describeRefusals, describeRoutes } from './describe-interface.ts'
import { describeLifted } from './describe-lifted.ts'
import { describeTargets } from './describe-targets.ts'
import { blocksOf, fillBlocks } from './fill-blocks.ts'

const DOCS = join(import.meta.dirname, '..', '..', 'docs')
function read(name: string): string {
  return readFileSync(join(DOCS, name), 'utf8')
}

function made(name: string): string {
  if (name === 'requests') return describeRoutes()
  if (name === 'refusals') return describeRefusals()
  if (name === 'announced') return describeAnnounced()
  if (name === 'targets') return describeTargets()
  if (name === 'lifted refusals') return describeLifted()
  const feature = findFeature(name)
  return feature ? describeFeature(feature) : expect.unreachable(`Nothing makes ${name}.`)
}

test.each(['api.md', 'client.md', 'effects.md', 'models.md', 'recipes.md'])(
  '%s says what the catalogue says (to write it anew: vitest run test/docs --update)',
  async (name) => {
    await expect(fillBlocks(read(name), made)).toMatchFileSnapshot(join(DOCS, name))
  },
)

test('effects.md has a section for each feature, in the catalogue’s order', () => {
  expect(blocksOf(read('effects.md'))).toEqual(FEATURES.map(({ name }) => name))
})

test('every page types the command by its name alone: npx knows it in the clone and in an app only', () => {
  const pages = readdirSync(DOCS).filter((name) => name.endsWith('.md'))
  const others = ['README.md', 'CONTRIBUTING.md'].map((name) => join('..', name))
  const typed = [...pages, ...others].flatMap((name) =>
    read(name)
      .split('\n')
      .filter((line) => /^\s*npx darkroom/.test(line))
      .map((line) => `${name}: ${line}`),
  )
  expect(typed).toEqual([])
})
