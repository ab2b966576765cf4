import { type S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { keepPreview } from '../../../../functions/operate/recipes/keep-preview.ts'
import { PREVIEW_RECIPE } from '../../../../functions/operate/recipes/preview-recipe.ts'

test('recipes of previews are forgotten after a day, and no other recipe is', async () => {
  const now = Date.parse('2026-11-26T12:00:00Z')
  const old = `recipes/preview-${'0'.repeat(16)}.json`
  const listed = [
    { Key: old, LastModified: new Date(now - 86_400_001) },
    { Key: `recipes/preview-${'1'.repeat(16)}.json`, LastModified: new Date(now - 86_400_000) },
    { Key: 'recipes/preview-mine.json', LastModified: new Date(0) },
  ]
  const done: string[] = []
  const s3 = {
    send: async ({
      constructor: { name },
      input,
    }: {
      constructor: { name: string }
      input: { Key?: string }
    }) => {
      if (name === 'ListObjectsV2Command') return { Contents: listed }
      done.push(`${name} ${input.Key}`)
      return {}
    },
  } as unknown as S3Client
  const name = await keepPreview({ steps: [] }, { s3, bucket: 'drop' }, now)
  expect(done).toEqual([`DeleteObjectCommand ${old}`, `PutObjectCommand recipes/${name}.json`])
})

/** A bucket that answers a write like this, and the texts it was given. */
function bucketWith(answer: () => object) {
  const texts: unknown[] = []
  const send = async ({ input }: { input: { Body?: string } }) => {
    if (input.Body === undefined)
      return { Contents: [{ Key: `recipes/preview-${'0'.repeat(16)}` }] }
    texts.push(JSON.parse(input.Body))
    return answer()
  }
  return { texts, to: { s3: { send } as unknown as S3Client, bucket: 'drop' } }
}

test('one recipe has one name of previews, and its results are kept for a day', async () => {
  const { texts, to } = bucketWith(() => ({}))
  const recipe = { steps: [], output: { format: 'png', keepDays: 90 } }
  const name = await keepPreview(recipe, to, 0)
  expect(name).toMatch(PREVIEW_RECIPE)
  expect(texts).toEqual([{ steps: [], output: { format: 'png', keepDays: 1 } }])
  expect(await keepPreview({ steps: [], output: { format: 'png' } }, to, 0)).toBe(name)
  expect(await keepPreview({ steps: [] }, to, 0)).not.toBe(name)
})

test('a preview whose recipe is there already is begun, and one that cannot be kept is not', async () => {
  const failed = (httpStatusCode: number) => () => {
    const named = { name: 'E', $fault: 'client', $metadata: { httpStatusCode } } as const
    throw new S3ServiceException({ ...named, message: String(httpStatusCode) })
  }
  for (const status of [404, 409, 412]) {
    expect(await keepPreview({}, bucketWith(failed(status)).to, 0)).toMatch(PREVIEW_RECIPE)
  }
  for (const status of [403, 500]) {
    await expect(keepPreview({}, bucketWith(failed(status)).to, 0)).rejects.toThrow(String(status))
  }
})
