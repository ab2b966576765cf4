import sharp from 'sharp'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { Fault } from '../../../../catalog/failures/fault.ts'
import type { PerformRequest } from '../../../../engine/perform.ts'
import { bust, type SitterName } from '../../../../samples/bust.ts'
import { json } from '../../../functions/generators/generator-server.ts'
import { isEveryCaseTried } from '../../../setup/sampled.ts'
import { warmEngine } from '../../warm-engine.ts'
import { openPaintingEngine, type PaintingEngine, paintedShare } from '../painting-engine.ts'

let person: Buffer
let reference: Buffer
/** The reference without what hangs on one side. */
let cut: Buffer
let painting: PaintingEngine | undefined

beforeAll(async () => {
  ;[person, reference] = [await sitter('kofi'), await sitter('amara')]
  cut = await sharp(reference)
    .extract({ left: 150, top: 0, width: 330, height: 540 })
    .jpeg()
    .toBuffer()
}, 60_000)
afterEach(async () => {
  await painting?.close()
  painting = undefined
})

async function sitter(name: SitterName): Promise<Buffer> {
  const { png } = await bust(name, { width: 480, height: 540, face: 0.29 })
  return await sharp(png).jpeg({ quality: 92 }).toBuffer()
}

const request = (ref: Buffer, params: Record<string, unknown> = {}): PerformRequest => ({
  ...({ feature: 'hair-transfer', stage: 'effect', params } as const),
  files: { src: person, ref: [ref] },
})

test('hair that the edge cuts is refused by the engine, and shown to a generator that fills from a reference', async () => {
  await expect(warmEngine().perform(request(cut))).rejects.toMatchObject({
    condition: 'pose',
    message: expect.stringContaining('The reference’s hair is cut by the'),
  })
  painting = await openPaintingEngine({ references: true })
  const { output } = await painting.engine.perform(request(cut))
  const [asked] = painting.server.painted
  expect(asked?.fields).toMatchObject({ images: 2 })
  expect(asked?.fields['prompt']).toMatch(
    /hair of the reference picture: its cut, length and colour\./,
  )
  const share = await paintedShare(output!.bytes)
  expect([share > 0.05, share < 0.5]).toEqual([true, true])
}, 60_000)

test('one that fills by words alone is not asked for it', async () => {
  painting = await openPaintingEngine()
  await expect(painting.engine.perform(request(cut))).rejects.toMatchObject({
    condition: 'pose',
  })
  expect(painting.server.requests).toBe(0)
}, 60_000)

// `cloth-generator.test.ts` asks a generator first in `npm test`.
test.runIf(isEveryCaseTried())(
  'it is asked first where that is wished for, and the engine lays the hair that it refuses',
  async () => {
    painting = await openPaintingEngine({ references: true, preferredFor: ['hair-transfer'] })
    const { engine, server } = painting
    const made = await engine.perform(request(reference, { hair_color: 'src' }))
    expect(server.painted[0]?.fields['prompt']).toContain('in the person’s own hair colour')
    expect(await paintedShare(made.output!.bytes)).toBeGreaterThan(0.05)
    const own = await warmEngine().perform(request(reference))
    server.next.push(json(400, { error: { code: 'moderation_blocked', message: 'No.' } }))
    const instead = await engine.perform(request(reference))
    expect(Buffer.compare(instead.output!.bytes, own.output!.bytes)).toBe(0)
    expect(server.painted).toHaveLength(1)
  },
  90_000,
)

test.runIf(isEveryCaseTried())(
  'without that wish the engine lays what it can, and nothing is asked',
  async () => {
    painting = await openPaintingEngine({ references: true })
    const own = await warmEngine().perform(request(reference))
    const { output } = await painting.engine.perform(request(reference))
    expect(Buffer.compare(output!.bytes, own.output!.bytes)).toBe(0)
    expect(painting.server.requests).toBe(0)
  },
  60_000,
)

// There one declines, too.
test.runIf(isEveryCaseTried())(
  'a generator that declines what the engine cannot do ends the task with its own reason',
  async () => {
    painting = await openPaintingEngine({ references: true })
    painting.server.next.push(json(400, { error: { code: 'moderation_blocked', message: 'No.' } }))
    const fault = await painting.engine.perform(request(cut)).catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(Fault)
    expect(fault).toMatchObject({ condition: 'content' })
  },
  60_000,
)
