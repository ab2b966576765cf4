import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Fault } from '../../../../catalog/failures/fault.ts'
import { clothV3 } from '../../../../catalog/features/cloth-v3.ts'
import { codeOf } from '../../../../catalog/features/code-of.ts'
import { DRESS_PRESETS } from '../../../../catalog/generator/dress-table.ts'
import {
  checkGeneratorSettings,
  type QueueSettings,
} from '../../../../catalog/generator/generator-settings.ts'
import type { PerformRequest } from '../../../../engine/perform.ts'
import { guardedFetch } from '../../../../functions/fetch/guarded-fetch.ts'
import { falWire } from '../../../../functions/generators/queue/fal-wire.ts'
import { queueGenerator } from '../../../../functions/generators/queue/queue-generator.ts'
import { garmentNamed } from '../../../../samples/all-garments.ts'
import { drawProduct } from '../../../../samples/draw-product.ts'
import { onePerson } from '../../../../samples/one-person.ts'
import { json } from '../../../functions/generators/generator-server.ts'
import { type QueueServer, startQueueServer } from '../../../functions/generators/queue-server.ts'
import { isEveryCaseTried } from '../../../setup/sampled.ts'
import { warmEngine } from '../../warm-engine.ts'
import {
  GENERATOR_FAILURES,
  openPaintingEngine,
  type PaintingEngine,
  paintedShare,
} from '../painting-engine.ts'

let painting: PaintingEngine | undefined
let woman: Buffer
let shorts: Buffer
beforeAll(async () => {
  if (isEveryCaseTried()) painting = await openPaintingEngine()
  woman = Buffer.from((await onePerson('ines', 450)).png)
  shorts = await drawProduct(garmentNamed('shorts'))
}, 60_000)
afterAll(() => painting?.close())

const request = (): PerformRequest => ({
  ...({ feature: 'cloth-v3', stage: 'effect' } as const),
  params: { garment_category: 'lower_body', change_shoes: true },
  files: { src: woman, ref: [shorts] },
})

test.runIf(isEveryCaseTried())(
  'shorts are worn in place of trousers where a generator paints them and the legs',
  async () => {
    const { output } = await painting!.engine.perform(request())
    const [asked] = painting!.server.painted
    expect(asked?.fields['prompt']).toMatch(/wearing: .* shorts/)
    const share = asked!.replace!.filter((mark) => mark > 127).length / asked!.replace!.length
    expect(share).toBeGreaterThan(0.02)
    // Trousers take up some hundredths of the picture; the rest is the person's own.
    expect(await paintedShare(output!.bytes)).toBeGreaterThan(0.02)
    expect(await paintedShare(output!.bytes)).toBeLessThan(0.2)
  },
  60_000,
)

// In `npm test` a filter refuses below, and `code-of.test.ts` has the codes.
test.runIf(isEveryCaseTried()).each(GENERATOR_FAILURES)(
  '%s: %s',
  async (code, _, behaviour) => {
    painting!.server.next.push(behaviour)
    const fault = await painting!.engine.perform(request()).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(fault).toBeInstanceOf(Fault)
    expect(codeOf(clothV3, fault as Fault)).toBe(code)
  },
  60_000,
)

describe('a generator that dresses people', () => {
  let server: QueueServer
  beforeAll(async () => {
    server = await startQueueServer()
    server.waits = 0
    server.dress = async (person) => {
      const { width = 0, height = 0 } = await sharp(person).metadata()
      const [w, h] = [Math.round(0.2 * width), Math.round(0.35 * height)]
      const red = { width: w, height: h, channels: 3, background: '#d02020' } as const
      const patch = await sharp({ create: red }).png().toBuffer()
      const place = { left: Math.round(0.4 * width), top: Math.round(0.5 * height) }
      return await sharp(person)
        .composite([{ input: patch, ...place }])
        .png()
        .toBuffer()
    }
  })
  afterAll(() => server.close())

  function dressingEngine(preferredFor: string[] = []) {
    const worn = { field: 'photo_type', flat: 'flat-lay', worn: 'model' }
    const preset = DRESS_PRESETS['fal:fal-ai/leffa/virtual-tryon']!.table
    const table = { ...preset, worn, size: undefined }
    const settings = checkGeneratorSettings({
      kind: 'queue',
      wire: 'fal',
      model: 'fal-ai/leffa/virtual-tryon',
      table,
      private: true,
    }) as QueueSettings
    const made = queueGenerator({
      settings: { ...settings, table: { ...settings.table, image: 'images.0.url' } },
      key: async () => 'a key',
      fetch: guardedFetch,
      firstWaitMs: 1,
      pollMs: 5,
      wire: falWire(server.origin),
    })
    return warmEngine({ generator: { ...made, preferredFor } })
  }

  test.runIf(isEveryCaseTried())(
    'is shown the garment that the engine cannot put on',
    async () => {
      const { output } = await dressingEngine().perform(request())
      expect(server.begun.at(-1)).toMatchObject({ garment_type: 'lower_body', seed: 0 })
      expect(await paintedShare(output!.bytes)).toBeGreaterThan(0.02)
    },
    60_000,
  )

  test('is asked first where that is wished for, and the engine puts on what it refuses', async () => {
    const trousers = await drawProduct(garmentNamed('jeans'))
    const wish = { ...request(), files: { src: woman, ref: [trousers] } }
    const before = server.begun.length
    const preferring = dressingEngine(['cloth-v3'])
    const made = await preferring.perform(wish)
    expect(server.begun).toHaveLength(before + 1)
    // The engine read it as a garment that lies flat.
    expect(server.begun.at(-1)).toMatchObject({ photo_type: 'flat-lay' })
    expect(await paintedShare(made.output!.bytes)).toBeGreaterThan(0.02)
    // In `npm test` the engine dresses where no generator is asked, `cloth-task.test.ts`.
    if (!isEveryCaseTried()) return
    server.next.push(json(422, [{ type: 'content_policy_violation' }]))
    const instead = await preferring.perform(wish)
    expect(await paintedShare(instead.output!.bytes)).toBe(0)
    const begun = server.begun.length
    const own = await dressingEngine().perform(wish)
    expect(server.begun).toHaveLength(begun)
    expect(Buffer.compare(instead.output!.bytes, own.output!.bytes)).toBe(0)
  }, 90_000)
})
