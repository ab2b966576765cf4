import { describe, expect, test } from 'vitest'
import { drop, item } from './clients.ts'
import { dataFolder, eventually, startSmall } from './rig.ts'

describe('stacks on one machine', () => {
  test('a dropped object goes by rule, queue and function to an execution that a callback ends', async () => {
    const before = performance.now()
    const stacks = await startSmall({ dataDir: dataFolder() })
    process.stderr.write(
      `ready after ${Math.round(performance.now() - before)} ms, ${Math.round(process.memoryUsage().rss / 1e6)} MB\n`,
    )
    await drop(stacks, 'drop/one.jpg')
    await drop(stacks, 'other/two.jpg')
    await eventually(() => item(stacks, 'token drop-one-jpg'))

    const settled = await fetch(`${stacks.outputs['Small']!['Url']}settle/drop-one-jpg`, {
      method: 'POST',
    })
    expect(settled.status).toBe(200)

    const note = await eventually(() => item(stacks, 'ended drop-one-jpg'))
    expect(JSON.parse(note['output']!.S!)).toEqual({ said: 'yes' })
    expect((await item(stacks, 'drop/one.jpg'))?.['deliveries']?.N).toBe('1')
    expect(await item(stacks, 'other/two.jpg')).toBeUndefined()
  })
})
