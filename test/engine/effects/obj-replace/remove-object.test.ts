import { describe, expect, it } from 'vitest'
import { removeObject } from '../../../../engine/effects/obj-replace/remove-object.ts'
import type { Mask, Picture } from '../../../../engine/raster/picture.ts'
import { seededRandom } from '../../../../engine/raster/seeded-random.ts'
import { type Is, maskWhere } from './mask-where.ts'

const [WIDTH, HEIGHT] = [220, 160]

function paint(rgb: (x: number, y: number) => readonly [number, number, number]): Picture {
  const data = new Uint8ClampedArray(4 * WIDTH * HEIGHT).fill(255)
  for (let i = 0; i < WIDTH * HEIGHT; i++) data.set(rgb(i % WIDTH, Math.floor(i / WIDTH)), 4 * i)
  return { width: WIDTH, height: HEIGHT, data }
}

const maskOf = (is: Is): Mask => maskWhere({ width: WIDTH, height: HEIGHT }, is)

const isThing = (x: number, y: number): boolean => x >= 70 && x < 150 && y >= 40 && y < 120

describe('a removal', () => {
  it('takes the thing out whole where its mask has a speck of black inside', () => {
    const random = seededRandom()
    const picture = paint((x, y) => {
      const level = 120 + 40 * random()
      return isThing(x, y) ? [200, 20, 30] : [level, level, level]
    })
    const speck = maskOf((x, y) => isThing(x, y) && !(x > 106 && x < 113 && y > 76 && y < 83))
    const { picture: made } = removeObject(picture, speck)
    let reddest = 0
    for (let i = 0; i < WIDTH * HEIGHT; i++) {
      reddest = Math.max(reddest, made.data[4 * i]! - made.data[4 * i + 1]!)
    }
    expect(reddest).toBeLessThan(30)
  })

  it('shows the texture around it, not a blur, where that has an edge', () => {
    const random = seededRandom()
    const picture = paint((x, y) => {
      const level = (y < 80 ? 60 : 190) + 50 * (random() - 0.5)
      return isThing(x, y) ? [200, 20, 30] : [level, level, level]
    })
    const { picture: made } = removeObject(picture, maskOf(isThing))
    const contrast = (x: number, y: number): number => {
      let [sum, squares] = [0, 0]
      for (let n = 0; n < 100; n++) {
        const level = made.data[4 * ((y + Math.floor(n / 10)) * WIDTH + x + (n % 10)) + 1]!
        sum += level
        squares += level * level
      }
      return Math.sqrt(squares / 100 - (sum / 100) ** 2)
    }
    for (const y of [50, 65, 95, 105]) {
      expect(contrast(105, y)).toBeGreaterThan(0.55 * contrast(20, y))
    }
  })

  it('takes what was behind the thing from rows like it, not from far above or below', () => {
    const random = seededRandom()
    const isCovered = (x: number, y: number): boolean => x < 100 && y >= 20 && y < 130
    // A texture whose hue tells the row: ground that changes with its distance.
    const picture = paint((x, y) => {
      const [level, hue] = [128 + 160 * (random() - 0.5), 0.4 * (y - HEIGHT / 2)]
      return isCovered(x, y) ? [250, 250, 30] : [level - hue, level, level + hue]
    })
    const { picture: made } = removeObject(picture, maskOf(isCovered))
    let [far, all] = [0, 0]
    for (let i = 0; i < WIDTH * HEIGHT; i++) {
      const y = Math.floor(i / WIDTH)
      if (!isCovered(i % WIDTH, y)) continue
      const row = (made.data[4 * i + 2]! - made.data[4 * i]!) / 0.8 + HEIGHT / 2
      far += Math.abs(row - y)
      all++
    }
    expect(far / all).toBeLessThan(3)
  })

  it('leaves no step on a ground that is in the shade on one side', () => {
    const random = seededRandom()
    const picture = paint((x, y) => {
      const shade = 1 / (1 + Math.exp(-(x - 110 + (y - 80) / 3) / 14))
      const level = 190 - 70 * shade + 2 * random()
      return isThing(x, y) ? [30, 60, 200] : [level, level, level + 6]
    })
    const { picture: made } = removeObject(picture, maskOf(isThing))
    let most = 0
    for (let y = 40; y < 120; y++) {
      for (let x = 71; x < 149; x++) {
        const at = 4 * (y * WIDTH + x)
        for (const to of [at + 4, at + 4 * WIDTH]) {
          most = Math.max(most, Math.abs(made.data[at]! - made.data[to]!))
        }
      }
    }
    // Without the thing it is 5; a copy of the light beside one of the shade has 60.
    expect(most).toBeLessThan(10)
  })

  it('says that a new edge is made where its mask cuts through the thing', () => {
    const isBar = (x: number, y: number): boolean => x >= 60 && x < 160 && y >= 50 && y < 110
    const picture = paint((x, y) =>
      isBar(x, y) ? [190, 40, 40] : [150 + ((7 * x + 13 * y) % 5), 150, 150],
    )
    const { note } = removeObject(
      picture,
      maskOf((x, y) => isBar(x, y) && x >= 75),
    )
    expect(note).toContain('new edge along part of the mask')
    expect(removeObject(picture, maskOf(isBar)).note ?? '').not.toContain('new edge')
  })

  /** Stripes whose mean is the cloth's, so that nothing tells them by that, and a mask a few pixels within them. */
  const isPrint = (x: number, y: number): boolean => x >= 70 && x < 150 && y >= 60 && y < 100
  const withinPrint = maskOf((x, y) => isPrint(x - 3, y - 3) && isPrint(x + 3, y + 3))
  const darkestAfter = (people?: Mask): number => {
    const striped = paint((x, y) => {
      const level = isPrint(x, y) ? (y % 8 < 4 ? 150 : 250) : 200
      const grain = (7 * x + 13 * y) % 3
      return [level + grain, level + grain, level + grain]
    })
    const { picture: made } = removeObject(striped, withinPrint, [], people)
    let darkest = 255
    for (let at = 0; at < made.data.length; at += 4) darkest = Math.min(darkest, made.data[at]!)
    return darkest
  }

  it('leaves no outline of a print on clothes whose mask is drawn a few pixels within it', () => {
    expect(darkestAfter(maskOf((x) => x > 20 && x < 200))).toBeGreaterThan(185)
  })

  it('leaves strips beside a thing in a room, which may be another thing or somebody there', () => {
    expect(darkestAfter()).toBeLessThan(165)
    expect(darkestAfter(maskOf((x) => x < 70))).toBeLessThan(165)
  })

  it('says that an edge behind it was guessed, unless that is a straight line', () => {
    const random = seededRandom()
    const groundsAt = (edge: (x: number) => number, end = HEIGHT): Picture =>
      paint((x, y) => {
        const level = (y < edge(x) || y >= end ? 190 : 60) + 6 * (random() - 0.5)
        return isThing(x, y) ? [200, 20, 30] : [level, level, level]
      })
    const bent = groundsAt((x) => 80 + 26 * Math.sin(x / 16))
    expect(removeObject(bent, maskOf(isThing)).note).toContain('Edges of what is around')
    const straight = groundsAt(() => 66, 94)
    expect(removeObject(straight, maskOf(isThing)).note).not.toContain('Edges of what')
  })

  it('copies no thing that its rim does not show, though more things than wall are around', () => {
    const random = seededRandom()
    const [width, height] = [300, 220]
    const isCovered = (x: number, y: number): boolean => x >= 90 && x < 210 && y >= 50 && y < 170
    const data = new Uint8ClampedArray(4 * width * height).fill(255)
    const mask = { width, height, data: new Uint8Array(width * height) }
    for (let i = 0; i < width * height; i++) {
      const [x, y] = [i % width, Math.floor(i / width)]
      const [grain, away] = [24 * (random() - 0.5), Math.abs(x - 150)]
      const level = (y > 110 ? 160 : 190) + grain
      const frame = away < 92 ? [130, 100, 50] : [60 + grain, 40, 35]
      const isFrame = away > 84 && y > 20 && y < 200
      data.set(isFrame ? frame : [level, level - 8, level - 16], 4 * i)
      if (!isCovered(x, y)) continue
      data.set([30, 60, 200], 4 * i)
      mask.data[i] = 255
    }
    const { picture: made } = removeObject({ width, height, data }, mask)
    let dark = 0
    for (let i = 0; i < width * height; i++) {
      if (mask.data[i] === 255 && made.data[4 * i]! < 110) dark++
    }
    // 4100 of 14,400 where coarse patches, each wider than the wall beside the hole, are copied as they are.
    expect(dark).toBeLessThan(20)
  })

  it('copies nobody who stands beside the thing', () => {
    const random = seededRandom()
    const isPerson = (x: number, y: number): boolean => x >= 152 && x < 185 && y >= 30 && y < 150
    const picture = paint((x, y) => {
      const level = 30 * (random() - 0.5)
      if (isThing(x, y)) return [20, 20, 200]
      if (isPerson(x, y)) return [220 + level, 60 + level, 60 + level]
      return [100 + level, 130 + level, 100 + level]
    })
    const { picture: made } = removeObject(picture, maskOf(isThing), [], maskOf(isPerson))
    let theirs = 0
    for (let y = 40; y < 120; y++) {
      for (let x = 70; x < 150; x++) {
        const at = 4 * (y * WIDTH + x)
        if (made.data[at]! - made.data[at + 1]! > 60) theirs++
      }
    }
    expect(theirs).toBe(0)
  })
})
