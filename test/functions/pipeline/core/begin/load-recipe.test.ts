import { expect, test } from 'vitest'
import { loadRecipe } from '../../../../../functions/pipeline/core/begin/load-recipe.ts'
import type { ReadObjects } from '../../../../../functions/pipeline/core/ports/objects.ts'

/** What loading a recipe gives where its object is read like that, and what was read. */
async function loaded(name: string, read: () => Promise<string | undefined>) {
  const asked: unknown[] = []
  const objects = {
    read: (...given: unknown[]) => {
      asked.push(given)
      return read()
    },
  } as unknown as ReadObjects
  return { found: await loadRecipe(name, { objects, bucket: 'drop' }), asked }
}

test('a recipe is JSON with the hash of its text, of a hundred thousand bytes at most', async () => {
  const { found, asked } = await loaded('slim', async () => '{"steps":[]}')
  expect(found).toEqual({
    text: { steps: [] },
    sha256: '4430e7786edc0f8419f02e909c15422ebf572287a58132d8f6f33250ce053121',
  })
  expect(asked).toEqual([[{ bucket: 'drop', key: 'recipes/slim.json' }, 100_000]])
})

test('what is no recipe name is asked nobody for, and told by its first 64 characters', async () => {
  const name = `No ${'x'.repeat(61)}`
  for (const [given, told] of [
    [name, name],
    [`${name}y`, name],
  ] as const) {
    const { found, asked } = await loaded(given, async () => '{}')
    expect(found).toMatchObject({
      code: 'RecipeUnknown',
      message: `A dropped file's key must be drop/<recipe>/<file>; "${told}" is no recipe name.`,
    })
    expect(asked).toEqual([])
  }
})

test.each([
  ['gone', async () => undefined, 'RecipeUnknown', 'There is no recipe "gone".'],
  ['torn', async () => '{', 'RecipeInvalid', 'The recipe "torn" is not JSON.'],
  [
    'long',
    () => Promise.reject(new RangeError('It is too long.')),
    'RecipeInvalid',
    'The recipe "long" has more than 100000 bytes.',
  ],
])('a recipe that is %s is told as a failure', async (name, read, code, message) => {
  expect((await loaded(name, read)).found).toMatchObject({ code, message })
})

test('a bucket that cannot be read is no failure of the recipe', async () => {
  const away = new Error('away')
  await expect(loaded('slim', () => Promise.reject(away))).rejects.toBe(away)
})
