import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')

/** Files and folders of the project, as prose names them: in backticks, from a room on. */
const NAMED =
  /`((?:bin|catalog|docs|engine|functions|lib|local|metadata|recipes|samples|test|web)\/[\w./-]*)`/g

test.each(['docs/architecture.md', 'docs/engine.md', 'CONTRIBUTING.md', 'README.md'])(
  'every path that %s names is there',
  (page) => {
    const named = [...readFileSync(join(ROOT, page), 'utf8').matchAll(NAMED)].map(
      ([, path]) => path!,
    )
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  },
)

test('the documents link to pages that are there', () => {
  for (const page of ['README.md', 'CONTRIBUTING.md', 'docs/architecture.md', 'docs/engine.md']) {
    const text = readFileSync(join(ROOT, page), 'utf8')
    const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map(([, path]) => path!)
    const missing = links.filter((path) => !existsSync(join(ROOT, page, '..', path)))
    expect(missing, page).toEqual([])
  }
})
