import { describe, expect, test } from 'vitest'
import { parseBudget } from '../../catalog/costs/budget.ts'
import { computeFromHeader } from '../../catalog/costs/compute.ts'
import { MODEL_USE, modelsFromHeader } from '../../catalog/costs/model-use.ts'
import { DRESS_TABLE } from '../../catalog/generator/dress-table.ts'
import { GENERATION, generationsFromHeader } from '../../catalog/generator/generation.ts'
import { GENERATOR_SETTINGS } from '../../catalog/generator/generator-settings.ts'
import { parsePipelineBounds } from '../../catalog/limits/pipeline-bounds.ts'
import { LOOK_SCHEMA } from '../../catalog/looks/look.ts'
import { OVERRIDES } from '../../catalog/recipe/shape/overrides.ts'
import { RECIPE_SHAPE, STEP_SHAPE } from '../../catalog/recipe/shape/recipe.ts'
import { RECIPE_NAME } from '../../catalog/recipe/shape/recipe-name.ts'
import { engineFromHeader } from '../../catalog/results/engine-version.ts'
import { fileSchema } from '../../catalog/tasks/read-files.ts'
import { BEDROCK, COMPUTE, LOOK, MADE, MODEL, OPENAI, RECIPE, STEP } from './least-valid.ts'

type Takes = (value: never) => boolean

/** Whether a schema takes an object with one field replaced. */
function field(
  schema: { safeParse(value: unknown): { success: boolean } },
  whole: object,
  name: string,
) {
  return (value: unknown) => schema.safeParse({ ...whole, [name]: value }).success
}

const TABLE = { person: 'person', garment: 'garment', image: 'url', dollars: 0 }
const compute = (name: string) => (value: number) =>
  computeFromHeader(JSON.stringify({ ...COMPUTE, [name]: value })) !== undefined
const side = (width: number) => field(DRESS_TABLE, TABLE, 'size')({ width, height: 256 })
const output = (name: string) => (value: unknown) =>
  field(RECIPE_SHAPE, RECIPE, 'output')({ [name]: value })
const target = field(STEP_SHAPE, STEP, 'target')
const input = (value: object) => field(STEP_SHAPE, STEP, 'inputs')({ ref: value })
const text = (length: number) => 'x'.repeat(length)
const items = (count: number, item: unknown) => Array.from({ length: count }, () => item)

describe('a number', () => {
  test.each<[string, (value: number) => boolean, number, number | undefined, boolean]>([
    ['sides of a dressing model', side, 256, 2_048, true],
    ['dollars of a dressing model', field(DRESS_TABLE, TABLE, 'dollars'), 0, 1_000, false],
    ['dollars of a generation', field(GENERATION, MADE, 'dollars'), 0, 10_000, false],
    ['dollars of a task', field(GENERATOR_SETTINGS, BEDROCK, 'dollarsPerTask'), 0, 1_000, false],
    [
      'dollars of a picture',
      field(GENERATOR_SETTINGS, OPENAI, 'dollarsPerPicture'),
      0,
      1_000,
      false,
    ],
    ['segments', compute('segments'), 2, 100, true],
    ['seconds of workers', compute('seconds'), 0, 1e7, false],
    ['dollars of workers', compute('dollars'), 0, 10_000, false],
    ['the time of a task', field(RECIPE_SHAPE, RECIPE, 'timeoutSeconds'), 10, 86_400, true],
    ['the wait for a companion', field(RECIPE_SHAPE, RECIPE, 'companionSeconds'), 10, 3_600, true],
    ['units of a day', (units) => isTaken(() => parseBudget({ units })), 0, undefined, false],
    [
      'dollars of a recipe',
      (dollars) => isTaken(() => parseBudget({ recipes: { slim: { dollars } } })),
      0,
      undefined,
      false,
    ],
    [
      'open files',
      (openFiles) => isTaken(() => parsePipelineBounds(JSON.stringify({ openFiles }))),
      1,
      undefined,
      true,
    ],
    [
      'workers',
      (videos) =>
        isTaken(() =>
          parsePipelineBounds(JSON.stringify({ openFiles: 1, workers: { pictures: 1, videos } })),
        ),
      1,
      undefined,
      true,
    ],
  ])('of %s has its bounds', (_, takes, least, most, isWhole) => {
    expect([least - 1, least].map(takes)).toEqual([false, true])
    if (most !== undefined) expect([most, most + 1].map(takes)).toEqual([true, false])
    expect(takes(least + 0.5)).toBe(!isWhole)
  })
})

function isTaken(work: () => unknown): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}

describe('a text or list', () => {
  test.each<[string, (length: number) => boolean, number, number]>([
    ['the title of a look', (n) => field(LOOK_SCHEMA, LOOK, 'title')(text(n)), 1, 40],
    ['the category of a look', (n) => field(LOOK_SCHEMA, LOOK, 'category')(text(n)), 1, 40],
    ['a field of a dressing model', (n) => field(DRESS_TABLE, TABLE, 'person')(text(n)), 1, 60],
    ['a fixed value', (n) => field(DRESS_TABLE, TABLE, 'fixed')({ a: text(n) }), 0, 500],
    [
      'the way to a picture',
      (n) => field(DRESS_TABLE, TABLE, 'image')(items(n, 'a').join('.')),
      0,
      6,
    ],
    ['a part of the way', (n) => field(DRESS_TABLE, TABLE, 'image')(`a.${text(n)}`), 1, 60],
    ['the name of a generator', (n) => field(GENERATION, MADE, 'generator')(text(n)), 1, 200],
    ['a file of the operator', (n) => field(MODEL_USE, MODEL, 'file')(text(n)), 1, 111],
    ['a licence', (n) => field(MODEL_USE, MODEL, 'licence')(text(n)), 1, 100],
    ['models', (n) => modelsFromHeader(JSON.stringify(items(n, MODEL))) !== undefined, 1, 8],
    [
      'generations',
      (n) => generationsFromHeader(JSON.stringify(items(n, MADE))) !== undefined,
      1,
      16,
    ],
    [
      'a bucket of videos',
      (n) => field(GENERATOR_SETTINGS, BEDROCK, 'videoBucket')(text(n)),
      3,
      63,
    ],
    [
      'a model at Bedrock',
      (n) => field(GENERATOR_SETTINGS, BEDROCK, 'models')({ erase: text(n) }),
      1,
      140,
    ],
    ['a model of a server', (n) => field(GENERATOR_SETTINGS, OPENAI, 'model')(text(n)), 1, 200],
    ['the name of a recipe', (n) => RECIPE_NAME.test(text(n)), 1, 64],
    ['a description', (n) => field(RECIPE_SHAPE, RECIPE, 'description')(text(n)), 0, 500],
    ['steps', (n) => RECIPE_SHAPE.safeParse({ steps: items(n, STEP) }).success, 1, 8],
    ['the name of a result', (n) => output('name')(text(n)), 1, 200],
    ['inputs of a role', (n) => input(items(n, { url: 'https://h/a' })), 1, 20],
    ['an address', (n) => input({ url: `https://${text(n - 8)}` }), 9, 2_048],
    ['a key of inputs', (n) => input({ object: `inputs/${text(n - 7)}` }), 8, 1_024],
    ['a companion', (n) => input({ companion: `{stem}${text(n - 6)}` }), 7, 100],
    ['a path of overrides', (n) => OVERRIDES.safeParse([`output.${text(n - 7)}`]).success, 8, 200],
    ['an engine’s version', (n) => engineFromHeader(text(n)) !== undefined, 1, 40],
    ['a file’s id', (n) => fileSchema('id', {} as never).safeParse(text(n)).success, 1, 256],
    [
      'a file’s address',
      (n) => fileSchema('url', {} as never).safeParse(`http://${text(n - 7)}`).success,
      8,
      4_096,
    ],
  ])('%s has its lengths', (_, takes, least, most) => {
    expect([least, most, most + 1].map(takes)).toEqual([true, true, false])
    if (least > 0) expect(takes(least - 1)).toBe(false)
  })
})

describe('a text', () => {
  const sha = field(MODEL_USE, MODEL, 'sha256') as Takes
  const person = field(DRESS_TABLE, TABLE, 'person') as Takes
  test.each<[string, Takes, string[], string[]]>([
    ['an SHA-256', sha, ['0'.repeat(64)], [`${'0'.repeat(65)}`, '0'.repeat(63), 'A'.repeat(64)]],
    ['a field', person, ['_a-b', 'A1'], ['1a', ' a', 'a ', 'a.b']],
    [
      'a picture’s place',
      field(DRESS_TABLE, TABLE, 'image') as Takes,
      ['', 'images.0.url'],
      ['.a', 'a.', 'a..b', 'a b'],
    ],
    ['a printable name', field(GENERATION, MADE, 'model') as Takes, ['a b~'], ['é', 'a\n', '\na']],
    [
      'a file of models',
      field(MODEL_USE, MODEL, 'file') as Takes,
      ['a.b-c'],
      ['.a', '-a', 'a/b', ' a', 'a '],
    ],
    ['a licence', field(MODEL_USE, MODEL, 'licence') as Takes, ['CC BY 4.0'], ['é', 'éa', 'aé']],
    ['a runtime', field(MODEL_USE, MODEL, 'runtime') as Takes, ['litert', 'onnx'], ['–']],
    [
      'an operation',
      field(GENERATION, MADE, 'operation') as Takes,
      ['fill', 'extend', 'restyle', 'animate', 'dress'],
      ['–'],
    ],
    ['a look’s title', field(LOOK_SCHEMA, LOOK, 'title') as Takes, ['A b-c'], ['a!', '!a', 'é']],
    [
      'a model at Bedrock',
      ((id: string) => field(GENERATOR_SETTINGS, BEDROCK, 'models')({ erase: id })) as Takes,
      ['a.b-v1:0'],
      ['a b', ' a', 'a '],
    ],
    [
      'a bucket',
      field(GENERATOR_SETTINGS, BEDROCK, 'videoBucket') as Takes,
      ['a.b-9'],
      ['Abc', 'abC', 'a_bc'],
    ],
    [
      'a server',
      field(GENERATOR_SETTINGS, OPENAI, 'url') as Takes,
      ['http://h', 'https://h'],
      ['ftp://h', 'xhttp://h', 'httpss://h'],
    ],
    [
      'a model of a server',
      field(GENERATOR_SETTINGS, OPENAI, 'model') as Takes,
      ['a/b:c'],
      ['a b', ' a', 'a '],
    ],
    [
      'a region',
      field(GENERATOR_SETTINGS, BEDROCK, 'region') as Takes,
      ['us-east-1', 'us-east-2', 'us-west-2'],
      ['–'],
    ],
    [
      'what is preferred',
      ((one: string) => field(GENERATOR_SETTINGS, BEDROCK, 'prefer')([one])) as Takes,
      ['cloth-v3', 'hair-transfer'],
      ['–', 'face-lift'],
    ],
    [
      'a recipe’s name',
      ((name: string) => RECIPE_NAME.test(name)) as Takes,
      ['a-9', '9'],
      ['-a', 'A', 'aB', 'a b', ''],
    ],
    [
      'a target',
      target as Takes,
      [
        'usable',
        'largest',
        'leftmost',
        'rightmost',
        'topmost',
        'centre',
        'all',
        'index:0',
        'index:99',
      ],
      ['–', 'index:', 'index:100', 'xindex:1', 'index:1x'],
    ],
    [
      'a companion',
      ((companion: string) => input({ companion })) as Takes,
      ['{stem}.png', 'a{stem}'],
      ['{stem}', 'a.png', 'a/{stem}', '{stem}/a', '{stem}{stem}', '{stem}}'],
    ],
    [
      'a key of inputs',
      ((object: string) => input({ object })) as Takes,
      ['inputs/a'],
      ['inputs/', 'a', 'x/inputs/a'],
    ],
    [
      'an input’s address',
      ((url: string) => input({ url })) as Takes,
      ['https://h/a'],
      ['http://h/a', 'xhttps://h/a', 'httpsx://h/a'],
    ],
    [
      'a result’s name',
      output('name') as Takes,
      ['{stem}-{recipe}-{index}-{date}', 'a'],
      ['a/b', '{other}', '{stem', 'a\u202eb', 'a\nb', ''],
    ],
    ['a result’s size', output('size') as Takes, ['source', 'service'], ['–']],
    ['a result’s metadata', output('metadata') as Takes, ['none', 'keep-safe', 'keep'], ['–']],
    [
      'how files travel',
      field(RECIPE_SHAPE, RECIPE, 'transfer') as Takes,
      ['url', 'upload'],
      ['–'],
    ],
    ['what is prepared', field(RECIPE_SHAPE, RECIPE, 'prepare') as Takes, ['auto', 'none'], ['–']],
    [
      'what a refusal does',
      field(RECIPE_SHAPE, RECIPE, 'onRefusal') as Takes,
      ['fail', 'original'],
      ['–'],
    ],
    [
      'a role of inputs',
      ((role: string) =>
        field(STEP_SHAPE, STEP, 'inputs')({ [role]: { url: 'https://h' } })) as Takes,
      ['ref', 'msk', 'srcmsk', 'refmsk'],
      ['src', '–'],
    ],
    [
      'a path of overrides',
      ((path: string) => OVERRIDES.safeParse([path]).success) as Takes,
      [
        'steps',
        'steps.*.target',
        'output.name',
        'timeoutSeconds',
        'companionSeconds',
        'transfer',
        'prepare',
        'onRefusal',
        'description',
      ],
      ['overrides', 'xsteps', 'stepsx', 'steps.', 'steps..a', '$schema'],
    ],
    [
      'a file’s address',
      ((url: string) => fileSchema('url', {} as never).safeParse(url).success) as Takes,
      ['http://h', 'https://h'],
      ['ftp://h', 'xhttp://h', 'httpx://h'],
    ],
    [
      'an engine’s version',
      ((version: string) => engineFromHeader(version) !== undefined) as Takes,
      ['0.1.0+a-b'],
      ['a b', ' a', 'a '],
    ],
  ])('%s has its form', (_, takes, taken, refused) => {
    for (const one of taken) expect([one, takes(one as never)]).toEqual([one, true])
    for (const one of refused) expect([one, takes(one as never)]).toEqual([one, false])
  })
})
