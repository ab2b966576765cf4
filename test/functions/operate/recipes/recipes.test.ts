import { createHash } from 'node:crypto'
import { S3ServiceException } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { FEATURES } from '../../../../catalog/features/features.ts'
import { deleteRecipe } from '../../../../functions/operate/recipes/delete-recipe.ts'
import { describeCatalogue } from '../../../../functions/operate/recipes/describe-catalogue.ts'
import { describeRecipes } from '../../../../functions/operate/recipes/describe-recipes.ts'
import {
  listRecipes,
  loadRecipeText,
  readRecipeText,
} from '../../../../functions/operate/recipes/load-recipe.ts'
import { saveRecipe } from '../../../../functions/operate/recipes/save-recipe.ts'
import { unitsForOne } from '../../../../functions/operate/recipes/units-for-one.ts'
import { scripted } from '../scripted.ts'

const SLIM = { feature: 'body-reshape', parameters: { features: { slim: 1 } } }
const TEXT = JSON.stringify({ steps: [SLIM], description: 'Slimmer.' })

/** A bucket whose recipes are listed in these pages. */
function bucketWith(...pages: Record<string, string>[]) {
  const all = Object.assign({}, ...pages) as Record<string, string>
  const { client, asked } = scripted({
    ListObjectsV2: ({ ContinuationToken = '0' }: { ContinuationToken?: string }) => {
      const page = Number(ContinuationToken)
      return {
        Contents: [...Object.keys(pages[page] ?? {}).map((Key) => ({ Key })), {}],
        ...(page + 1 < pages.length && { NextContinuationToken: String(page + 1) }),
      }
    },
    GetObject: ({ Key }: { Key: string }) => {
      const text = all[Key]
      if (text === undefined || text === '') {
        const gone = { name: 'NoSuchKey', $fault: 'client', $metadata: {} } as const
        throw Object.assign(new S3ServiceException(gone), { name: 'NoSuchKey' })
      }
      return {
        ETag: '"e"',
        LastModified: new Date(0),
        Body: { transformToString: async () => text },
      }
    },
  })
  return { where: { s3: client, bucket: 'drop' }, asked }
}
const PAGES = [
  { 'recipes/slim.json': TEXT, 'recipes/a.txt': 'x', 'recipes/A b.json': 'x' },
  { 'recipes/thin.json': '{', 'recipes/gone.json': '' },
]

test('recipes are those whose keys name one, on every page', async () => {
  const { where, asked } = bucketWith(...PAGES)
  expect(await listRecipes(where)).toEqual(['slim', 'thin', 'gone'])
  expect(asked.map(([, input]) => input)).toEqual([
    { Bucket: 'drop', Prefix: 'recipes/' },
    { Bucket: 'drop', Prefix: 'recipes/', ContinuationToken: '1' },
  ])
})

test('a recipe is told with what it does, and why it cannot be used', async () => {
  const rows = await describeRecipes(bucketWith(...PAGES).where)
  expect(rows).toEqual([
    {
      name: 'slim',
      etag: expect.any(String),
      savedAt: expect.any(String),
      description: 'Slimmer.',
      steps: [{ feature: 'body-reshape', target: 'largest' }],
    },
    {
      name: 'thin',
      etag: expect.any(String),
      savedAt: expect.any(String),
      steps: [],
      broken: expect.stringContaining('JSON'),
    },
  ])
})

test('a recipe is loaded with the hash of its text; another name is suggested, a broken one told', async () => {
  const { where } = bucketWith(...PAGES)
  const load = (name: string) => loadRecipeText(name, where).catch(({ message }: Error) => message)
  expect(await load('slim')).toMatchObject({
    recipe: { steps: [SLIM] },
    sha256: createHash('sha256').update(TEXT).digest('hex'),
  })
  expect(await load('slin')).toBe('There is no recipe "slin". Did you mean slim?')
  expect(await load('A')).toBe('"A" is no recipe name: a–z, 0–9 and -, 64 characters at most.')
  expect(await load('thin')).toMatch(/^The recipe thin cannot be used: /)
  expect(await readRecipeText('slim', where)).toMatchObject({ text: { steps: [SLIM] } })
  expect([await readRecipeText('none', where), await readRecipeText('A b', where)]).toEqual([
    undefined,
    undefined,
  ])
  const denied = scripted({ GetObject: () => Promise.reject(new Error('Denied.')) })
  const away = { s3: denied.client, bucket: 'drop' }
  await expect(loadRecipeText('slim', away)).rejects.toThrow('Denied.')
})

test('a recipe is saved where it is still what was seen', async () => {
  const save = (known: string, status?: number) => {
    const { client, asked } = scripted({
      PutObject: () => {
        if (status === undefined) return { ETag: '"new"' }
        throw new S3ServiceException({
          name: 'x',
          $fault: 'client',
          $metadata: { httpStatusCode: status },
        })
      },
    })
    const recipe = { name: 'slim', text: TEXT, known }
    return saveRecipe(recipe, { s3: client, bucket: 'drop' }).then(
      (etag) => [etag, asked[0]?.[1]],
      ({ code, name }) => code ?? name,
    )
  }
  const put = {
    Bucket: 'drop',
    Key: 'recipes/slim.json',
    Body: TEXT,
    ContentType: 'application/json',
  }
  expect(await save('none')).toEqual(['"new"', { ...put, IfNoneMatch: '*' }])
  expect(await save('"e"')).toEqual(['"new"', { ...put, IfMatch: '"e"' }])
  for (const status of [404, 409, 412]) expect(await save('"e"', status)).toBe('RecipeChanged')
  expect(await save('"e"', 403)).toBe('x')
  const { client } = scripted({ PutObject: () => Promise.reject(new TypeError('Away.')) })
  const away = saveRecipe(
    { name: 'slim', text: TEXT, known: 'none' },
    { s3: client, bucket: 'drop' },
  )
  await expect(away).rejects.toThrow(new TypeError('Away.'))
})

test('a recipe is deleted, and of one that is not there the nearest is named', async () => {
  const { client: s3, asked } = scripted({
    ListObjectsV2: () => ({ Contents: [{ Key: 'recipes/slim.json' }] }),
    DeleteObject: () => ({}),
  })
  await deleteRecipe('slim', { s3, bucket: 'drop' })
  const deleted = { Bucket: 'drop', Key: 'recipes/slim.json' }
  expect(asked.map(([, input]) => input)).toEqual([expect.anything(), deleted])
  await expect(deleteRecipe('slin', { s3, bucket: 'drop' })).rejects.toThrow(
    'There is no recipe "slin". Did you mean slim?',
  )
  expect(asked).toHaveLength(3)
})

test('one file costs what all steps cost', () => {
  const video = { feature: 'bg-replace-vid', parameters: {} }
  expect(unitsForOne({ steps: [SLIM, SLIM] } as never)).toEqual({ least: 2, most: 2 })
  expect(unitsForOne({ steps: [SLIM, video] } as never)).toEqual({ least: 3, most: 1201 })
  expect(unitsForOne({ steps: [{ feature: 'none', parameters: {} }] } as never)).toEqual({
    least: 0,
    most: 0,
  })
})

test('the catalogue is described as forms need it', () => {
  const { features, targets } = describeCatalogue()
  expect(features.map(({ name }) => name)).toEqual(FEATURES.map(({ name }) => name))
  expect(targets).toContain('largest')
  const of = (name: string) => features.find((one) => one.name === name)!
  expect(of('body-reshape')).toMatchObject({
    performed: true,
    targets: true,
    source: 'picture',
    inputs: [],
  })
  expect(of('bg-replace-vid')).toMatchObject({
    source: 'video',
    targets: false,
    inputs: [{ role: 'ref', needed: true, most: 1 }],
  })
  expect(of('hair-transfer').inputs).toEqual([
    { role: 'ref', needed: !('template_id' in of('hair-transfer').start), most: 1 },
  ])
  expect(of('2d-vto/earring').inputs).toEqual([
    { role: 'srcmsk', needed: false, most: 1 },
    { role: 'ref', needed: true, most: 10 },
    { role: 'refmsk', needed: false, most: 10 },
  ])
  for (const { start, defaults } of features) {
    for (const name of Object.keys(start)) {
      expect(name).not.toMatch(/_file_|^index$/)
      expect(defaults).not.toHaveProperty(name)
    }
    expect(JSON.stringify(start)).not.toContain('https:')
  }
  const lists = features.flatMap(({ start }) => Object.values(start).filter(Array.isArray))
  expect(lists.length).toBeGreaterThan(0)
  for (const list of lists) expect(list).toHaveLength(1)
  const { templates = [] } = FEATURES.find(({ name }) => name === 'hair-transfer')!
  expect(of('hair-transfer').templates).toEqual(
    templates.map(({ id, title, category_name: group, palette }) => ({
      id,
      title,
      group,
      palette,
    })),
  )
})
