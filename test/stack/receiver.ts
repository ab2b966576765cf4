import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request to a receiver. */
export type Received = { headers: IncomingHttpHeaders; body: string; answered: number }

/** A user's receiver of webhooks on this machine. */
export type Receiver = { url: string; received: Received[]; close(): Promise<void> }

/** Answers each request with the status that `answer` returns for it, 204 by default. */
export async function startReceiver(
  answer: (request: Omit<Received, 'answered'>) => number = () => 204,
): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const asked = { headers: request.headers, body: Buffer.concat(parts).toString('utf8') }
    const answered = answer(asked)
    received.push({ ...asked, answered })
    response.writeHead(answered).end()
  })
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/darkroom?token=kept-to-ourselves`,
    received,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
      }),
  }
}
