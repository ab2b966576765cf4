import { beforeAll, expect, test } from 'vitest'
import type {
  CatalogueAnswer,
  RecipeAnswer,
  RecipeCheckAnswer,
  RecipesAnswer,
} from '../../../catalog/console/recipes.ts'
import { FEATURES } from '../../../catalog/features/features.ts'
import { signedIn } from '../console-browser.ts'
import { sharedRun } from '../shared-run.ts'
import type { Run } from '../start-run.ts'

let run: Run
beforeAll(async () => {
  run = await sharedRun('console')
})

const SLIM = JSON.stringify({
  steps: [{ feature: 'body-reshape', parameters: { features: { slim: -40 } } }],
})
const AS_NEW = { 'if-none-match': '*' }

test('a recipe is made, changed by who read it last, and deleted', async () => {
  const admin = await signedIn(run.at.consoleUrl)
  const save = (text: string, headers: object) =>
    admin.ask('PUT', '/recipes/mine', { text }, headers)
  const made = await save(SLIM, AS_NEW)
  expect([made.status, await made.json()]).toEqual([
    200,
    expect.objectContaining({ facts: expect.objectContaining({ units: { least: 1, most: 1 } }) }),
  ])
  const first = made.headers.get('etag')
  const read = await admin.ask('GET', '/recipes/mine')
  expect(read.headers.get('etag')).toBe(first)
  expect(((await read.json()) as RecipeAnswer).text).toBe(SLIM)
  // Made meanwhile, changed meanwhile, deleted meanwhile: nothing is overwritten, and nothing comes back.
  expect((await save(SLIM, AS_NEW)).status).toBe(412)
  const changed = SLIM.replace('-40', '-20')
  const second = await save(changed, { 'if-match': first })
  expect(second.status).toBe(200)
  const late = await save(SLIM, { 'if-match': first })
  expect([late.status, await late.json()]).toEqual([
    412,
    {
      error: 'The recipe was changed by somebody else meanwhile; nothing was saved.',
      error_code: 'RecipeChanged',
    },
  ])
  expect((await admin.read<RecipeAnswer>('/recipes/mine')).text).toBe(changed)
  const { recipes } = await admin.read<RecipesAnswer>('/recipes')
  expect(recipes.find(({ name }) => name === 'mine')).toMatchObject({
    etag: second.headers.get('etag'),
    steps: [{ feature: 'body-reshape', target: 'largest' }],
  })
  expect((await admin.ask('DELETE', '/recipes/mine')).status).toBe(200)
  expect((await save(SLIM, { 'if-match': second.headers.get('etag') })).status).toBe(412)
  expect((await admin.ask('GET', '/recipes/mine')).status).toBe(404)
  const gone = await admin.ask('DELETE', '/recipes/slimm')
  expect([gone.status, await gone.json()]).toEqual([
    404,
    { error: 'There is no recipe "slimm". Did you mean slim?', error_code: 'NotFound' },
  ])
})

test('what a recipe breaks is said with its place, and is not saved', async () => {
  const viewer = await signedIn(run.secondConsoleUrl)
  const check = async (text: string) =>
    (await (await viewer.ask('POST', '/recipes/check', { text })).json()) as RecipeCheckAnswer
  const wrong = SLIM.replace('"slim":', '"waist":-5,"slimm":').replace(
    '}]}',
    '},\n{"feature":"x"}]}',
  )
  const { problems, facts } = await check(wrong)
  expect(facts).toBeUndefined()
  expect(problems).toEqual([
    {
      path: ['steps', 0, 'parameters', 'features', 'slimm'],
      words: expect.stringContaining('Did you mean slim?'),
      line: 1,
      column: expect.any(Number),
    },
    expect.objectContaining({ path: ['steps', 1, 'feature'], line: 2 }),
  ])
  expect((await check('{')).problems[0]?.words).toContain('is not JSON')
  const beside = { feature: 'obj-replace', parameters: { prompt: 'remove' } }
  const step = { ...beside, inputs: { msk: { companion: '{stem}.mask.png' } } }
  expect((await check(JSON.stringify({ steps: [step] }))).facts).toMatchObject({
    companions: ['{stem}.mask.png'],
    unperformed: [],
    returns: false,
  })
  const admin = await signedIn(run.at.consoleUrl)
  for (const [text, headers, words] of [
    [wrong, AS_NEW, 'line 1, column'],
    [SLIM, {}, 'If-Match'],
    [SLIM, { ...AS_NEW, 'if-match': '"a"' }, 'If-Match'],
    [' '.repeat(100_001), AS_NEW, 'text'],
  ] as const) {
    const refused = await admin.ask('PUT', '/recipes/wrong', { text }, headers)
    expect(refused.status).toBe(400)
    expect(((await refused.json()) as { error: string }).error).toContain(words)
  }
  const named = await admin.ask('PUT', '/recipes/..%2Fdrop', { text: SLIM }, AS_NEW)
  expect(named.status).toBe(400)
  expect((await viewer.ask('PUT', '/recipes/mine', { text: SLIM }, AS_NEW)).status).toBe(403)
  expect((await viewer.ask('GET', '/recipes/wrong')).status).toBe(404)
})

test('the catalogue is told as forms need it', async () => {
  const viewer = await signedIn(run.secondConsoleUrl)
  const { features, settings } = await viewer.read<CatalogueAnswer>('/catalogue')
  expect(features.map(({ name }) => name)).toEqual(FEATURES.map(({ name }) => name))
  const reshape = features[0]!
  expect(reshape).toMatchObject({ name: 'body-reshape', targets: true, source: 'picture' })
  const { properties } = reshape.parameters as {
    properties: Record<string, { properties: object }>
  }
  expect(properties['features']?.properties).toMatchObject({
    slim: { minimum: -100, maximum: 100 },
  })
  expect(Object.keys(settings['properties'] as object)).toContain('output')
  expect(Object.keys(settings['properties'] as object)).not.toContain('steps')
})

test('a preview is a job under a name of its own, once for a recipe, and is no recipe of anybody', async () => {
  const admin = await signedIn(run.at.consoleUrl)
  const preview = async (text: string): Promise<[number, string]> => {
    const answer = await admin.ask('POST', '/previews', { text })
    const { name = '', error = '' } = (await answer.json()) as { name?: string; error?: string }
    return [answer.status, name || error]
  }
  const [, name] = await preview(SLIM)
  expect(name).toMatch(/^preview-[0-9a-f]{16}$/)
  expect(await preview(SLIM)).toEqual([200, name])
  expect((await preview(SLIM.replace('-40', '-41')))[1]).not.toBe(name)
  expect(await preview('{}')).toEqual([400, expect.stringContaining('line 1, column 1: steps')])
  const kept = JSON.parse((await admin.read<RecipeAnswer>(`/recipes/${name}`)).text)
  expect(kept).toEqual({ ...JSON.parse(SLIM), output: { keepDays: 1 } })
  const { recipes } = await admin.read<RecipesAnswer>('/recipes')
  expect(recipes.some((row) => row.name.startsWith('preview-'))).toBe(false)
  const viewer = await signedIn(run.secondConsoleUrl)
  expect((await viewer.ask('POST', '/previews', { text: SLIM })).status).toBe(403)
})
