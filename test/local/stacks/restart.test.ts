import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs'
import { expect, onTestFinished, test } from 'vitest'
import { FolderInUseError } from '../../../local/lock/lock-folder.ts'
import type { LocalStacks } from '../../../local/stacks/local-stacks.ts'
import { startStacks } from '../../../local/stacks/start-stacks.ts'
import { isEveryCaseTried } from '../../setup/sampled.ts'
import { clientsOf, drop, item } from './clients.ts'
import { dataFolder, eventually, smallAssembly, startSmall } from './rig.ts'
import { SMALL_ROOT } from './small/small-stack.ts'

function settle(url: unknown, id: string): Promise<Response> {
  return fetch(`${url}settle/${id}`, { method: 'POST' })
}

/** Whether a message of the queue is in flight. */
async function isUnderWay(stacks: LocalStacks): Promise<true | undefined> {
  const asked = {
    QueueUrl: stacks.resource('Small/Queue').ref,
    AttributeNames: ['ApproximateNumberOfMessagesNotVisible' as const],
  }
  const { Attributes } = await clientsOf(stacks).sqs.send(new GetQueueAttributesCommand(asked))
  return Attributes?.ApproximateNumberOfMessagesNotVisible === '1' || undefined
}

/** Runs the small stack in another process and returns it with the line that it prints when it is ready. */
async function spawnSmall(dataDir: string): Promise<{ child: ChildProcess; line: string }> {
  const child = spawn(process.execPath, [join(SMALL_ROOT, 'run.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(createInterface(child.stdout!), 'line')
  return { child, line }
}

test('what waits when a run closes continues after the next start, at the same addresses', async () => {
  const dataDir = dataFolder()
  const first = await startSmall({ dataDir })
  await drop(first, 'drop/one.jpg')
  await eventually(() => item(first, 'token drop-one-jpg'))
  await first.close()
  await expect(first.close()).resolves.toBeUndefined()

  const second = await startSmall({ dataDir })
  expect(second.endpoints).toEqual(first.endpoints)
  expect(second.apis).toEqual(first.apis)
  expect(second.credentials).toEqual(first.credentials)
  expect((await settle(second.outputs['Small']!['Url'], 'drop-one-jpg')).status).toBe(200)
  await eventually(() => item(second, 'ended drop-one-jpg'))
})

// `test/upgrade` goes on with what a killed run left in `npm test`, and `kill.test.ts` with killed executions.
test.runIf(isEveryCaseTried())(
  'a killed process leaves everything to the next one, even the message in flight',
  async () => {
    const dataDir = dataFolder()
    const { child, line } = await spawnSmall(dataDir)
    const { endpoints, credentials } = JSON.parse(line)
    const held = startStacks({ assembly: smallAssembly(), root: SMALL_ROOT, dataDir })
    await expect(held).rejects.toThrow(FolderInUseError)
    await expect(held).rejects.toThrow(`process ${child.pid}`)

    // The names in the other process are the same, so only its endpoints are needed.
    const names = await startSmall({ dataDir: dataFolder() })
    const other = { ...names, endpoints, credentials }
    await drop(other, 'drop/waiting.jpg')
    await eventually(() => item(other, 'token drop-waiting-jpg'))
    // Afterwards, so that both are not delivered in one batch.
    await drop(other, 'drop/stuck.jpg')
    await eventually(() => isUnderWay(other))
    child.kill('SIGKILL')
    await once(child, 'exit')
    await names.close()

    const next = await startSmall({ dataDir })
    expect((await settle(next.outputs['Small']!['Url'], 'drop-waiting-jpg')).status).toBe(200)
    await eventually(() => item(next, 'ended drop-waiting-jpg'))
    await eventually(() => item(next, 'token drop-stuck-jpg'))
    expect((await item(next, 'drop/stuck.jpg'))?.['deliveries']?.N).toBe('1')
  },
)
