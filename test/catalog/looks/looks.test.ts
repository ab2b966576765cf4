import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Failure } from '../../../catalog/failures/failure.ts'
import { LOOK_SCHEMA } from '../../../catalog/looks/look.ts'
import { LOOK_FILES } from '../../../catalog/looks/look-files.ts'
import { readLook } from '../../../catalog/looks/read-look.ts'
import { PROJECT_ROOT } from '../../../lib/project-root.ts'

const folder = join(PROJECT_ROOT, 'catalog', 'looks')
const ids = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.slice(0, -'.json'.length))
  .sort()

test('the list names every file of the folder; run: npm run looks', () => {
  expect(Object.keys(LOOK_FILES)).toEqual(ids)
  for (const id of ids) {
    expect(LOOK_FILES[id]).toEqual(JSON.parse(readFileSync(join(folder, `${id}.json`), 'utf8')))
  }
})

test('there are looks for six occasions', () => {
  const categories = new Set(Object.values(LOOK_FILES).map(({ category }) => category))
  expect(ids.length).toBeGreaterThanOrEqual(24)
  expect(categories.size).toBe(6)
})

test.each(ids)('%s is a look, and its thumbnail is of it; run: npm run looks', (id) => {
  expect(readLook(id).zones.length).toBeGreaterThan(2)
  const thumbs = JSON.parse(readFileSync(join(folder, 'thumbs', 'thumbs.json'), 'utf8'))
  const text = readFileSync(join(folder, `${id}.json`), 'utf8')
  expect(thumbs[id].look).toBe(createHash('sha256').update(text).digest('hex'))
  expect(Buffer.from(thumbs[id].webp, 'base64').subarray(8, 12).toString()).toBe('WEBP')
})

describe('a file is refused', () => {
  const look = (zone: object) => ({ title: 'A', category: 'B', zones: [zone] })
  const lips = { zone: 'lips', pigment: 'b3142b', opacity: 0.5, finish: 'matte' }

  test.each([
    ['of an unknown zone', look({ zone: 'nose', opacity: 1 })],
    ['with a colour by name', look({ ...lips, pigment: 'red' })],
    ['with too much opacity', look({ ...lips, opacity: 1.2 })],
    ['with an unknown finish', look({ ...lips, finish: 'velvet' })],
    ['with a field that no zone has', look({ ...lips, wing: 1 })],
    ['with one zone twice', { ...look(lips), zones: [lips, lips] }],
    ['without a zone', { ...look(lips), zones: [] }],
    ['with markup in its title', { ...look(lips), title: '<b>' }],
    ['with a sign before its category', { ...look(lips), category: '<b' }],
    ['with a sign after its category', { ...look(lips), category: 'b>' }],
  ])('%s', (_, file) => {
    expect(z.safeParse(LOOK_SCHEMA, look(lips)).success).toBe(true)
    expect(z.safeParse(LOOK_SCHEMA, file).success).toBe(false)
  })

  test('where there is none', () => {
    for (const id of ['nope', '__proto__', 'constructor']) {
      expect(() => readLook(id)).toThrow(Failure)
    }
  })
})
