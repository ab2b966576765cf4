import { describe, expect, test, vi } from 'vitest'
import {
  addressOf,
  allocBytes,
  allocLasting,
  allocPlane,
  allocTable,
  allocZeroPlane,
  copyBytes,
  copyInto,
  copyPlane,
  freeLasting,
  toArena,
  toArenaBytes,
  withArena,
  writeThroughArena,
} from '../../../engine/raster/arena.ts'

const LENGTH = 1001

describe.each([
  ['in an arena', (work: () => void) => withArena(work)],
  ['on the heap', (work: () => void) => work()],
])('%s', (_, open) => {
  test('a plane of zeros has nothing of what was there before', () => {
    open(() => withArena(() => void allocPlane(2 * LENGTH).fill(7)))
    open(() => expect(allocZeroPlane(LENGTH).every((value) => value === 0)).toBe(true))
  })

  test('a copy has the same values and is a plane of its own', () => {
    open(() => {
      const plane = allocPlane(LENGTH).map((_, i) => i)
      const copy = copyPlane(plane)
      expect(copy).toEqual(plane)
      copy[0] = 5
      expect(plane[0]).toBe(0)
    })
  })

  test('copying into a plane leaves what is behind the copied values', () => {
    open(() => {
      const plane = allocZeroPlane(LENGTH).fill(1)
      copyInto(plane, allocZeroPlane(LENGTH - 2).fill(2))
      expect([...plane.subarray(LENGTH - 3)]).toEqual([2, 1, 1])
    })
  })

  test('a plane is written through the arena wherever it lies', () => {
    open(() => {
      const plane = allocZeroPlane(LENGTH)
      withArena(() =>
        writeThroughArena(plane, (written) => {
          expect(addressOf(written)).toBeGreaterThan(0)
          written.fill(3)
        }),
      )
      expect(plane.every((value) => value === 3)).toBe(true)
    })
  })
})

test('planes lie in the arena however often its memory grew', () => {
  for (const length of [1 << 16, 1 << 20, 1 << 21]) {
    withArena(() => {
      const before = allocZeroPlane(LENGTH).fill(4)
      allocPlane(length)
      const plane = allocZeroPlane(LENGTH)
      expect(toArena(plane)).toBe(plane)
      expect(toArena(copyPlane(plane)).buffer).toBe(plane.buffer)
      expect(before.every((value) => value === 4)).toBe(true)
    })
  }
})

test('every allocation has 64 bytes behind it and begins at a whole vector', () => {
  withArena(() => {
    for (let length = 0; length <= 40; length++) {
      const [first, second, third] = [allocBytes(length), allocPlane(length), allocBytes(0)].map(
        ({ byteOffset }) => byteOffset,
      ) as [number, number, number]
      expect(first % 16).toBe(0)
      expect(second - first).toBe(16 * Math.ceil((length + 64) / 16))
      expect(third - second).toBe(16 * Math.ceil((4 * length + 64) / 16))
    }
  })
})

test('a table that is too large for what is never freed takes nothing of it', () => {
  expect(() => allocTable(new Int16Array(40_000))).toThrow('no room for more tables')
  const [one, other] = [allocTable(Int16Array.of(1, 2, 3)), allocTable(Int16Array.of(4))]
  expect([one % 16, other - one]).toEqual([0, 80])
  withArena(() => {
    const { buffer } = allocPlane(1)
    expect([...new Int16Array(buffer, one, 3), new Int16Array(buffer, other, 1)[0]]).toEqual([
      1, 2, 3, 4,
    ])
  })
})

test('an arena frees its planes when it ends, and when it throws', () => {
  const address = (): number => withArena(() => addressOf(allocPlane(LENGTH)))
  const first = address()
  expect(() =>
    withArena(() => {
      allocPlane(LENGTH)
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(address()).toBe(first)
})

describe('what may not leave an arena', () => {
  test.each<[string, () => unknown]>([
    ['a plane', () => allocPlane(4)],
    ['a part of a plane', () => allocPlane(4).subarray(1)],
    ['bytes', () => allocBytes(4)],
    ['an object of planes', () => ({ width: 2, data: allocPlane(4) })],
    ['a list of objects of planes', () => [{ data: allocPlane(4) }]],
  ])('%s', (_, work) => {
    expect(() => withArena(work as () => void)).toThrow('freed')
  })

  test.each([
    ['two levels deep', { a: { b: 0 } }, true],
    ['three levels deep', { a: { b: { c: 0 } } }, false],
    ['the last of 32', Array.from({ length: 32 }, () => 0), true],
    ['the last of 33', Array.from({ length: 33 }, () => 0), false],
    [
      'the last of 32 by name',
      Object.fromEntries(Array.from({ length: 32 }, (_, n) => [`n${n}`, 0])),
      true,
    ],
    [
      'the last of 33 by name',
      Object.fromEntries(Array.from({ length: 33 }, (_, n) => [`n${n}`, 0])),
      false,
    ],
    [
      'in an object of a class',
      new (class Held {
        a = 0
      })(),
      false,
    ],
  ] as [string, object, boolean][])('a plane %s: %s', (_, holder, isFound) => {
    const work = (): unknown => {
      let held = holder as Record<string, unknown>
      let last = Object.keys(held).at(-1)!
      while (typeof held[last] === 'object') {
        held = held[last] as Record<string, unknown>
        last = Object.keys(held).at(-1)!
      }
      held[last] = allocPlane(4)
      return holder
    }
    const run = () => withArena(work as () => void)
    if (isFound) expect(run).toThrow('freed')
    else expect(run).not.toThrow()
  })

  test('a promise, whose end is not waited for', async () => {
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    // @ts-expect-error The compiler refuses it too.
    const late = () => withArena(async () => Promise.reject(new Error('late')))
    expect(late).toThrow('asynchronous')
    await new Promise((resolve) => setTimeout(resolve, 5))
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
  })

  test('planes of the arena around it and of the heap may', () => {
    const heap = new Float32Array(4)
    expect(withArena(() => ({ heap }))).toEqual({ heap })
    withArena(() => {
      const outer = allocPlane(4)
      expect(withArena(() => [outer])[0]).toBe(outer)
    })
  })
})

test('what lasts stays over arenas, is used again and leaves no gap', () => {
  const first = withArena(() => addressOf(allocPlane(LENGTH)))
  const [one, two] = [allocLasting(100), allocLasting(300)]
  one.fill(5)
  withArena(() => void allocPlane(LENGTH).fill(1))
  expect([addressOf(one), [...one]]).toEqual([first, new Array(100).fill(5)])
  freeLasting(one)
  expect(() => freeLasting(one)).toThrow('nobody had')
  const again = allocLasting(100)
  expect(again.byteOffset).toBe(first)
  expect(() => withArena(() => void allocLasting(1))).toThrow('before an arena')
  freeLasting(two)
  freeLasting(again)
  expect(withArena(() => addressOf(allocPlane(LENGTH)))).toBe(first)
})

test('bytes of the heap come into the arena, and those that are there stay', () => {
  const heap = Uint8Array.from([1, 2, 3])
  withArena(() => {
    const bytes = toArenaBytes(heap)
    expect([...bytes]).toEqual([1, 2, 3])
    expect(toArenaBytes(bytes as Uint8Array<ArrayBuffer>)).toBe(bytes)
  })
})

test('what lies on the heap has no address, and bytes are only allocated in an arena', () => {
  expect(() => addressOf(new Float32Array(4))).toThrow('not in the arena')
  expect(() => allocBytes(4)).toThrow('open arena')
})

describe('bytes are copied', () => {
  const pixels = Uint8ClampedArray.from({ length: 64 }, (_, i) => i + 1)
  const onHeap = (): Uint8ClampedArray => new Uint8ClampedArray(80)
  const inArena = (): Uint8ClampedArray => allocBytes(80).fill(0)

  test.each([
    ['to the arena', onHeap, inArena],
    ['from the arena', inArena, onHeap],
    ['within the arena', inArena, inArena],
    ['on the heap', onHeap, onHeap],
  ] as const)('%s, whatever their addresses', (_, from, to) => {
    withArena(() => {
      for (let count = 0; count <= 12; count++) {
        for (const [a, b] of [
          [0, 0],
          [4, 0],
          [0, 4],
          [8, 12],
          [1, 3],
        ] as const) {
          const [source, target] = [from(), to()]
          source.set(pixels)
          copyBytes(target.subarray(b), source.subarray(a, a + 4 * count))
          const expected = new Uint8ClampedArray(80)
          expected.set(pixels.subarray(a, a + 4 * count), b)
          expect([...target]).toEqual([...expected])
        }
      }
    })
  })

  test('also more of them than are copied at once', () => {
    withArena(() => {
      const source = Uint8ClampedArray.from({ length: 50_004 }, (_, i) => (i * 7) % 251)
      const inside = allocBytes(50_004)
      const back = new Uint8ClampedArray(50_012)
      copyBytes(inside, source.subarray(4))
      copyBytes(back.subarray(8), inside.subarray(0, 50_000))
      expect(back.subarray(8, 50_008)).toEqual(source.subarray(4))
      expect(back.subarray(50_008).every((value) => value === 0)).toBe(true)
      copyBytes(back.subarray(4), inside.subarray(0, 50_000))
      expect(back.subarray(4, 50_004)).toEqual(source.subarray(4))
    })
  })
})
