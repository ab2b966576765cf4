import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { httpProvider } from '../../../../../../functions/pipeline/core/adapters/provider/http-provider.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

type Slot = { status?: number; slot?: unknown }

/** A service whose file endpoint answers `slot`, and whose slot takes what is put into it. */
async function serve({ status = 200, slot }: Slot) {
  const seen: { method: string; url: string; headers: object; body: string }[] = []
  const listening = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      seen.push({ method, url, headers, body })
      if (method === 'PUT') return response.writeHead(status).end()
      const own = `http://127.0.0.1:${(listening.address() as AddressInfo).port}/slot`
      const requests = [{ method: 'PUT', url: own, headers: { 'Content-Type': 'image/png' } }]
      const files = slot === undefined ? [{ file_id: 'a/b+c=', requests }] : slot
      response.end(JSON.stringify({ status: 200, data: { files } }))
    })
  })
  server = listening
  await new Promise<void>((ready) => {
    listening.listen(0, '127.0.0.1', ready)
  })
  const baseUrl = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
  return { seen, provider: httpProvider({ baseUrl, apiKey: async () => 'dk_test' }) }
}

/** A file of ten chunks, each made only when the one before was read. */
function file(taken: { chunks: number } = { chunks: 0 }) {
  return {
    name: 'photo.png',
    contentType: 'image/png',
    size: 10,
    body: new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          taken.chunks += 1
          controller.enqueue(Buffer.from(String(taken.chunks % 10)))
          if (taken.chunks === 10) controller.close()
        },
      },
      { highWaterMark: 0 },
    ),
  }
}

test('announces the file, streams it to its slot and returns the id', async () => {
  const { seen, provider } = await serve({})
  expect(await provider.upload(file(), 'job-1')).toBe('a/b+c=')
  const [asked, put] = seen
  expect(asked).toMatchObject({ method: 'POST', url: '/s2s/v2.0/file' })
  expect(JSON.parse(asked?.body ?? '')).toEqual({
    files: [{ content_type: 'image/png', file_name: 'photo.png', file_size: 10 }],
  })
  expect(put).toMatchObject({ method: 'PUT', url: '/slot', body: '1234567890' })
  expect(put?.headers).toMatchObject({ 'content-length': '10', 'content-type': 'image/png' })
  // The slot's URL is a credential of its own; the key is for the service alone.
  expect(put?.headers).not.toHaveProperty('authorization')
})

test.each([
  ['no slot', { slot: [] }],
  ['a slot without a request', { slot: [{ file_id: 'x', requests: [] }] }],
  ['a slot without an address', { slot: [{ file_id: 'x', requests: [{ method: 'PUT' }] }] }],
  ['a refused upload', { status: 403 }],
])('%s counts as an unreachable service', async (_, answer) => {
  const { provider } = await serve(answer)
  await expect(provider.upload(file(), 'job-1')).rejects.toMatchObject({
    code: 'ServiceUnreachable',
  })
})
