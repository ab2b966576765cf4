import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request with its whole body. */
export type Received = {
  method: string | undefined
  /** The service sends no header twice. */
  headers: Record<string, string>
  body: Buffer
}

/** A third-party server on this machine, whose responses a test sets. */
export type OpenReceiver = {
  origin: string
  received: Received[]
  answer: RequestListener
  /** Clears what it received, and responds 200 again. */
  reset(): void
  close(): Promise<void>
}

const fine: RequestListener = (_, response) => void response.end('thanks')

export async function openReceiver(): Promise<OpenReceiver> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method } = request
    const headers = request.headers as Record<string, string>
    receiver.received.push({ method, headers, body: Buffer.concat(chunks) })
    receiver.answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const receiver: OpenReceiver = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    answer: fine,
    reset: () => {
      server.closeAllConnections()
      receiver.received = []
      receiver.answer = fine
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}
