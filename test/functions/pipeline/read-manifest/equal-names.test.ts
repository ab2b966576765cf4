import { expect, test } from 'vitest'
import { ManifestInvalid } from '../../../../functions/pipeline/core/manifests/manifest-invalid.ts'
import { refuseEqualNames } from '../../../../functions/pipeline/read-manifest/refuse-equal-names.ts'

const slim = { feature: 'body-reshape', parameters: { features: { slim: 10 } } }

const RECIPES: Record<string, string> = {
  plain: JSON.stringify({ steps: [slim] }),
  named: JSON.stringify({ steps: [slim], output: { name: '{stem}-slim' } }),
  fixed: JSON.stringify({ steps: [slim], output: { name: 'result' } }),
  'by-recipe': JSON.stringify({ steps: [slim], output: { name: '{recipe}-{stem}' } }),
  broken: '{"steps"',
}

type Line = { key: string; recipe: string; version?: string }

/** How many recipes were read, and what became of the lines. */
async function passed(...lines: Line[]) {
  const reads: string[] = []
  const items = async function* () {
    for (const [at, line] of lines.entries()) yield { line: at + 2, ...line }
  }
  const read = async ({ bucket, key }: { bucket: string; key: string }) => {
    reads.push(`${bucket}/${key}`)
    return RECIPES[/^recipes\/(.+)\.json$/.exec(key)?.[1] ?? '']
  }
  const kept = []
  for await (const item of refuseEqualNames(items(), { objects: { read }, bucket: 'drop' })) {
    kept.push(item)
  }
  return { kept, reads }
}

const line = (key: string, recipe = 'named', version?: string): Line => ({
  key,
  recipe,
  ...(version !== undefined && { version }),
})

test.each<[string, Line[]]>([
  [
    'one stem, unlike formats of which one is not kept',
    [line('files/a.heic'), line('files/a.jpg')],
  ],
  ['one name for all', [line('files/a.jpg', 'fixed'), line('files/b.jpg', 'fixed')]],
  [
    'two folders that are one without their prefix',
    [line('files/a.jpg'), line('drop/named/a.jpg')],
  ],
  [
    'two versions of one file',
    [line('files/a.jpg', 'named', 'v1'), line('files/a.jpg', 'named', 'v2')],
  ],
  [
    'recipes of one name between others',
    [line('files/a.jpg', 'plain'), line('files/x.jpg', 'fixed'), line('files/y.jpeg', 'fixed')],
  ],
])('%s are refused, by their lines', async (_, lines) => {
  const error = await passed(...lines).catch((refused: unknown) => refused)
  expect(error).toBeInstanceOf(ManifestInvalid)
  const first = lines.length
  expect((error as Error).message).toMatch(
    new RegExp(
      `^The results of line ${first} and line ${first + 1} would have one name, .*output\\.name`,
    ),
  )
})

test.each<[string, Line[]]>([
  ['folders of their own', [line('files/a/1.jpg', 'fixed'), line('files/b/1.jpg', 'fixed')]],
  ['formats that are kept', [line('files/a.jpg'), line('files/a.png')]],
  [
    'names that follow from the sources',
    [line('files/a.heic', 'plain'), line('files/a.jpg', 'plain')],
  ],
  ['a line that is there twice', [line('files/a.jpg'), line('files/a.jpg'), line('files/a.jpg')]],
  ['recipes in the name', [line('files/a.jpg', 'by-recipe'), line('files/b.jpg', 'by-recipe')]],
  ['recipes that fail anyway', [line('files/a.jpg', 'broken'), line('files/b.jpg', 'none')]],
])('%s pass, and each recipe is read once', async (_, lines) => {
  const { kept, reads } = await passed(...lines)
  expect(kept).toHaveLength(lines.length)
  expect(reads).toEqual([...new Set(lines.map(({ recipe }) => `drop/recipes/${recipe}.json`))])
})

test('lines that cannot be used are passed on', async () => {
  const failed = { line: 1, failure: { code: 'LineInvalid', message: 'It is none.' } } as const
  const items = async function* () {
    yield failed
  }
  const read = async () => undefined
  const kept = []
  for await (const item of refuseEqualNames(items(), { objects: { read }, bucket: 'drop' })) {
    kept.push(item)
  }
  expect(kept).toEqual([failed])
})
