import { PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager'
import { describe, expect, test } from 'vitest'
import { startStacks } from '../../../local/stacks/start-stacks.ts'
import { clientsOf, drop, item } from './clients.ts'
import { dataFolder, eventually, smallAssembly, startSmall } from './rig.ts'
import { SMALL_ROOT } from './small/small-stack.ts'

describe('stacks on one machine', () => {
  test('a dropped object starts an execution by rule, queue and function, and a callback ends it', async () => {
    const stacks = await startSmall({ dataDir: dataFolder() })
    await drop(stacks, 'drop/one.jpg')
    await drop(stacks, 'other/two.jpg')
    await eventually(() => item(stacks, 'token drop-one-jpg'))

    const url = `${stacks.outputs['Small']!['Url']}settle/drop-one-jpg`
    expect((await fetch(url, { method: 'POST' })).status).toBe(200)

    const note = await eventually(() => item(stacks, 'ended drop-one-jpg'))
    expect(JSON.parse(note['output']!.S!)).toEqual({ said: 'yes' })
    expect(await item(stacks, 'drop/one.jpg')).toHaveProperty('deliveries')
    expect(await item(stacks, 'other/two.jpg')).toBeUndefined()
  })

  test('secrets can be given a value, by name and by ARN', async () => {
    const stacks = await startSmall({ dataDir: dataFolder() })
    const { name, ref } = stacks.resource('Stores/Key')
    stacks.putSecret(name, 'mine')
    const { secrets } = clientsOf(stacks)
    const found = await secrets.send(new GetSecretValueCommand({ SecretId: ref }))
    expect([found.SecretString, found.Name]).toEqual(['mine', name])
    expect(() => stacks.putSecret('another', 'x')).toThrow('another')
  })

  test('events of an application reach the bus; malformed and foreign ones are refused one by one', async () => {
    const stacks = await startSmall({ dataDir: dataFolder() })
    const good = { Source: 'mine', DetailType: 'Done', Detail: '{}' }
    const Entries = [good, { ...good, Detail: '[' }, { ...good, Source: 'aws.s3' }]
    const { events } = clientsOf(stacks)
    const sent = await events.send(new PutEventsCommand({ Entries }))
    expect(sent.FailedEntryCount).toBe(2)
    expect(sent.Entries?.map((entry) => entry.ErrorCode)).toEqual([
      undefined,
      'MalformedDetail',
      'NotAuthorizedForSourceException',
    ])
  })

  test('the environment of the process is restored, and it runs one local run at a time', async () => {
    const before = { ...process.env }
    const environment = { EXTRA: 'more' }
    const stacks = await startSmall({ dataDir: dataFolder(), environment })
    expect(process.env).toMatchObject({ EXTRA: 'more', AWS_REGION: 'us-east-1' })
    await expect(startSmall({ dataDir: dataFolder() })).rejects.toThrow('one local run')
    await stacks.close()
    expect(process.env).toEqual(before)
  })

  test('a variable with two values is refused, and the folder is unlocked', async () => {
    const dataDir = dataFolder()
    const refused = startStacks({
      assembly: smallAssembly(),
      root: SMALL_ROOT,
      dataDir,
      environment: { TABLE: 'another' },
    })
    await expect(refused).rejects.toThrow('Environment variable TABLE')
    const stacks = await startSmall({ dataDir })
    expect(stacks.resource('Stores/Table').type).toBe('AWS::DynamoDB::Table')
    expect(() => stacks.resource('Nothing')).toThrow('no resource Nothing')
  })
})
