import { createServer } from 'node:http'
import { type JsonService, serveAwsJson } from '../aws-json/serve-aws-json.ts'
import { guardFromPages } from '../http/guard-loopback.ts'
import { closeServer, listen } from '../http/server.ts'
import type { Access } from '../iam/access.ts'
import { answerInvoke, isForLambda } from '../lambda/answer-invoke.ts'
import type { Invoke } from '../lambda/hosted-function.ts'
import { answerCallerIdentity } from './caller-identity.ts'

/**
 * The endpoint of the small services: EventBridge, Secrets Manager, STS and Lambda's Invoke. It refuses other
 * operations by name.
 */
export type LocalControl = { readonly url: string; readonly port: number; close(): Promise<void> }

/** Serves these services, by the part of `x-amz-target` before the dot, on 127.0.0.1. Port 0 takes a free one. */
export async function startControl(options: {
  port: number
  region: string
  account: string
  access: Access
  services: Readonly<Record<string, JsonService>>
  /** The functions, once they are there. */
  invoke: () => Invoke
}): Promise<LocalControl> {
  const answer = serveAwsJson(options)
  const server = createServer(
    guardFromPages((request, response) => {
      const form = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
      if (isForLambda(request)) return void answerInvoke(request, response, options)
      if (form) return void answerCallerIdentity(request, response, options)
      return answer(request, response)
    }),
  )
  const port = await listen(server, options.port)
  return { url: `http://127.0.0.1:${port}`, port, close: () => closeServer(server, 500) }
}
