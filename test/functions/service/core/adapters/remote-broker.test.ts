import { expect, test } from 'vitest'
import { lambdaCall } from '../../../../../functions/service/core/adapters/lambda-call.ts'
import {
  remoteSegmentBroker,
  remoteTaskBroker,
} from '../../../../../functions/service/core/adapters/remote-broker.ts'

const TASK_VERBS = [
  ...['begin', 'renew', 'release', 'giveWay', 'putOff', 'end', 'noteProgress', 'lowerUnits'],
  ...['beginGeneration', 'keepTicket', 'settleGeneration', 'placeResult', 'placeShared', 'share'],
  'listModels',
]
const SEGMENT_VERBS = [
  ...['listModels', 'beginSegment', 'noteSegment', 'placeSegment', 'failSegment', 'beginJoin'],
  ...['renew', 'release', 'placeResult', 'end', 'giveUp'],
]

test.each([
  ['tasks', remoteTaskBroker, TASK_VERBS],
  ['segments', remoteSegmentBroker, SEGMENT_VERBS],
])(
  'a broker of %s is asked by each of its verbs, and no answer is undefined',
  async (_, make, verbs) => {
    const asked: unknown[] = []
    const answers = [1, false, null, undefined]
    const broker = make(async (request) => {
      asked.push(request)
      return answers[asked.length - 1]
    }) as unknown as Record<string, (ask: object) => Promise<unknown>>
    expect(Object.keys(broker).sort()).toEqual(verbs.toSorted())
    const told = []
    for (const verb of verbs) told.push(await broker[verb]!({ task: verb }))
    expect(asked).toEqual(verbs.map((verb) => ({ verb, ask: { task: verb } })))
    expect(told.slice(0, 4)).toEqual([1, false, undefined, undefined])
  },
)

test('a function is invoked with the request, and fails in its own words', async () => {
  const asked: unknown[] = []
  const call = (answer: object) =>
    lambdaCall('broker', {
      send: async ({ input }: { input: object }) => {
        asked.push(input)
        return answer
      },
    } as never)({ verb: 'renew', ask: {} })
  const payload = (text: string) => ({ Payload: { transformToString: () => text } })
  expect(await call(payload('{"a":1}'))).toEqual({ a: 1 })
  expect(asked).toEqual([{ FunctionName: 'broker', Payload: '{"verb":"renew","ask":{}}' }])
  expect([await call(payload('')), await call({})]).toEqual([null, null])
  const failed = { FunctionError: 'Unhandled', ...payload('{"errorType":"E","errorMessage":"m"}') }
  await expect(call(failed)).rejects.toThrow('The broker failed: E: m')
  await expect(call({ FunctionError: 'Unhandled' })).rejects.toThrow('The broker failed:')
})
