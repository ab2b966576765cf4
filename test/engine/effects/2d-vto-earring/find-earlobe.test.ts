import { describe, expect, test } from 'vitest'
import { findEarlobe } from '../../../../engine/effects/2d-vto-earring/find-earlobe.ts'
import { EAR_OUTLINE, EXPECTED_LOBE } from '../../../../engine/effects/2d-vto-earring/tuning.ts'
import { decodePicture } from '../../../../engine/media/decode-picture.ts'
import { findHeadRegions } from '../../../../engine/regions/head/head-regions.ts'
import { detectFaces } from '../../../../engine/vision/faces/detect-faces.ts'
import { wearerNumbered } from '../../../../samples/wearers.ts'
import { sampled } from '../../../setup/sampled.ts'
import { changeBetween, sitFor } from '../../jewellery/sit-for.ts'
import { warmVision } from '../../warm-vision.ts'
import { worn } from './wear-drawn-earring.ts'

describe('an ear', () => {
  test('whose rim is in shade ends at its lobe, not in the shade', async () => {
    const seat = await sitFor('maren')
    const { grid, skin, person } = seat.regions
    const at = seat.drawn.worn.lobes.left
    const { faceWidth } = seat.drawn.worn
    const unshaded = findEarlobe(seat.face, seat.regions, 'left').at
    const withShade = (plane: Float32Array): Float32Array =>
      plane.map((share, n) => {
        const x = grid.area.left + (n % grid.width) * grid.scale - at.x
        const y = grid.area.top + Math.floor(n / grid.width) * grid.scale - at.y
        const isShade = x > 0.03 * faceWidth && y < -0.13 * faceWidth && y > -0.19 * faceWidth
        return isShade ? 0 : share
      })
    const regions = { ...seat.regions, skin: withShade(skin), person: withShade(person) }
    const found = findEarlobe(seat.face, regions, 'left')
    expect(found.hiddenBy).toBe('nothing')
    expect(Math.hypot(found.at.x - unshaded.x, found.at.y - unshaded.y) / faceWidth).toBeLessThan(
      0.02,
    )
  })

  test('beside which skin goes on is none: an arm lies beside the face', async () => {
    const seat = await sitFor('maren')
    const { grid, skin } = seat.regions
    const { at } = findEarlobe(seat.face, seat.regions, 'left')
    const hiddenBy = (to: number) => {
      const arm = skin.map((share, n) => {
        const x = grid.area.left + (n % grid.width) * grid.scale - at.x
        const y = grid.area.top + Math.floor(n / grid.width) * grid.scale - at.y
        const isArm = x > 0.05 * seat.drawn.worn.faceWidth && x < to * seat.drawn.worn.faceWidth
        return isArm && Math.abs(y) < 12 ? 1 : share
      })
      return findEarlobe(seat.face, { ...seat.regions, skin: arm }, 'left').hiddenBy
    }
    expect(hiddenBy(0.19)).toBe('unknown')
    expect(hiddenBy(0.09)).toBe('nothing')
  })

  test('whose shade is taken for hair is found by its outline', async () => {
    const seat = await sitFor('maren')
    const { grid, skin, hair } = seat.regions
    const [from, to] = [seat.face.landmarks[162]!.x, seat.face.landmarks[389]!.x]
    const isEar = (at: number): boolean => {
      const x = grid.area.left + (at % grid.width) * grid.scale
      return x < from - 2 || x > to + 2
    }
    const shaded = {
      ...seat.regions,
      skin: skin.map((share, at) => (isEar(at) ? 0 : share)),
      hair: hair.map((share, at) => (isEar(at) ? 0.7 : share)),
    }
    for (const side of ['right', 'left'] as const) {
      const found = findEarlobe(seat.face, shaded, side)
      const { x, y } = seat.drawn.worn.lobes[side]
      expect(found.hiddenBy).toBe('nothing')
      expect(Math.hypot(found.at.x - x, found.at.y - y) / seat.drawn.worn.faceWidth).toBeLessThan(
        0.02,
      )
    }
  })

  test.each(
    sampled(3, [
      [13, 'left', 'beside a beard', 'nothing'],
      [927, 'left', 'whose shade is told as hair', 'hair'],
      [1027, 'left', 'under hair in the colours of the skin', 'unknown'],
      [4, 'right', 'before a beard that hides its end', 'nothing'],
      [12, 'right', 'where grey hair before a grey wall fades', 'hair'],
      [913, 'left', 'above a line of the wall', 'nothing'],
      [700, 'right', 'under a lock of hair', 'hair'],
    ] as const),
  )('%i, %s, %s', async (number, side, _, hiddenBy) => {
    const { worn: truth, png } = await wearerNumbered(number)
    const [picture, vision] = [await decodePicture(png), await warmVision()]
    const [face] = await detectFaces(picture, vision)
    const found = findEarlobe(face!, await findHeadRegions(picture, face!, vision), side)
    expect(found.hiddenBy).toBe(hiddenBy)
    if (hiddenBy !== 'nothing') return
    const { x, y } = truth.lobes[side]
    expect(Math.hypot(found.at.x - x, found.at.y - y) / truth.faceWidth).toBeLessThan(0.02)
  })

  test('that cannot be told from what is around it is refused, unless its place is given', async () => {
    const seat = await sitFor('maren')
    const { person, hair, skin } = seat.regions
    const regions = {
      ...seat.regions,
      person: person.map(() => 1),
      skin: skin.map(() => 0),
      hair: hair.map(() => 0),
    }
    const unsure = { ...seat, regions }
    await expect(worn(unsure, 'stud')).rejects.toThrow(/right ear was not found with confidence/)
    const given = await worn(unsure, 'stud', { earring_wearing_location: [150, 300] })
    expect(changeBetween(seat.picture, given).count).toBeGreaterThan(20)
  })

  test('whose edge has the colours of what is behind it is where the landmarks have it', async () => {
    const seat = await sitFor('maren')
    const { person, hair, skin } = seat.regions
    const regions = {
      ...seat.regions,
      person: person.map(() => 1),
      skin: skin.map(() => 1),
      hair: hair.map(() => 0),
    }
    const [likely, found] = [regions, seat.regions].map((own) =>
      findEarlobe(seat.face, own, 'right'),
    )
    expect(likely!.hiddenBy).toBe('nothing')
    const apart = Math.hypot(likely!.at.x - found!.at.x, likely!.at.y - found!.at.y)
    expect(apart / seat.face.box.width).toBeLessThan(0.08)
  })

  test('in its own shade is told by an outline that comes nearer to the face', async () => {
    const seat = await sitFor('maren')
    const { grid } = seat.regions
    const { faceWidth } = seat.drawn.worn
    const outline = [389, 356, 454, 323, 361, 288, 397].map((i) => seat.face.landmarks[i]!)
    const outlineAt = (y: number): number => {
      const next = Math.max(
        1,
        outline.findIndex((point) => point.y >= y),
      )
      const [from, to] = [outline[next - 1]!, outline[next]!]
      return from.x + ((to.x - from.x) * (y - from.y)) / (to.y - from.y)
    }
    const face = { ...seat.face, pose: { ...seat.face.pose, yaw: -10 } }
    const lobe = seat.face.landmarks[361]!.y - EXPECTED_LOBE.up * faceWidth
    // How far it stands off the face above the lobe and below it, in widths of the face, with a step outwards below.
    const found = (above: number, below: number, out = 0) => {
      const planeOf = (valueAt: (x: number, y: number) => number) =>
        seat.regions.skin.map((_, n) =>
          valueAt(
            grid.area.left + ((n % grid.width) + 0.5) * grid.scale,
            grid.area.top + (Math.floor(n / grid.width) + 0.5) * grid.scale,
          ),
        )
      const person = planeOf((x, y) => {
        const far = (y - lobe) / faceWidth
        const share = (far + EAR_OUTLINE.above) / (EAR_OUTLINE.above + EAR_OUTLINE.below)
        const off = above + (below - above) * share + (far > 0.05 ? out : 0)
        return (x - outlineAt(y)) / faceWidth < off ? 1 : 0
      })
      const isShade = (y: number) => y < lobe - 0.07 * faceWidth
      const skin = planeOf((_, y) => (isShade(y) ? 0 : 1)).map((on, n) => on * person[n]!)
      const hair = planeOf((_, y) => (isShade(y) ? 1 : 0)).map((on, n) => on * person[n]!)
      const light = skin.map(() => 30)
      return findEarlobe(face, { ...seat.regions, person, skin, hair, light }, 'left')
    }
    const { least, widest, narrows, wavers } = EAR_OUTLINE
    const { at, hiddenBy } = found(0.14, 0.05)
    expect(hiddenBy).toBe('nothing')
    expect(Math.abs((at.x - outlineAt(lobe)) / faceWidth - 0.046)).toBeLessThan(0.012)
    expect(found(least + narrows + 0.01, least + 0.03).hiddenBy).toBe('unknown')
    expect(found(widest + 0.03, 0.05).hiddenBy).toBe('unknown')
    expect(found(widest - 0.02, 0.05).hiddenBy).toBe('nothing')
    expect(found(0.14, 0.05, wavers + 0.05).hiddenBy).toBe('unknown')
  })
})
