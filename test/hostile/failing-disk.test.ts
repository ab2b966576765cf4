import type * as Fs from 'node:fs/promises'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { expect, test, vi } from 'vitest'
import { clientFor, freshDir, openS3 } from '../local/s3/open-s3.ts'
import { fewOrAll } from '../setup/sampled.ts'

/** Whether the next call of the file system fails, and how. */
let nextFault: (call: string) => 'EMFILE' | 'ENOSPC' | 'EIO' | undefined = () => undefined

function strike(call: string): void {
  const code = nextFault(call)
  if (code) throw Object.assign(new Error(`${code} in ${call}`), { code })
}

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof Fs>()
  const failing = <Call extends (...values: never[]) => Promise<unknown>>(
    name: string,
    call: Call,
  ) =>
    (async (...values: Parameters<Call>) => {
      strike(name)
      return await call(...values)
    }) as Call
  return {
    ...real,
    open: async (...values: Parameters<typeof real.open>) => {
      strike('open')
      const handle = await real.open(...values)
      for (const name of ['write', 'datasync', 'sync'] as const) {
        const call = handle[name].bind(handle) as (...given: never[]) => Promise<unknown>
        Object.assign(handle, { [name]: failing(name, call) })
      }
      return handle
    },
    rename: failing('rename', real.rename),
    rm: failing('rm', real.rm),
  }
})

/** xorshift32: the same faults for the same seed. */
function random(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

/** What a key may hold: what was acknowledged last, or anything that was tried after it. */
type Possible = { acknowledged: string | undefined; since: (string | undefined)[] }

const KEYS = ['a', 'b', 'folder/c']
const FAULTS = ['EMFILE', 'ENOSPC', 'EIO'] as const

async function read(client: S3Client, key: string): Promise<string | undefined> {
  try {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: 'disk', Key: key }))
    return await Body!.transformToString()
  } catch (error) {
    if ((error as Error).name === 'NoSuchKey') return undefined
    throw error
  }
}

async function upload(client: S3Client, where: { Bucket: string; Key: string }, text: string) {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(where))
  const part = { ...where, UploadId, PartNumber: 1 }
  await client.send(new UploadPartCommand({ ...part, Body: 'thrown away' }))
  const { ETag } = await client.send(new UploadPartCommand({ ...part, Body: text }))
  const MultipartUpload = { Parts: [{ ETag, PartNumber: 1 }] }
  await client.send(new CompleteMultipartUploadCommand({ ...where, UploadId, MultipartUpload }))
}

test.each(Array.from({ length: fewOrAll(2, 40) }, (_, nth) => nth + 1))(
  'whatever call of the disk fails, what was acknowledged is there, also after a restart (seed %i)',
  async (seed) => {
    const roll = random(seed)
    const dataDir = await freshDir()
    const { s3, client } = await openS3({ dataDir })
    await client.send(new CreateBucketCommand({ Bucket: 'disk' }))
    const state = new Map<string, Possible>(
      KEYS.map((key) => [key, { acknowledged: undefined, since: [] }]),
    )
    let struck = 0
    const share = 0.02 + 0.2 * roll()
    nextFault = () => {
      if (roll() >= share) return undefined
      struck += 1
      return FAULTS[Math.floor(roll() * FAULTS.length)]
    }
    for (let step = 0; step < 30; step += 1) {
      const key = KEYS[Math.floor(roll() * KEYS.length)]!
      const where = { Bucket: 'disk', Key: key }
      const possible = state.get(key)!
      const kind = roll()
      const text = kind < 0.15 ? undefined : `${seed}-${step}-`.repeat(1 + Math.floor(roll() * 400))
      possible.since.push(text)
      try {
        if (text === undefined) await client.send(new DeleteObjectCommand(where))
        else if (kind < 0.4) await upload(client, where, text)
        else await client.send(new PutObjectCommand({ ...where, Body: text }))
        state.set(key, { acknowledged: text, since: [] })
      } catch {
        // Not acknowledged: the object may be as before or as asked, and whole either way.
      }
    }
    nextFault = () => undefined
    const check = async (reader: S3Client) => {
      for (const [key, { acknowledged, since }] of state) {
        expect([acknowledged, ...since], key).toContain(await read(reader, key))
      }
    }
    await check(client)
    await s3.close()
    const again = await openS3({ dataDir })
    await check(clientFor(again.s3))
    expect(struck).toBeGreaterThan(0)
  },
)

test('a log that could not be opened once is opened by the next write', async () => {
  const { client } = await openS3()
  await client.send(new CreateBucketCommand({ Bucket: 'disk' }))
  const put = (Body: string) =>
    client.send(new PutObjectCommand({ Bucket: 'disk', Key: 'a', Body }))
  let opened = 0
  // A write opens its body, the folder of bodies, then the log.
  nextFault = (call) => (call === 'open' && ++opened === 3 ? 'EMFILE' : undefined)
  await expect(put('first')).rejects.toThrow()
  nextFault = () => undefined
  expect(await read(client, 'a')).toBe('first')
  await put('second')
  expect(await read(client, 'a')).toBe('second')
})

test('what a failed write leaves on the disk is gone after a restart', async () => {
  const { s3, client, dataDir } = await openS3()
  await client.send(new CreateBucketCommand({ Bucket: 'disk' }))
  nextFault = (call) => (call === 'rename' || call === 'rm' ? 'EIO' : undefined)
  const put = new PutObjectCommand({ Bucket: 'disk', Key: 'a', Body: 'x' })
  await expect(client.send(put)).rejects.toThrow()
  nextFault = () => undefined
  await s3.close()
  await openS3({ dataDir })
  expect(await readdir(join(dataDir, 'incoming'))).toEqual([])
  expect(await readdir(join(dataDir, 'bodies'))).toEqual([])
})
