import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readHeif } from '../../metadata/heif/read-heif.ts'
import { gridOf, pointsBox, sizeBox, writeHeif } from '../engine/media/heic/write-heif.ts'
import { fc } from '../setup/random.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heif-'))
})

afterAll(() => rm(folder, { recursive: true }))

async function read(bytes: Buffer) {
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  return await readHeif(path)
}

const TILE = { type: 'hvc1', data: Buffer.alloc(40), properties: [sizeBox(64, 64)] }
const FILE = writeHeif({
  major: 'heic',
  compatible: ['hevc', 'heix', 'msf1'],
  primary: 3,
  items: [
    { ...TILE, properties: [...TILE.properties, pointsBox(12, 16)] },
    TILE,
    gridOf([1, 2], 128, 64),
  ],
})

it('reads the primary picture, and where brands of sequences stand', async () => {
  expect(await read(FILE)).toEqual({
    isSequence: false,
    coding: 'heic',
    isTurned: false,
    points: { primaries: 12, transfer: 16 },
    sequenceBrands: [20, 28],
    hasGainMap: false,
  })
  expect(FILE.toString('latin1', 20, 24) + FILE.toString('latin1', 28, 32)).toBe('hevcmsf1')
})

it('passes over what comes before the boxes it reads', async () => {
  const free = Buffer.from('\0\0\0\x10free12345678', 'latin1')
  const end = FILE.readUInt32BE(0)
  const large = Buffer.from('\0\0\0\x01mdat\0\0\0\0\0\0\0\x14data', 'latin1')
  const moved = Buffer.concat([FILE.subarray(0, end), free, large, FILE.subarray(end)])
  expect(await read(moved)).toEqual(await read(FILE))
})

it('says nothing of what is no such file, or cut off', async () => {
  for (const bytes of [Buffer.alloc(0), Buffer.from('hello'), FILE.subarray(0, 60)]) {
    expect(await read(bytes)).toBeUndefined()
  }
})

it('ends with a description or none, whatever bytes are changed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(FILE.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
      async (changes) => {
        const bytes = Buffer.from(FILE)
        for (const [at, value] of changes) bytes[at] = value
        const found = await read(bytes)
        if (found) expect(typeof found.isSequence).toBe('boolean')
      },
    ),
    { numRuns: 500 },
  )
})
