import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { drawComparison } from '../../samples/draw-comparison.ts'

const GREY = { r: 120, g: 120, b: 120 }
function flat(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: GREY } })
}

/** A grey picture with a blue square of 40 pixels, its left at `left`. */
function withSquare(left: number) {
  return flat(300, 200)
    .composite([
      {
        input: { create: { width: 40, height: 40, channels: 3, background: '#2040ff' } },
        left,
        top: 80,
      },
    ])
    .png()
    .toBuffer()
}

async function pixels(png: Buffer) {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3).subarray(0, 3)]
  return { ...info, at }
}

describe('compare', () => {
  it('shows before and after side by side, unchanged inside their frames', async () => {
    const sheet = await pixels(await drawComparison(await withSquare(60), await withSquare(200)))
    expect([sheet.width, sheet.height]).toEqual([14 + 300 + 14 + 300 + 14, 14 + 200 + 14])
    expect(sheet.at(14 + 80, 14 + 100)).toEqual([0x20, 0x40, 0xff])
    expect(sheet.at(14 + 220, 14 + 100)).toEqual([120, 120, 120])
    expect(sheet.at(328 + 220, 14 + 100)).toEqual([0x20, 0x40, 0xff])
  })

  it('shows changed pixels in red and the rest in grey in the third panel', async () => {
    const sheet = await pixels(
      await drawComparison(await withSquare(60), await withSquare(200), { difference: true }),
    )
    const [left, changed, same] = [642, sheet.at(642 + 80, 114), sheet.at(642 + 140, 114)]
    expect(sheet.width).toBe(left + 300 + 14)
    expect(changed[0]! - changed[1]!).toBeGreaterThan(150)
    expect(new Set(same).size).toBe(1)
  })

  it('shows large pictures scaled down', async () => {
    const large = await flat(300, 2800).png().toBuffer()
    const sheet = await pixels(await drawComparison(large, large))
    expect([sheet.width, sheet.height]).toEqual([14 + 150 + 14 + 150 + 14, 14 + 1400 + 14])
  })

  it('refuses pictures of different sizes, naming both', async () => {
    const small = await flat(100, 50).png().toBuffer()
    await expect(drawComparison(await withSquare(60), small)).rejects.toThrow(
      /300 × 200, not 100 × 50/,
    )
  })
})
