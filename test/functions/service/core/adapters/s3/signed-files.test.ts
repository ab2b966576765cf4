import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { signedFiles } from '../../../../../../functions/service/core/adapters/s3/signed-files.ts'

type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void

/** A server that gives one answer after the other, and what it was asked. */
async function openServer(...answers: Answer[]) {
  const asked: { method?: string | undefined; length?: string | undefined; body: string }[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const { method, headers } = request
    asked.push({ method, length: headers['content-length'], body: body.toString() })
    answers[Math.min(asked.length, answers.length) - 1]?.(request, response, body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const folder = mkdtempSync(join(tmpdir(), 'signed-files-'))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true })
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a?X-Amz-Signature=x`
  return { url, asked, path: join(folder, 'file') }
}

const says =
  (status: number, body = ''): Answer =>
  (_, response) =>
    void response.writeHead(status, { 'content-length': body.length }).end(body)
const breaks: Answer = (_, response) => void response.destroy()
const breaksOff: Answer = (_, response) => {
  response.writeHead(200, { 'content-length': '6' }).write('pic')
  setImmediate(() => response.destroy())
}

test('bytes are read, once more where the connection or the store broke', async () => {
  const { url, asked } = await openServer(breaks, says(503), says(200, 'picture'))
  expect(Buffer.from((await signedFiles().get(url, 7)) as Uint8Array).toString()).toBe('picture')
  expect(asked).toHaveLength(3)
})

test('a file that breaks off is read anew into its place', async () => {
  const { url, path } = await openServer(breaksOff, says(200, 'picture'))
  expect(await signedFiles().download(url, path, 7)).toBe('written')
  expect(readFileSync(path, 'utf8')).toBe('picture')
})

test('what is not there and what is too large is told before it is read', async () => {
  const { url } = await openServer(says(404), says(200, 'picture'), says(404), says(200))
  const { get, has } = signedFiles()
  expect(await get(url, 6)).toBe('absent')
  expect(await get(url, 6)).toBe('too large')
  expect(await has(url)).toBe(false)
  expect(await has(url)).toBe(true)
})

test('what is refused is not asked again, and the error names no URL', async () => {
  const { url, asked } = await openServer(says(403))
  const refused = await signedFiles()
    .get(url, 6)
    .catch((error: Error) => error)
  expect(refused).toMatchObject({ message: 'A file could not be read: HTTP status 403.' })
  expect(asked).toHaveLength(1)
})

test('it is given up after three attempts, and at once where the caller has gone', async () => {
  const { url, asked } = await openServer(says(500))
  await expect(signedFiles().get(url, 6)).rejects.toThrow('HTTP status 500')
  expect(asked).toHaveLength(3)
  await expect(signedFiles().get(url, 6, AbortSignal.abort())).rejects.toThrow()
  expect(asked).toHaveLength(3)
})

test('bytes and files are stored with their length, whole again where that broke', async () => {
  const { url, asked, path } = await openServer(says(500), says(200))
  writeFileSync(path, 'video')
  const upload = { url, headers: { 'content-type': 'video/mp4', 'content-length': '5' } }
  await signedFiles().put(upload, { path })
  await signedFiles().put(upload, Buffer.from('bytes'))
  expect(asked).toEqual([
    { method: 'PUT', length: '5', body: 'video' },
    { method: 'PUT', length: '5', body: 'video' },
    { method: 'PUT', length: '5', body: 'bytes' },
  ])
})

test('what does not say how long it is is read', async () => {
  const asked: unknown[] = []
  const { get } = signedFiles(async (url, init) => {
    asked.push([url, init])
    return new Response('')
  })
  expect(await get('https://files', 0)).toEqual(new Uint8Array())
  expect(asked).toEqual([['https://files', {}]])
})
