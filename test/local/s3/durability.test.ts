import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type FileHandle, open, readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { expect, onTestFinished, test, vi } from 'vitest'
import { clientFor, eventSink, freshDir, openS3, refusal } from './open-s3.ts'
import { errorCode, sendRaw, signed } from './send-raw.ts'

/** Starts an endpoint in a process of its own. */
async function spawnS3(dataDir: string): Promise<{ child: ChildProcess; port: number }> {
  const script = fileURLToPath(new URL('./serve-alone.ts', import.meta.url))
  const child = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const [line] = await once(child.stdout!, 'data')
  return { child, port: Number(String(line)) }
}

/** Starts a PUT of `length` bytes and sends fewer. */
function beginPut(s3: { port: number }, path: string, length: number) {
  const headers = { 'content-length': String(length) }
  const raw = signed(s3, { method: 'PUT', path, headers }, 'UNSIGNED-PAYLOAD')
  const call = request({ ...s3, host: '127.0.0.1', path, method: 'PUT', headers: raw.headers! })
  call.on('error', () => undefined)
  call.write(Buffer.alloc(length / 2))
  return call
}

async function files(dataDir: string) {
  return {
    incoming: await readdir(join(dataDir, 'incoming')),
    bodies: await readdir(join(dataDir, 'bodies')),
  }
}

test('killed half-way through a write, it keeps what it had acknowledged, and its event', async () => {
  const dataDir = await freshDir()
  const { child, port } = await spawnS3(dataDir)
  const client = clientFor({ url: `http://127.0.0.1:${port}` })
  await client.send(new PutObjectCommand({ Bucket: 'drop', Key: 'whole', Body: 'whole' }))
  client.destroy()
  beginPut({ port }, '/drop/half', 1_000_000)
  await expect.poll(async () => (await files(dataDir)).incoming).toHaveLength(1)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const sink = eventSink()
  const after = await openS3({ dataDir, onObjectCreated: sink.receive })
  expect(await files(dataDir)).toMatchObject({ incoming: [], bodies: [expect.any(String)] })
  expect(await sink.next(1)).toMatchObject([{ detail: { object: { key: 'whole' } } }])
  const { Contents } = await after.client.send(new ListObjectsV2Command({ Bucket: 'drop' }))
  expect(Contents?.map((entry) => entry.Key)).toEqual(['whole'])
})

test('an interrupted upload leaves the object unchanged', async () => {
  const { s3, client, dataDir } = await openS3()
  await s3.createBucket('drop')
  await client.send(new PutObjectCommand({ Bucket: 'drop', Key: 'x', Body: 'before' }))
  const call = beginPut(s3, '/drop/x', 1_000_000)
  await expect.poll(async () => (await files(dataDir)).incoming).toHaveLength(1)
  call.destroy()
  await expect.poll(async () => (await files(dataDir)).incoming).toHaveLength(0)
  expect((await files(dataDir)).bodies).toHaveLength(1)
  const got = await client.send(new GetObjectCommand({ Bucket: 'drop', Key: 'x' }))
  expect(await got.Body!.transformToString()).toBe('before')
})

test('a reader gets all of the object it started with, even if that is replaced meanwhile', async () => {
  const { s3, client, dataDir } = await openS3()
  await s3.createBucket('drop')
  const Body = Buffer.alloc(6 * 1024 ** 2, 'old')
  await client.send(new PutObjectCommand({ Bucket: 'drop', Key: 'x', Body }))
  const got = await client.send(new GetObjectCommand({ Bucket: 'drop', Key: 'x' }))
  await client.send(new PutObjectCommand({ Bucket: 'drop', Key: 'x', Body: 'new' }))
  expect((await files(dataDir)).bodies).toHaveLength(2)
  expect(Body.equals(await got.Body!.transformToByteArray())).toBe(true)
  await expect.poll(async () => (await files(dataDir)).bodies).toHaveLength(1)
})

test('what nothing refers to any more leaves the disk', async () => {
  const { s3, client, dataDir } = await openS3()
  await s3.createBucket('drop')
  await s3.createBucket('kept', { versioned: true })
  const put = (Bucket: string, Key: string, Body: string) =>
    client.send(new PutObjectCommand({ Bucket, Key, Body }))
  const remove = (Bucket: string, Key: string, VersionId?: string) =>
    client.send(new DeleteObjectCommand({ Bucket, Key, VersionId }))
  const left = (count: number) =>
    expect.poll(async () => (await files(dataDir)).bodies).toHaveLength(count)
  await put('drop', 'x', 'one')
  await put('drop', 'x', 'two')
  await left(1)
  await remove('drop', 'x')
  await left(0)
  const { VersionId } = await put('kept', 'x', 'one')
  await put('kept', 'x', 'two')
  await remove('kept', 'x')
  await left(2)
  await remove('kept', 'x', VersionId)
  await left(1)
  const where = { Bucket: 'drop', Key: 'parts' }
  const begun = await client.send(new CreateMultipartUploadCommand(where))
  const upload = { ...where, UploadId: begun.UploadId }
  const part = (PartNumber: number, Body: string) =>
    client.send(new UploadPartCommand({ ...upload, PartNumber, Body }))
  await part(1, 'first')
  const { ETag } = await part(1, 'again')
  await part(2, 'not listed')
  await left(3)
  const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] }
  await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload }))
  await left(2)
  const other = await client.send(new CreateMultipartUploadCommand(where))
  const { UploadId } = other
  await client.send(new UploadPartCommand({ ...where, UploadId, PartNumber: 1, Body: 'x' }))
  await left(3)
  await client.send(new AbortMultipartUploadCommand({ ...where, UploadId }))
  await left(2)
})

test('one directory serves one endpoint', async () => {
  const { dataDir } = await openS3()
  await expect(openS3({ dataDir })).rejects.toThrow('another process')
})

test('asks for a body only after the request was authorized', async () => {
  const { s3, client } = await openS3()
  await s3.createBucket('drop')
  const put = async (path: string) => {
    const headers = { 'content-length': '4', expect: '100-continue' }
    const raw = signed(s3, { method: 'PUT', path, headers }, 'UNSIGNED-PAYLOAD')
    const call = request({
      port: s3.port,
      host: '127.0.0.1',
      path,
      method: 'PUT',
      headers: raw.headers!,
    })
    let continued = false
    call.on('continue', () => {
      continued = true
      call.end('body')
    })
    call.flushHeaders()
    const [response] = await once(call, 'response')
    response.resume()
    call.destroy()
    return [response.statusCode, continued, response.headers.connection]
  }
  expect(await put('/drop/x')).toEqual([200, true, 'keep-alive'])
  // A client may send the body that it held back, or not: what comes next on the connection is not known.
  expect(await put('/nowhere/x')).toEqual([404, false, 'close'])
  const refused = await sendRaw(s3, signed(s3, { path: '/nowhere/x' }))
  expect([refused.status, refused.headers.connection]).toEqual([404, 'keep-alive'])
  const got = await client.send(new GetObjectCommand({ Bucket: 'drop', Key: 'x' }))
  expect(await got.Body!.transformToString()).toBe('body')
})

test('closes with a request under way, and accepts no more', async () => {
  const { s3, client, dataDir } = await openS3()
  await s3.createBucket('drop')
  beginPut(s3, '/drop/x', 1_000_000)
  await expect.poll(async () => (await files(dataDir)).incoming).toHaveLength(1)
  await Promise.all([s3.close(), s3.close()])
  expect(await files(dataDir)).toEqual({ incoming: [], bodies: [] })
  const head = client.send(new HeadObjectCommand({ Bucket: 'drop', Key: 'x' }))
  expect(await refusal(head)).toMatchObject({ status: 0 })
})

test('a file missing on disk fails only its own readers', async () => {
  const faults: unknown[] = []
  const { s3, client, dataDir } = await openS3({ onFault: (fault) => faults.push(fault) })
  await s3.createBucket('drop')
  await client.send(new PutObjectCommand({ Bucket: 'drop', Key: 'x', Body: 'gone' }))
  await rm(join(dataDir, 'bodies'), { recursive: true })
  await expect(sendRaw(s3, signed(s3, { path: '/drop/x' }))).rejects.toThrow()
  expect((await sendRaw(s3, signed(s3, { path: '/' }))).status).toBe(200)
  const put = { method: 'PUT', path: '/drop/y', body: 'y' }
  const refused = await sendRaw(s3, signed(s3, put))
  expect([refused.status, errorCode(refused)]).toEqual([500, 'InternalError'])
  expect(refused.body).not.toContain(dataDir)
  expect(faults).toMatchObject([{ code: 'ENOENT' }, { code: 'ENOENT' }])
})

test('a write is answered once the index is on disk', async () => {
  const { client } = await openS3()
  await client.send(new CreateBucketCommand({ Bucket: 'drop' }))
  const handle = await open(import.meta.filename)
  const synced = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'datasync')
  await handle.close()
  onTestFinished(() => synced.mockRestore())
  // An empty object has no body file that would have to be synced.
  await client.send(new PutObjectCommand({ Bucket: 'drop', Key: 'empty', Body: '' }))
  expect(synced).toHaveBeenCalledTimes(1)
  synced.mockRejectedValueOnce(new Error('The disk is gone.'))
  const failed = client.send(new PutObjectCommand({ Bucket: 'drop', Key: 'lost', Body: '' }))
  expect(await refusal(failed)).toMatchObject({ status: 500 })
})
