import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Driver, freePort, insist } from './driver.ts'

type Answer = { id?: number; type: string; result?: Record<string, unknown>; message?: string }

/** Opens Firefox without a window and drives it by WebDriver BiDi, which it speaks itself. */
export async function openFirefox(program = 'firefox-esr'): Promise<Driver> {
  const profile = mkdtempSync(join(tmpdir(), 'darkroom-firefox-'))
  const port = await freePort()
  const flags = ['--headless', '--no-remote', '--profile', profile]
  const child = spawn(program, [...flags, '--remote-debugging-port', String(port)], {
    stdio: 'ignore',
    env: { ...process.env, HOME: profile },
  })
  const socket = await insist(() => connect(`ws://127.0.0.1:${port}/session`))
  const send = commander(socket)
  await send('session.new', { capabilities: {} })
  const { context } = await send('browsingContext.create', { type: 'tab' })
  return {
    goto: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    evaluate: async (expression) => {
      const answer = await send('script.evaluate', {
        expression: `(async () => JSON.stringify(await (${expression})))()`,
        target: { context },
        awaitPromise: true,
      })
      const { value } = (answer['result'] ?? {}) as { value?: string }
      if (answer['type'] !== 'success') throw new Error(JSON.stringify(answer['exceptionDetails']))
      return value === undefined ? undefined : JSON.parse(value)
    },
    close: async () => {
      socket.close()
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await gone
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

function connect(url: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url)
    socket.onopen = () => resolve(socket)
    socket.onerror = () => reject(new Error(`${url} does not answer.`))
  })
}

/** Sends commands, each with its number, and finds the answers by it. */
function commander(socket: WebSocket) {
  const waiting = new Map<number, (answer: Answer) => void>()
  let last = 0
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    if (answer.id === undefined) return
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  }
  return (method: string, params: object): Promise<Record<string, unknown>> =>
    new Promise((resolve, reject) => {
      last += 1
      waiting.set(last, ({ type, result, message }) =>
        type === 'success' ? resolve(result ?? {}) : reject(new Error(`${method}: ${message}`)),
      )
      socket.send(JSON.stringify({ id: last, method, params }))
    })
}
