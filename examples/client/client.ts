// A whole client of the task service: node client.ts photo.jpg result.jpg, with BASE_URL and API_KEY set.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

const { BASE_URL = '', API_KEY = '' } = process.env

/** Asks the service, and again where it says when: after too many requests, or an equal one. */
async function ask(path: string, task?: object, more = {}) {
  const headers = { Authorization: `Bearer ${API_KEY}`, 'Content-Type': 'application/json' }
  Object.assign(headers, more)
  const request = task ? { method: 'POST', headers, body: JSON.stringify(task) } : { headers }
  for (let tries = 1; ; tries++) {
    const answer = await fetch(BASE_URL + path, request)
    const { error_code: code, error, ...said } = JSON.parse(await answer.text())
    if (answer.ok) return said.data ?? said
    const last = tries === 5 || !['TooManyRequests', 'IdempotencyConflict'].includes(code)
    if (last) throw new Error(`${code}: ${error} (${answer.headers.get('x-request-id')})`)
    await pause(1000 * Number(answer.headers.get('retry-after') ?? 2 ** tries))
  }
}

async function upload(body: Uint8Array<ArrayBuffer>, content_type: string): Promise<string> {
  const file = { content_type, file_name: 'photo.jpg', file_size: body.length }
  const [slot] = (await ask('/s2s/v2.0/file', { files: [file] })).files
  const { status } = await fetch(slot.requests[0].url, { ...slot.requests[0], body })
  if (status !== 200) throw new Error(`The upload was answered with ${status}.`)
  return slot.file_id
}

/** Creates a task once, however often it is asked for, and waits for its end. */
async function done(path: string, task: object) {
  const once = createHash('sha256').update(JSON.stringify(task)).digest('hex')
  const { task_id } = await ask(path, task, { 'Idempotency-Key': once })
  for (let wait = 1; ; wait = Math.min(10, wait * 1.5)) {
    const { task_status, results, error, error_message } = await ask(`${path}/${task_id}`)
    if (task_status === 'success') return results
    if (task_status === 'error') throw new Error(`${error}: ${error_message}`)
    await pause(1000 * wait)
  }
}

/** Whether the service sent a webhook within the last five minutes. */
export function isSigned(headers: Record<string, string>, body: string, secret: string): boolean {
  const at = Number(headers['webhook-timestamp'])
  if (Math.abs(Date.now() / 1000 - at) > 300) return false
  const hmac = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
  const own = hmac.update(`${headers['webhook-id']}.${at}.${body}`).digest()
  const given = (headers['webhook-signature'] ?? '').replaceAll('v1,', '').split(' ')
  const all = given.map((text) => Buffer.from(text, 'base64'))
  return all.some((one) => one.length === own.length && timingSafeEqual(one, own))
}

const [, , from, to] = process.argv
if (from && to) {
  const src_file_id = await upload(new Uint8Array(await readFile(from)), 'image/jpeg')
  const task = { src_file_id, version: '1.0', index: 0, features: { slim: -40 } }
  const { url } = await done('/s2s/v2.0/task/body-reshape', task)
  await writeFile(to, new Uint8Array(await (await fetch(url)).arrayBuffer()))
}
