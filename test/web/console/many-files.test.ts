import { expect, test } from 'vitest'
import { type DropFile, dropFile } from '../../../web/console/drop/drop-file.ts'
import { readFiles } from '../../../web/console/drop/read-files.ts'
import { slices } from '../../../web/console/drop/slices.ts'
import { uploadFiles } from '../../../web/console/drop/upload-files.ts'

/** What a frame may take of a page before somebody sees it stall. */
const STALL_MS = 50
/** What it takes to ask for one fact of a file that was chosen in a folder, on a slow disk. */
const ASK_MS = 2

/** A clock that work moves, and the longest work between two turns of the page. */
function workClock() {
  const clock = { at: 0, since: 0, longest: 0, turns: 0 }
  const work = (ms: number): void => {
    clock.at += ms
    clock.longest = Math.max(clock.longest, clock.at - clock.since)
  }
  const breath = async (): Promise<void> => {
    clock.turns += 1
    clock.since = clock.at
  }
  return { clock, work, now: () => clock.at, breath }
}

/** Files of which every fact takes the page's time. */
function slowFiles(count: number, work: (ms: number) => void): DropFile[] {
  const fact = <Value>(value: Value): Value => {
    work(ASK_MS)
    return value
  }
  return Array.from({ length: count }, (_, at) => {
    const head = { arrayBuffer: async () => new Uint8Array([0xff, 0xd8, 0xff, 0xe0]).buffer }
    const file = {
      get size() {
        return fact(1000 + at)
      },
      get lastModified() {
        return fact(7)
      },
      slice: () => fact(head),
    }
    return dropFile({ file: file as unknown as File, name: `${at}.jpg` })
  })
}

test('5,000 files of a slow disk are read while the page has its turn', async () => {
  const { clock, work, ...turns } = workClock()
  const files = slowFiles(5000, work)
  const seen: number[] = []
  await readFiles(files, (count) => seen.push(count), turns)
  expect(clock.longest).toBeLessThan(STALL_MS / 2)
  expect(clock.turns).toBeGreaterThan(1000)
  expect(seen).toEqual(seen.toSorted((one, other) => one - other))
  expect(files.at(-1)).toMatchObject({ size: 5999, modified: 7, kind: 'jpeg' })
})

test('work that is shorter than a slice waits for nothing', async () => {
  const { clock, work, ...turns } = workClock()
  const turn = slices(turns)
  for (let piece = 0; piece < 7; piece++) {
    await turn(() => work(1))
  }
  expect(clock.turns).toBe(0)
  await turn(() => work(1))
  await turn(() => work(1))
  expect(clock.turns).toBe(1)
})

/** How often the fates of so many dropped files, of which half are companions, are looked at. */
async function looksAtFates(count: number): Promise<number> {
  let looks = 0
  const files = Array.from({ length: count }, (_, at) => {
    const is =
      at % 2 === 0 ? { is: 'source' as const } : { is: 'companion' as const, of: `${at - 1}` }
    const file = { ...dropFile({ file: new File([], `${at}`), name: `${at}` }) }
    Object.defineProperty(file, 'fate', {
      get: () => {
        looks += 1
        return is
      },
    })
    return file
  })
  await uploadFiles(files, 'slim', {
    ask: (async (_: string, { body }: { body: { files?: { name: string }[] } }) => ({
      uploads: body.files?.map(({ name }) => ({ name, id: '', url: name })),
      dropped: [],
    })) as never,
    send: async () => {},
    remembered: { find: () => undefined, keep: () => {}, forget: () => {} },
    pause: async () => {},
    running: async () => new AbortController().signal,
    say: String,
  })
  expect(files.every(({ status }) => status === 'sent')).toBe(true)
  return looks
}

test('twice as many files take twice the work to send, and no more', async () => {
  const [some, twice] = [await looksAtFates(1000), await looksAtFates(2000)]
  expect(twice / some).toBeLessThan(2.1)
})
