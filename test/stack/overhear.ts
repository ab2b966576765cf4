import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { onTestFinished } from 'vitest'

const CHANNEL = 'http.server.request.start'

/**
 * The bodies of one AWS JSON operation (`AWSEvents.PutEvents`) that any server of this process receives, until the
 * test ends. Every request passes unchanged.
 */
export function overhear(target: string): unknown[] {
  const heard: unknown[] = []
  const listen = (message: unknown): void => {
    const { request } = message as { request: IncomingMessage }
    if (request.headers['x-amz-target'] !== target) return
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => heard.push(JSON.parse(Buffer.concat(parts).toString('utf8'))))
  }
  subscribe(CHANNEL, listen)
  onTestFinished(() => {
    unsubscribe(CHANNEL, listen)
  })
  return heard
}
