import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dataFolder, eventually, startSmall } from './rig.ts'

test('an isolated function has its own thread and environment, is reused, and may crash or hang', async () => {
  const dataDir = dataFolder()
  const stacks = await startSmall({ dataDir })
  const work = stacks.resource('Small/work')
  const run = (order: string) => stacks.invoke(work.attributes['Arn']!, { do: order })

  const first = await run('answer')
  const facts = { table: 'its own', s3: stacks.endpoints.s3, memory: '128' }
  expect(first).toMatchObject({ payload: facts })
  expect(await run('answer')).toMatchObject({
    payload: { threadId: 'payload' in first && (first.payload as { threadId: number }).threadId },
  })
  expect(await run('throw')).toMatchObject({
    error: { errorType: 'TypeError', errorMessage: 'told to', stackTrace: expect.any(Array) },
  })
  expect(await run('exit')).toMatchObject({ error: { errorType: 'Runtime.ExitError' } })
  expect(await run('spin')).toMatchObject({
    error: { errorType: 'Sandbox.Timedout', errorMessage: expect.stringContaining('3.00 seconds') },
  })
  expect(await run('answer')).toMatchObject({ payload: facts })
  expect(process.env['TABLE']).not.toBe('its own')

  const log = await eventually(async () => {
    const text = readFileSync(join(dataDir, 'log', 'functions.log'), 'utf8')
    return text.includes('worked') ? text : undefined
  })
  expect(JSON.parse(log.split('\n')[0]!)).toMatchObject({ function: work.name, message: 'worked' })
})

test('a missing function and an invalid payload are errors of the invocation', async () => {
  const stacks = await startSmall({ dataDir: dataFolder() })
  expect(await stacks.invoke('nobody', {})).toMatchObject({
    error: { errorType: 'ResourceNotFoundException' },
  })
})
