import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'

/** One request as the server read it, in the port's own terms. */
export type Painted = {
  path: string
  authorization: string | undefined
  fields: Record<string, unknown>
  width: number
  height: number
  /** 255 where the request asks for new content. */
  replace: Uint8Array | undefined
}

/** How the server answers the next request; without one it paints. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse) => void

/** Answers with JSON. */
export function json(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Behaviour {
  return (_, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body))
}

/** Speaks one of the documented interfaces: reads its requests and writes its answers. */
export type Dialect = {
  read(
    request: IncomingMessage,
    body: Buffer,
  ): Promise<Pick<Painted, 'fields' | 'replace'> & { image: Buffer; margins?: number[] }>
  /** The body of a success with this PNG. */
  answer(png: Buffer): unknown
}

export type GeneratorServer = {
  origin: string
  /** All requests that were painted, and the number of all requests. */
  painted: Painted[]
  requests: number
  /** Behaviours of the next requests, the first one first. */
  next: Behaviour[]
  /** What is painted is made into another file before it is answered. */
  remake: ((png: Buffer) => Promise<Buffer>) | undefined
  close(): Promise<void>
}

/** Every channel of what was kept is this much brighter afterwards, as generators shift colours. */
export const DRIFT = 6

/** Starts a server on loopback that paints red wherever a request asks for new content. */
export async function startGeneratorServer(dialect: Dialect): Promise<GeneratorServer> {
  const server: Server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.statusCode = 500
      response.end(String(error))
    })
  })
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    state.requests++
    const behave = state.next.shift()
    if (behave) return behave(request, response)
    const asked = await dialect.read(request, Buffer.concat(chunks))
    const { png, ...size } = await paint(asked)
    const { authorization } = request.headers
    const { fields, replace } = asked
    state.painted.push({ path: request.url ?? '', authorization, fields, replace, ...size })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(dialect.answer(state.remake ? await state.remake(png) : png)))
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const state: GeneratorServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    painted: [],
    requests: 0,
    next: [],
    remake: undefined,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return state
}

async function paint({
  image,
  replace,
  margins = [0, 0, 0, 0],
}: Awaited<ReturnType<Dialect['read']>>) {
  const [left, top, right, bottom] = margins as [number, number, number, number]
  const { data, info } = await sharp(image)
    .linear(1, DRIFT)
    .extend({ left, top, right, bottom, background: '#d02020' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  for (let i = 0; i < width * height; i++) {
    if (replace && replace[i]! > 127) data.set([208, 32, 32], 3 * i)
  }
  const png = await sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
  return { png, width, height }
}

/** One channel of a picture file. */
export async function planeOf(file: Buffer, channel: 'red' | 'alpha'): Promise<Uint8Array> {
  const plane = await sharp(file).ensureAlpha().extractChannel(channel).raw().toBuffer()
  return new Uint8Array(plane)
}
