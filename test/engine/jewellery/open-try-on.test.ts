import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openProducts } from '../../../engine/jewellery/open-try-on.ts'
import type { WornPlace } from '../../../engine/jewellery/worn/worn-place.ts'
import { decodePicture } from '../../../engine/media/decode-picture.ts'
import type { EffectTask } from '../../../engine/performers/performer.ts'

/** A ring of a colour on cream cloth with a dark fold, photographed. */
async function onCloth(colour: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="280">
    <defs><linearGradient id="fold" x2="0.4" y2="1">
      <stop offset="0" stop-color="#d9cdbb"/><stop offset="0.35" stop-color="#8d8579"/>
      <stop offset="0.6" stop-color="#cfc4b3"/><stop offset="1" stop-color="#7a7369"/>
    </linearGradient></defs>
    <rect width="320" height="280" fill="url(#fold)"/>
    <circle cx="160" cy="140" r="62" fill="none" stroke="${colour}" stroke-width="18"/>
    <path d="M118 95A62 62 0 0 1 150 79" fill="none" stroke="#fff6dd" stroke-width="5"/></svg>`
  return decodePicture(await sharp(Buffer.from(svg)).jpeg({ quality: 90 }).toBuffer())
}

/** Opens the one product of a task in whose picture somebody may wear it at some places. */
async function open(colour: string, places: readonly WornPlace[] = []) {
  const picture = await onCloth(colour)
  const task = {
    parameters: { object_infos: [{ name: '0', parameter: {} }] },
    fileCount: (role: string) => (role === 'ref' ? 1 : 0),
    openPicture: async () => ({ picture }),
    readOnce: async (_way: string, _files: unknown, read: () => unknown) => read(),
    checkpoint: async () => {},
    vision: async () => ({}),
  } as unknown as EffectTask
  const [worn] = await openProducts(task, 'bracelet', async () => places)
  return worn!.product
}

test('gold on cloth in folds is cut out by its hue, with its highlight and its opening', async () => {
  const { data, width, height } = await open('#c8922e')
  expect(Math.abs(width - 142)).toBeLessThan(5)
  expect(Math.abs(height - 142)).toBeLessThan(5)
  const alphaAt = (x: number, y: number): number =>
    data[4 * (Math.round(y + height / 2) * width + Math.round(x + width / 2)) + 3]!
  expect(alphaAt(0, 0)).toBe(0)
  for (let turn = 0; turn < 24; turn++) {
    const [x, y] = [Math.cos((turn * Math.PI) / 12), Math.sin((turn * Math.PI) / 12)]
    expect(alphaAt(62 * x, 62 * y)).toBeGreaterThan(0.95)
  }
})

test('silver on cloth is refused, and so is what somebody may wear', async () => {
  const refused = { condition: 'reference', role: 'ref' }
  await expect(open('#b9b4aa')).rejects.toMatchObject(refused)
  const place = {
    box: { left: 0, top: 0, width: 8, height: 8 },
    unit: 4,
    skin: [],
    allows: () => false,
  } as unknown as WornPlace
  await expect(open('#c8922e', [place])).rejects.toMatchObject(refused)
})
