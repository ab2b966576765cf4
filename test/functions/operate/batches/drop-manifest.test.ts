import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { dropManifest } from '../../../../functions/operate/batches/drop-manifest.ts'
import { writeManifest } from '../../../../functions/operate/batches/write-manifest.ts'
import { batchId } from '../../../../functions/pipeline/core/batches/batch-names.ts'

const s3 = mockClient(S3Client)
const folder = mkdtempSync(join(tmpdir(), 'darkroom-manifest-'))
afterAll(() => {
  s3.restore()
  rmSync(folder, { recursive: true })
})

const STEP = {
  feature: 'cloth-v3',
  parameters: { garment_category: 'upper_body' },
  inputs: { ref: { companion: '{stem}.ref.jpg' } },
}
const written: { key: string; text: string; metadata: unknown }[] = []
beforeEach(() => {
  s3.reset()
  written.length = 0
  const recipe = JSON.stringify({ steps: [STEP], output: { name: '{stem}-new' } })
  s3.on(GetObjectCommand).resolves({ Body: { transformToString: async () => recipe } as never })
  s3.on(PutObjectCommand).callsFake(async ({ Key, Body, Metadata }) => {
    written.push({ key: Key, text: Buffer.from(Body).toString(), metadata: Metadata })
    return { VersionId: 'v1' }
  })
})

const where = () => ({
  s3: new S3Client({
    region: 'eu-west-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  }),
  bucket: 'drop',
})
const SETTINGS = { concurrency: 7, tolerate: 9 }

/** What is told before the batch begins. */
function listener() {
  const told: unknown[] = []
  const tell = async (counts: object) => void told.push([counts, written.length])
  return { told, tell }
}

test('a list is dropped as it is, with how many of its lines can be used', async () => {
  const manifest = join(folder, 'list.csv')
  const text = 'key\nfiles/a.jpg\nfiles/b.jpg\nelsewhere/c.jpg\n'
  writeFileSync(manifest, text)
  const { told, tell } = listener()
  const begun = await dropManifest({ manifest, recipe: 'dress', ...SETTINGS }, where(), tell)
  expect(begun).toMatchObject({ files: 2, unusable: 1 })
  expect(begun.key).toMatch(/^batches\/dress\/[\dTZ.-]+-[\da-f]{8}-list\.csv$/)
  expect(begun.batch).toBe(batchId({ bucket: 'drop', key: begun.key, version: 'v1' }))
  expect(told).toEqual([[{ files: 2, unusable: 1 }, 0]])
  expect(written).toEqual([
    {
      key: begun.key,
      text,
      metadata: { 'darkroom-concurrency': '7', 'darkroom-tolerated-failures': '9' },
    },
  ])
})

test('a list without a line that can be used, and what is none by its name, are not dropped', async () => {
  const empty = join(folder, 'empty.jsonl')
  writeFileSync(empty, '{"key":"elsewhere/a.jpg"}\n')
  const drop = (manifest: string) =>
    dropManifest({ manifest, recipe: 'dress', ...SETTINGS }, where())
  await expect(drop(empty)).rejects.toThrow(`${empty} has no line that can be used.`)
  await expect(drop(join(folder, 'list.txt'))).rejects.toThrow('is no manifest')
  expect(written).toEqual([])
})

const listed = (...sizes: [string, number][]) =>
  s3
    .on(ListObjectsV2Command)
    .resolves({ Contents: [...sizes.map(([Key, Size]) => ({ Key, Size })), {}] })

test('all files below a prefix but empty ones, folders and companions become a list', async () => {
  listed(
    ['files/a.jpg', 1],
    ['files/a.ref.jpg', 1],
    ['files/b.jpg', 0],
    ['files/c/', 5],
    ['files/d/a.jpg', 2],
  )
  const { told, tell } = listener()
  const options = { prefix: 'files/', recipe: 'dress', ...SETTINGS, refusalsCount: true as const }
  const begun = await writeManifest(options, where(), tell)
  expect(begun.files).toBe(2)
  expect(begun.batch).toBe(batchId({ bucket: 'drop', key: begun.key, version: 'v1' }))
  expect(told).toEqual([[{ files: 2, unusable: 0 }, 0]])
  expect(written).toMatchObject([
    {
      text: '{"key":"files/a.jpg"}\n{"key":"files/d/a.jpg"}\n',
      metadata: { 'darkroom-concurrency': '7' },
    },
  ])
  expect(Object.values(written[0]?.metadata ?? {})).toContain('yes')
})

test('nothing is dropped where there is no file, or two results would have one name', async () => {
  const write = (prefix: string) => writeManifest({ prefix, recipe: 'dress', ...SETTINGS }, where())
  listed(['files/b.jpg', 0])
  await expect(write('files/')).rejects.toThrow('There is no file below files/.')
  listed(['files/a.jpg', 1], ['files/a.jpeg', 1])
  await expect(write('files/')).rejects.toThrow('Leave it away, or make batches of their own.')
  await expect(write('recipes/')).rejects.toThrow('--prefix must begin with')
  expect(written).toEqual([])
})
