import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { startProcess } from '../stack/start-process.ts'
import { twoPeoplePicture } from '../stack/test-pictures.ts'

const DARKROOM = join(import.meta.dirname, '..', '..', 'bin', 'darkroom.ts')

/** What a client of any service with this interface has: an address and a key. It imports nothing of this project. */
function clientOf(baseUrl: string, key: string) {
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(baseUrl + path, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: JSON.parse(text) }
  }
  const done = async (method: string, path: string, body?: object) => {
    const answer = await ask(method, path, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.data
  }
  return {
    ask,
    upload: async (bytes: Uint8Array<ArrayBuffer>, type: string): Promise<string> => {
      const file = { content_type: type, file_name: 'portrait.jpg', file_size: bytes.length }
      const { files } = await done('POST', '/s2s/v2.0/file', { files: [file] })
      const [{ file_id, requests }] = files
      const [{ method, url, headers }] = requests
      expect((await fetch(url, { method, headers, body: bytes })).status).toBe(200)
      return file_id
    },
    create: async (path: string, body: object): Promise<string> =>
      (await done('POST', path, body)).task_id,
    poll: async (path: string, taskId: string) => {
      for (;;) {
        const data = await done('GET', `${path}/${taskId}`)
        if (data.task_status !== 'running') return data
        await new Promise((resolve) => setTimeout(resolve, 250))
      }
    },
    read: (path: string, taskId: string) => done('GET', `${path}/${taskId}`),
    remove: (task_id: string) => ask('POST', '/s2s/v2.0/task/delete', { task_id }),
  }
}

/** A server that keeps what is posted to it, and resolves with the first body that names a task. */
async function listen() {
  const heard: { headers: Record<string, string>; body: string }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    heard.push({
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(chunks).toString(),
    })
    response.end()
    server.emit('heard')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const told = async (taskId: string) => {
    for (;;) {
      const found = heard.find(({ body }) => body.includes(taskId))
      if (found) return found
      await once(server, 'heard')
    }
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, told }
}

// `tasks.test.ts` has samples of the way, `test/stack/suites/webhook.ts` of the notice.
test('a client with an address and a key gets from a file to a result and receives the webhook', {
  timeout: 600_000,
}, async () => {
  const data = mkdtempSync(join(tmpdir(), 'darkroom-client-'))
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
  const { at } = await startProcess(data)
  const inbox = await listen()
  // What an operator does in the console.
  const { stdout } = await promisify(execFile)(process.execPath, [
    DARKROOM,
    ...['webhooks', 'add', 'local', inbox.url, '--data', data, '--json'],
  ])
  const { secret } = JSON.parse(stdout)

  const client = clientOf(at.baseUrl, at.apiKey)
  const picture = await sharp((await twoPeoplePicture()).png)
    .jpeg()
    .toBuffer()
  const src_file_id = await client.upload(new Uint8Array(picture), 'image/jpeg')

  const effect = '/s2s/v2.0/task/body-reshape'
  const detection = await client.create(`${effect}/pre-process`, { src_file_id })
  const found = await client.poll(`${effect}/pre-process`, detection)
  expect(found).toMatchObject({ task_status: 'success', error: null })
  const largest = found.results.result
    .map(({ width, height }: { width: number; height: number }, index: number) => ({
      index,
      area: width * height,
    }))
    .sort((a: { area: number }, b: { area: number }) => b.area - a.area)[0]

  const body = { src_file_id, version: '1.0', index: largest.index, features: { slim: -40 } }
  const task = await client.create(effect, body)
  const { headers, body: raw } = await inbox.told(task)
  expect(new Webhook(secret).verify(raw, headers)).toEqual({
    created_at: expect.any(Number),
    data: { task_id: task, task_status: 'success' },
  })
  expect(() => new Webhook(secret).verify(`${raw} `, headers)).toThrow()

  const { task_status, error, results } = await client.read(effect, task)
  expect({ task_status, error }).toEqual({ task_status: 'success', error: null })
  expect(Object.keys(results).sort()).toEqual(
    [
      ...['url', 'timed', 'timed_apply', 'arm', 'belly', 'breast_left', 'breast_right', 'hip'],
      ...['hip_lift', 'leg', 'neck_left', 'neck_right', 'shoulder_left', 'shoulder_right', 'slim'],
      ...['squared_shoulder_left', 'squared_shoulder_right', 'taller', 'waist'],
    ].sort(),
  )
  expect(new URL(results.url).searchParams.get('X-Amz-Expires')).toBe('7200')
  const file = await fetch(results.url)
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': 'inline; filename="body-reshape.jpg"',
    'x-content-type-options': 'nosniff',
  })
  const result = Buffer.from(await file.arrayBuffer())
  expect(await sharp(result).metadata()).toMatchObject({ width: 480, height: 360 })
  expect(result.equals(picture)).toBe(false)

  expect(await client.remove(task)).toEqual({ status: 200, body: { status: 200 } })
  // The function that signed the URL may not list the bucket, so S3 does not tell it that the object is gone.
  expect((await fetch(results.url)).status).toBe(403)
  expect(await client.ask('GET', `${effect}/${task}`)).toMatchObject({
    status: 400,
    body: { status: 400, error_code: 'InvalidTaskId' },
  })
})
