import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { type Behaviour, DRIFT } from './generator-server.ts'

/** What a server that dresses people was asked, and how it answers. */
export type QueueServer = {
  origin: string
  /** The fields of each call that was begun. */
  begun: Record<string, unknown>[]
  /** Method, path and authorization of every request. */
  seen: string[]
  /** How often a call is still waited for before its answer is there. */
  waits: number
  /** Answers the next requests in its own way, the first one first. */
  next: Behaviour[]
  /** What is made of the person’s picture. */
  dress(person: Buffer): Promise<Buffer>
  /** Where the picture is said to be. */
  place(png: Buffer): string
  close(): Promise<void>
}

const dataUrl = (png: Buffer): string => `data:image/png;base64,${png.toString('base64')}`

/** The person’s picture with a red corner and shifted colours, as such models give it. */
async function redCorner(person: Buffer): Promise<Buffer> {
  const { width = 0, height = 0 } = await sharp(person).metadata()
  const red = { r: 208, g: 32, b: 32 }
  const [w, h] = [Math.ceil(width / 2), Math.ceil(height / 2)]
  const patch = await sharp({ create: { width: w, height: h, channels: 3, background: red } })
    .png()
    .toBuffer()
  return await sharp(person)
    .linear(1, DRIFT)
    .composite([{ input: patch, gravity: 'northwest' }])
    .png()
    .toBuffer()
}

/** Speaks as fal’s queue, Replicate’s predictions and a Cog container do, by the path that is asked. */
export async function startQueueServer(): Promise<QueueServer> {
  const answers = new Map<string, unknown>()
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request
    let text = ''
    for await (const chunk of request) text += chunk
    state.seen.push(`${method} ${url} ${headers.authorization ?? ''}`.trim())
    const behave = state.next.shift()
    if (behave) return behave(request, response)
    const say = (status: number, body: unknown): void =>
      void response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify(body))
    if (method !== 'GET') {
      const body = JSON.parse(text) as { input?: Record<string, unknown> }
      const fields = body.input ?? (body as Record<string, unknown>)
      state.begun.push(fields)
      const person = fields['model_image'] ?? fields['human_img'] ?? fields['human_image_url']
      const file = Buffer.from(String(person).replace(/^data:[^,]*,/, ''), 'base64')
      const place = state.place(await state.dress(file))
      const id = `call${state.begun.length}`
      if (method === 'PUT') return say(200, { status: 'succeeded', output: place })
      answers.set(id, place)
      const at = `${state.origin}/fal-ai/requests/${id}`
      if (url.startsWith('/v1/')) return say(201, { id, status: 'starting', output: null })
      return say(200, { request_id: id, status_url: `${at}/status`, response_url: at })
    }
    const id = /call\d+/.exec(url)?.[0] ?? ''
    const isLook = url.endsWith('/status') || url.startsWith('/v1/')
    const isWaiting = isLook && state.waits-- > 0
    if (url.startsWith('/v1/')) {
      const status = isWaiting ? 'processing' : 'succeeded'
      return say(200, { id, status, output: isWaiting ? null : answers.get(id) })
    }
    if (isLook)
      return say(isWaiting ? 202 : 200, { status: isWaiting ? 'IN_PROGRESS' : 'COMPLETED' })
    return say(200, { images: [{ url: answers.get(id) }], has_nsfw_concepts: [false] })
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const state: QueueServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    begun: [],
    seen: [],
    waits: 1,
    next: [],
    dress: redCorner,
    place: dataUrl,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return state
}
