import { expect, onTestFinished, test } from 'vitest'
import { openMetricStore } from '../../../local/cloudwatch/metric-store.ts'
import { dataFolder } from '../stacks/rig.ts'

const METRIC = { namespace: 'N', name: 'M', dimensions: { A: '1', B: '2' } }
const MINUTE = 60_000
const NOW = 1_000 * MINUTE

function open(folder: string, now = NOW) {
  const store = openMetricStore(folder, () => now)
  onTestFinished(() => store.close())
  return store
}

test('gives each statistic of each period, and nothing where nothing was measured', () => {
  const store = open(dataFolder())
  for (const [value, at] of [
    [4, 0],
    [2, 1],
    [9, 5 * MINUTE],
  ] as const) {
    store.put(METRIC, value, NOW + at)
  }
  const window = { starts: [NOW, NOW + 2 * MINUTE, NOW + 4 * MINUTE], periodMs: 2 * MINUTE }
  const read = (statistic: string) => [...store.read(METRIC, window, statistic)]
  const second = NOW + 4 * MINUTE
  expect(read('Sum')).toEqual([
    [NOW, 6],
    [second, 9],
  ])
  expect(read('Average')[0]).toEqual([NOW, 3])
  expect(read('Minimum')[0]).toEqual([NOW, 2])
  expect(read('Maximum')[0]).toEqual([NOW, 4])
  expect(read('SampleCount')[0]).toEqual([NOW, 2])
  expect(() => read('p99')).toThrow('p99 cannot be had locally')
})

test('dimensions tell metrics apart, in any order', () => {
  const store = open(dataFolder())
  store.put({ ...METRIC, dimensions: { B: '2', A: '1' } }, 1)
  store.put({ ...METRIC, dimensions: { A: '1' } }, 10)
  const window = { starts: [NOW], periodMs: MINUTE }
  expect(store.read(METRIC, window, 'Sum').get(NOW)).toBe(1)
})

test('metrics outlive a restart for three days, and a minute that goes on adds up', () => {
  const folder = dataFolder()
  const first = open(folder)
  first.put(METRIC, 1)
  first.close()
  const second = open(folder)
  second.put(METRIC, 2)
  const window = { starts: [NOW], periodMs: MINUTE }
  expect(second.read(METRIC, window, 'Sum').get(NOW)).toBe(3)
  second.close()
  const later = open(folder, NOW + 4 * 86_400_000)
  later.put(METRIC, 5)
  later.read(METRIC, window, 'Sum')
  expect(later.read(METRIC, window, 'Sum').size).toBe(0)
})

test('what is no number is not kept', () => {
  const store = open(dataFolder())
  store.put(METRIC, Number.NaN)
  expect(store.read(METRIC, { starts: [NOW], periodMs: MINUTE }, 'Sum').size).toBe(0)
})
