import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type Service = {
  /** The origin of the task service. */
  url: string
  /** Stays in this process: the page gets pictures, never the key. */
  key: string
}

const FILES: Readonly<Record<string, [file: string, type: string]>> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
  '/page.css': ['page.css', 'text/css; charset=utf-8'],
}

/** What the camera module needs of a page, and pictures made by the page itself. */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; " +
  "style-src 'self'; img-src 'self' blob:; base-uri 'none'; form-action 'none'"

const MOST_BYTES = 10_000_000
const POLL_MS = 1_000
const MOST_POLLS = 300

/** Serves the page, hands the camera module on from the service, and carries pictures to the service and back. */
export function serveExample(service: Service): Server {
  return createServer((request, response) => {
    answer(service, request, response).catch((error: Error) => {
      if (!response.headersSent) response.writeHead(502, { 'content-type': 'text/plain' })
      response.end(error.message)
    })
  })
}

async function answer(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method, url = '/' } = request
  const file = FILES[url]
  if (method === 'GET' && file) {
    const headers = { 'content-type': file[1], 'content-security-policy': POLICY }
    response.writeHead(200, headers).end(await readFile(join(import.meta.dirname, file[0])))
  } else if (method === 'GET' && url.startsWith('/camera/')) {
    const from = await fetch(new URL(url, service.url))
    const names = ['content-type', 'cache-control', 'content-security-policy']
    const headers = names.map((name) => [name, from.headers.get(name) ?? ''])
    response.writeHead(from.status, Object.fromEntries(headers))
    response.end(Buffer.from(await from.arrayBuffer()))
  } else if (method === 'POST' && url === '/simulate') {
    const result = await simulate(service, await readBody(request))
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end(result)
  } else {
    response.writeHead(404).end()
  }
}

/** A picture with its skin improved: makes a slot, uploads, creates the task, waits for it, fetches the result. */
async function simulate(service: Service, picture: Buffer): Promise<Buffer> {
  const name = { content_type: 'image/jpeg', file_name: 'camera.jpg', file_size: picture.length }
  const { files } = await ask(service, 'POST', '/s2s/v2.0/file', { files: [name] })
  const [{ file_id: src_file_id, requests }] = files
  const [slot] = requests
  const put = await fetch(slot.url, {
    method: slot.method,
    headers: slot.headers,
    body: new Uint8Array(picture),
  })
  if (!put.ok) throw new Error(`The upload was answered ${put.status}.`)
  const path = '/s2s/v2.0/task/skin-simulation'
  const { task_id } = await ask(service, 'POST', path, {
    src_file_id,
    wrinkle: 0.6,
    texture: 0.5,
    radiance: 0.4,
  })
  for (let polls = 0; polls < MOST_POLLS; polls += 1) {
    const { task_status, error, error_message, results } = await ask(
      service,
      'GET',
      `${path}/${task_id}`,
    )
    if (task_status === 'error') throw new Error(`${error}: ${error_message}`)
    if (task_status === 'success')
      return Buffer.from(await (await fetch(results.url)).arrayBuffer())
    await sleep(POLL_MS)
  }
  throw new Error('The task took too long.')
}

/** `data` of an answer of the service, whose form its OpenAPI document describes. */
async function ask(service: Service, method: string, path: string, body?: object) {
  const response = await fetch(new URL(path, service.url), {
    method,
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { data, error } = (await response.json()) as { data: ServiceData; error?: string }
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${error}`)
  return data
}

type ServiceData = {
  files: [
    {
      file_id: string
      requests: [{ method: string; url: string; headers: Record<string, string> }]
    },
  ]
  task_id: string
  task_status: 'running' | 'success' | 'error'
  error: string | null
  error_message?: string
  results: { url: string }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > MOST_BYTES) throw new Error('The picture is too large.')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
