import type { S3Client } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { keepPreview } from '../../../../functions/operate/recipes/keep-preview.ts'

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
