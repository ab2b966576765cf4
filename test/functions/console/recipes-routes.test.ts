import { NoSuchKey, S3ServiceException } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { RECIPES_ROUTES } from '../../../functions/console/routes/recipes-routes.ts'
import { scripted } from '../operate/scripted.ts'

const TEXT = JSON.stringify({
  steps: [{ feature: 'body-reshape', parameters: { features: { slim: 10 } } }],
})

/** What a route of recipes answers to a call, over an S3 that answers like this, and what that was asked. */
async function answerOf(route: string, call: object, answers: Parameters<typeof scripted>[0] = {}) {
  const { handle } = RECIPES_ROUTES.find(({ method, path }) => `${method} ${path}` === route)!
  const { client, asked } = scripted(answers)
  const given = { query: {}, at: { name: 'slim' }, body: { text: TEXT }, ...call }
  const request = { headers: {}, ...(call as { request?: object }).request }
  const deps = { recipes: { s3: client, bucket: 'drop' }, now: () => 0 }
  return { answer: await handle({ ...given, request } as never, deps as never), asked }
}
const gone = () => {
  throw new NoSuchKey({ message: '', $metadata: {} })
}

test('a recipe is read with its ETag, and one that is not there is told', async () => {
  const found = {
    Body: { transformToString: async () => TEXT },
    ETag: '"e"',
    LastModified: new Date(1000),
  }
  const json = { name: 'slim', text: TEXT, etag: '"e"', savedAt: '1970-01-01T00:00:01.000Z' }
  const { answer } = await answerOf('GET /recipes/{name}', {}, { GetObject: () => found })
  expect(answer).toEqual({ json, etag: '"e"' })
  const none = answerOf('GET /recipes/{name}', {}, { GetObject: gone })
  await expect(none).rejects.toMatchObject({
    code: 'NotFound',
    message: 'There is no recipe slim.',
  })
  await expect(answerOf('GET /recipes/{name}', { at: { name: 'A b' } })).rejects.toThrow(
    'name must be a recipe’s',
  )
})

const save = (headers: object, body: object = { text: TEXT }) =>
  answerOf(
    'PUT /recipes/{name}',
    { request: { headers }, body },
    { PutObject: () => ({ ETag: '"n"' }) },
  )

test.each([
  [{ 'if-none-match': '*' }, { IfNoneMatch: '*' }],
  [{ 'if-match': '"e-1"' }, { IfMatch: '"e-1"' }],
])('a recipe is saved with %j', async (headers, condition) => {
  const { answer, asked } = await save(headers)
  expect(answer).toMatchObject({
    json: { name: 'slim', etag: '"n"', facts: { steps: [{ feature: 'body-reshape' }] } },
    etag: '"n"',
  })
  expect(asked).toEqual([
    ['PutObject', expect.objectContaining({ Key: 'recipes/slim.json', ...condition })],
  ])
})

test.each([
  {},
  { 'if-none-match': '"e"' },
  { 'if-none-match': '*', 'if-match': '"e"' },
  { 'if-match': 'e' },
  { 'if-match': 'W/"e"' },
  { 'if-match': '"e" ' },
  { 'if-match': `"${'e'.repeat(101)}"` },
])('saving with %j says nothing of what was seen', async (headers) => {
  await expect(save(headers)).rejects.toMatchObject({
    code: 'BadRequest',
    message: expect.stringContaining('If-Match'),
  })
})

test('what breaks a rule is not saved, and told with its place', async () => {
  const headers = { 'if-none-match': '*' }
  await expect(save(headers, { text: '{\n  "steps": 1 }' })).rejects.toMatchObject({
    code: 'InvalidParameters',
    message: expect.stringMatching(/^line 2, column \d+: /),
  })
  const long = (bytes: number) => save(headers, { text: TEXT.padEnd(bytes) })
  expect((await long(100_000)).asked).toHaveLength(1)
  await expect(long(100_001)).rejects.toThrow('text has more than 100000 bytes.')
})

test('what was changed meanwhile is told, and another refusal is not', async () => {
  const put = (httpStatusCode: number) =>
    answerOf(
      'PUT /recipes/{name}',
      { request: { headers: { 'if-match': '"e"' } } },
      {
        PutObject: () => {
          throw new S3ServiceException({
            name: 'Refused',
            $fault: 'client',
            $metadata: { httpStatusCode },
          })
        },
      },
    )
  for (const status of [404, 409, 412]) {
    await expect(put(status)).rejects.toMatchObject({ code: 'RecipeChanged' })
  }
  await expect(put(403)).rejects.toMatchObject({ name: 'Refused' })
})

test('a text is judged, right or not', async () => {
  const right = await answerOf('POST /recipes/check', {})
  expect(right.answer).toMatchObject({
    json: { problems: [], facts: { units: { least: 1, most: 1 } } },
  })
  const wrong = await answerOf('POST /recipes/check', { body: { text: '{' } })
  expect(wrong.answer).toMatchObject({ json: { problems: [{ line: 1 }] } })
  expect(wrong.answer).not.toHaveProperty('json.facts')
})

test('a recipe is deleted, and what is not there is told with the nearest', async () => {
  const there = { ListObjectsV2: () => ({ Contents: [{ Key: 'recipes/slim.json' }] }) }
  const { answer, asked } = await answerOf('DELETE /recipes/{name}', {}, there)
  expect(answer).toEqual({ json: { name: 'slim' } })
  expect(asked.at(-1)?.[0]).toBe('DeleteObject')
  const other = answerOf(
    'DELETE /recipes/{name}',
    { at: { name: 'slin' } },
    { ...there, HeadObject: gone, GetObject: gone },
  )
  await expect(other).rejects.toMatchObject({
    code: 'NotFound',
    message: expect.stringContaining('slim'),
  })
})

test('a recipe that could not be deleted is not told as missing', async () => {
  const away = () => {
    throw new TypeError('Away.')
  }
  const answers = { ListObjectsV2: away }
  await expect(answerOf('DELETE /recipes/{name}', {}, answers)).rejects.toThrow(
    new TypeError('Away.'),
  )
})
