import { createServer } from 'node:http'
import { type Operation, serveAwsJson } from '../aws-json/serve-aws-json.ts'
import { guardFromPages } from '../http/guard-loopback.ts'
import { closeServer, listen } from '../http/server.ts'
import { answerCallerIdentity } from './caller-identity.ts'

/** The endpoint of the small services: EventBridge, Secrets Manager and STS. It refuses other operations by name. */
export type LocalControl = { readonly url: string; readonly port: number; close(): Promise<void> }

/** Serves these operations, keyed by their full `x-amz-target`, on 127.0.0.1. Port 0 takes a free one. */
export async function startControl(options: {
  port: number
  account: string
  operations: Readonly<Record<string, Operation>>
}): Promise<LocalControl> {
  const answer = serveAwsJson(options.operations)
  const server = createServer(
    guardFromPages((request, response) => {
      const form = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
      if (form) return void answerCallerIdentity(request, response, options.account)
      return answer(request, response)
    }),
  )
  const port = await listen(server, options.port)
  return { url: `http://127.0.0.1:${port}`, port, close: () => closeServer(server, 500) }
}
