import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'

const MODULE = join(import.meta.dirname, '..', '..', 'bin', 'program', 'until-told-to-stop.ts')

/** Says what it hears and when it is told to stop, and stays for as long as its end takes. */
const WAITS = `
import { untilToldToStop } from ${JSON.stringify(MODULE)}
setInterval(() => {}, 1000)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => console.log('heard'))
const stopped = untilToldToStop()
console.log('waits')
await stopped
console.log('told')
`

async function start() {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', WAITS], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const hear = async () => (await lines.next()).value
  expect(await hear()).toBe('waits')
  return { child, exit, hear }
}

// Ctrl-C reaches the command and what started it, which passes it on: one key must not end it at once.
test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s twice in a moment is told once',
  async (signal) => {
    const { child, exit, hear } = await start()
    child.kill(signal)
    expect([await hear(), await hear()]).toEqual(['heard', 'told'])
    child.kill(signal)
    expect(await hear()).toBe('heard')
    child.kill('SIGKILL')
    expect(await exit).toEqual([null, 'SIGKILL'])
  },
)

test('a signal that comes later ends the process at once', async () => {
  const { child, exit } = await start()
  child.kill('SIGINT')
  const repeated = setInterval(() => child.kill('SIGINT'), 100)
  onTestFinished(() => clearInterval(repeated))
  expect(await exit).toEqual([130, null])
})
