import { spawn } from 'node:child_process'
import { type Driver, freePort, insist } from './driver.ts'

/** Opens WebKitGTK's small browser on a screen of its own and drives it by WebDriver. */
export async function openWebKit(): Promise<Driver> {
  const port = await freePort()
  const child = spawn('xvfb-run', ['--auto-servernum', 'WebKitWebDriver', `--port=${port}`], {
    stdio: 'ignore',
    detached: true,
  })
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await answer.json()) as { value: unknown }
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value)}`)
    return value
  }
  await insist(() => call('GET', '/status'))
  const { sessionId } = (await call('POST', '/session', {
    capabilities: { alwaysMatch: { timeouts: { script: 120_000 } } },
  })) as { sessionId: string }
  const session = `/session/${sessionId}`
  return {
    goto: async (url) => {
      await call('POST', `${session}/url`, { url })
    },
    evaluate: async (expression) => {
      const script = `return (async () => JSON.stringify(await (${expression})))()`
      const value = await call('POST', `${session}/execute/sync`, { script, args: [] })
      return typeof value === 'string' ? JSON.parse(value) : undefined
    },
    close: async () => {
      await call('DELETE', session).catch(() => {})
      const gone = new Promise((resolve) => child.once('exit', resolve))
      // The screen and the browser are the driver's children.
      if (child.pid !== undefined) process.kill(-child.pid)
      await gone
    },
  }
}
