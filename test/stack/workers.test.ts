import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import { buildSync } from 'esbuild'
import { expect, onTestFinished, test } from 'vitest'
import { killWorkerAfter, noteThreads } from './workers.ts'

const SOURCE = { contents: 'export const a: number = 1', loader: 'ts' } as const

test('threads of functions are killed, and the bundler, whose answers are waited for, goes on', async () => {
  noteThreads()
  const bundle = () => buildSync({ stdin: SOURCE, write: false }).outputFiles[0]?.text
  const before = bundle()
  const thread = new Worker('setInterval(() => {}, 1000)', {
    eval: true,
    name: 'DarkroomService-A',
  })
  const server = createServer((_, response) => response.end('done')).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const killed = killWorkerAfter(() => true)
  const ended = once(thread, 'exit')
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await ended
  expect(killed.kills).toBe(1)
  expect(bundle()).toBe(before)
})
