import { afterAll, beforeAll, expect, test } from 'vitest'
import { Fault } from '../../../../catalog/failures/fault.ts'
import { clothV3 } from '../../../../catalog/features/cloth-v3.ts'
import { codeOf } from '../../../../catalog/features/code-of.ts'
import type { PerformRequest } from '../../../../engine/perform.ts'
import { garmentNamed } from '../../../../samples/all-garments.ts'
import { drawProduct } from '../../../../samples/draw-product.ts'
import { onePerson } from '../../../../samples/one-person.ts'
import {
  GENERATOR_FAILURES,
  openPaintingEngine,
  type PaintingEngine,
  paintedShare,
} from '../painting-engine.ts'

let painting: PaintingEngine
let woman: Buffer
let shorts: Buffer
beforeAll(async () => {
  painting = await openPaintingEngine()
  woman = Buffer.from((await onePerson('ines', 450)).png)
  shorts = await drawProduct(garmentNamed('shorts'))
}, 60_000)
afterAll(() => painting?.close())

const request = (): PerformRequest => ({
  ...({ feature: 'cloth-v3', stage: 'effect' } as const),
  params: { garment_category: 'lower_body', change_shoes: true },
  files: { src: woman, ref: [shorts] },
})

test('shorts are worn in place of trousers where a generator paints them and the legs', async () => {
  const { output } = await painting.engine.perform(request())
  const [asked] = painting.server.painted
  expect(asked?.fields['prompt']).toMatch(/wearing: .* shorts/)
  const share = asked!.replace!.filter((mark) => mark > 127).length / asked!.replace!.length
  expect(share).toBeGreaterThan(0.02)
  // Trousers take up some hundredths of the picture; the rest is the person's own.
  expect(await paintedShare(output!.bytes)).toBeGreaterThan(0.02)
  expect(await paintedShare(output!.bytes)).toBeLessThan(0.2)
}, 60_000)

test.each(GENERATOR_FAILURES)(
  '%s: %s',
  async (code, _, behaviour) => {
    painting.server.next.push(behaviour)
    const fault = await painting.engine.perform(request()).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(fault).toBeInstanceOf(Fault)
    expect(codeOf(clothV3, fault as Fault)).toBe(code)
  },
  60_000,
)
