import { expect, onTestFinished, test, vi } from 'vitest'
import type { HostedFunction } from '../../../local/lambda/hosted-function.ts'
import { createThreadPlaces } from '../../../local/lambda/thread-places.ts'

function hosted(name: string): HostedFunction {
  return { name } as HostedFunction
}

const PRICES: Record<string, number> = { prepare: 10, picture: 10, video: 25, vast: 90 }
const of = (name: string): number => PRICES[name]!
const workers = () => 4

/** Notes in `entered` who was let in, in order, and gives what ends the invocation. */
function track(places: ReturnType<typeof createThreadPlaces>) {
  const entered: string[] = []
  const leaving = new Map<string, () => void>()
  const ask = (name: string, call: string): void => {
    void places.enter(hosted(name)).then((leave) => {
      entered.push(call)
      if (leave) leaving.set(call, leave)
    })
  }
  const leave = async (call: string): Promise<void> => {
    leaving.get(call)!()
    await settled()
  }
  return { entered, ask, leave }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('no more run at once than their memory allows, and who waits enters when another leaves', async () => {
  const { entered, ask, leave } = track(createThreadPlaces({ bytes: 30, of, workers }))
  for (const call of ['a', 'b', 'c', 'd', 'e']) ask('prepare', call)
  await settled()
  expect(entered).toEqual(['a', 'b', 'c'])
  await leave('b')
  expect(entered).toEqual(['a', 'b', 'c', 'd'])
})

test('a function with fewest running comes first, so that preparations do not hold tasks up', async () => {
  const { entered, ask, leave } = track(createThreadPlaces({ bytes: 20, of, workers }))
  for (const call of ['a', 'b', 'c', 'd']) ask('prepare', call)
  ask('picture', 'task')
  await settled()
  expect(entered).toEqual(['a', 'b'])
  await leave('a')
  expect(entered).toEqual(['a', 'b', 'task'])
  await leave('b')
  expect(entered).toEqual(['a', 'b', 'task', 'c'])
})

test('what does not fit is not passed by others, and what takes more than all runs alone', async () => {
  const { entered, ask, leave } = track(createThreadPlaces({ bytes: 30, of, workers }))
  ask('picture', 'a')
  ask('picture', 'b')
  ask('vast', 'alone')
  ask('picture', 'c')
  await settled()
  await leave('a')
  expect(entered).toEqual(['a', 'b'])
  await leave('b')
  expect(entered).toEqual(['a', 'b', 'alone'])
  await leave('alone')
  expect(entered).toEqual(['a', 'b', 'alone', 'c'])
})

test('of each function as many run as it has workers, whatever the memory', async () => {
  const places = createThreadPlaces({ workers: (name) => (name === 'picture' ? 1 : 2) })
  const { entered, ask } = track(places)
  for (const call of ['a', 'b', 'c']) ask('prepare', call)
  for (const call of ['d', 'e']) ask('picture', call)
  await settled()
  expect(entered).toEqual(['a', 'b', 'd'])
})

test('threads that rest are ended, longest first, where a new one would not fit beside them', async () => {
  const places = createThreadPlaces({ bytes: 40, of, workers })
  const ended: string[] = []
  const resting = (name: string, thread: string) => {
    const rested = { hosted: hosted(name), end: async () => void ended.push(thread) }
    places.rest(rested)
    return rested
  }
  resting('picture', 'first')
  const taken = resting('picture', 'taken again')
  resting('prepare', 'second')
  resting('prepare', 'third')
  places.forget(taken)
  await places.enter(hosted('picture'))
  await places.makeRoom()
  expect(ended).toEqual([])
  await places.enter(hosted('picture'))
  await places.makeRoom()
  expect(ended).toEqual(['first'])
  await places.enter(hosted('prepare'))
  await places.makeRoom()
  expect(ended).toEqual(['first', 'second'])
})

test('at the end who waits is told, and nobody is let in any more', async () => {
  const places = createThreadPlaces({ bytes: 10, of, workers })
  await places.enter(hosted('picture'))
  const waiting = places.enter(hosted('picture'))
  places.close()
  expect(await waiting).toBeUndefined()
  expect(await places.enter(hosted('prepare'))).toBeUndefined()
})

test('beside others nobody enters who could grow beyond what the process may take, until there is room', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let taken = 50
  const measured = { bytes: 100, now: () => taken }
  const places = createThreadPlaces({ bytes: 1000, of, workers, measured })
  const ended: string[] = []
  places.rest({ hosted: hosted('prepare'), end: async () => ended.push('rested') })
  const { entered, ask, leave } = track(places)
  for (const call of ['a', 'b', 'c']) ask('picture', call)
  await settled()
  // The third waits until the second has taken what it will.
  expect(entered).toEqual(['a', 'b'])
  taken = 95
  await vi.advanceTimersByTimeAsync(500)
  expect([entered, ended]).toEqual([['a', 'b'], ['rested']])
  taken = 90
  await vi.advanceTimersByTimeAsync(500)
  expect(entered).toEqual(['a', 'b', 'c'])

  taken = 200
  ask('picture', 'd')
  await leave('a')
  await leave('b')
  expect(entered).toHaveLength(3)
  // Alone it enters, whatever is taken: otherwise nothing would go on.
  await leave('c')
  expect(entered).toEqual(['a', 'b', 'c', 'd'])
})
