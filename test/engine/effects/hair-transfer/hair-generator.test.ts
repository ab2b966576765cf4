import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Fault } from '../../../../catalog/failures/fault.ts'
import { codeOf } from '../../../../catalog/features/code-of.ts'
import { hairTransfer } from '../../../../catalog/features/hair-transfer.ts'
import type { PerformRequest } from '../../../../engine/perform.ts'
import { bust, type SitterName } from '../../../../samples/bust.ts'
import { isEveryCaseTried } from '../../../setup/sampled.ts'
import { redInpainting } from '../../red-inpainting.ts'
import { warmEngine, warmEngineWith } from '../../warm-engine.ts'
import {
  GENERATOR_FAILURES,
  openPaintingEngine,
  type PaintingEngine,
  paintedShare,
} from '../painting-engine.ts'

let painting: PaintingEngine
let long: Buffer
let short: Buffer
beforeAll(async () => {
  painting = await openPaintingEngine()
  ;[long, short] = [await sitter('amara'), await sitter('kofi')]
}, 60_000)
afterAll(() => painting?.close())

async function sitter(name: SitterName): Promise<Buffer> {
  const { png } = await bust(name, { width: 480, height: 540, face: 0.29 })
  return await sharp(png).jpeg({ quality: 92 }).toBuffer()
}

const request = (): PerformRequest => ({
  ...({ feature: 'hair-transfer', stage: 'effect', params: {} } as const),
  files: { src: long, ref: [short] },
})

// In `npm test` `generated-hair.test.ts` asks a generator, and heads are bared in `uncover`.
test.runIf(isEveryCaseTried())(
  'long hair gives way to short where a generator paints what it hid',
  async () => {
    const { output } = await painting.engine.perform(request())
    const [asked] = painting.server.painted
    expect(asked?.fields['prompt']).toMatch(/without this hair/)
    const share = asked!.replace!.filter((mark) => mark > 127).length / asked!.replace!.length
    expect(share).toBeGreaterThan(0.02)
    // Long hair beside neck and shoulders takes up some hundredths of the picture; the rest is the person's own.
    expect(await paintedShare(output!.bytes)).toBeGreaterThan(0.02)
    expect(await paintedShare(output!.bytes)).toBeLessThan(0.2)
  },
  60_000,
)

// In `npm test` a filter refuses in `cloth-generator.test.ts`.
test.runIf(isEveryCaseTried()).each(GENERATOR_FAILURES)(
  '%s: %s',
  async (code, _, behaviour) => {
    painting.server.next.push(behaviour)
    const fault = await painting.engine.perform(request()).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(fault).toBeInstanceOf(Fault)
    expect(codeOf(hairTransfer, fault as Fault)).toBe(code)
  },
  60_000,
)

test.runIf(isEveryCaseTried())(
  'long hair gives way to short where a network of users continues what it hid',
  async () => {
    await expect(warmEngine().perform(request())).rejects.toBeInstanceOf(Fault)
    const { net, asked } = redInpainting()
    const { output, models } = await warmEngineWith([net]).perform(request())
    expect(asked()).toBe(1)
    expect(models).toMatchObject([{ file: 'red.onnx' }])
    expect(await paintedShare(output!.bytes)).toBeGreaterThan(0.01)
  },
  60_000,
)
