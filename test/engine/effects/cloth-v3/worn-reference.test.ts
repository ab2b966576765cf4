import { beforeAll, describe, expect, test } from 'vitest'
import type { ClothParameters } from '../../../../catalog/features/cloth-v3.ts'
import { dressPerson } from '../../../../engine/effects/cloth-v3/dress-person.ts'
import type { Garment } from '../../../../engine/effects/cloth-v3/garment.ts'
import { findSubject } from '../../../../engine/effects/cloth-v3/measure/find-subject.ts'
import { openGarments } from '../../../../engine/effects/cloth-v3/read/open-garments.ts'
import { decodePicture } from '../../../../engine/media/decode-picture.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { drawPeople } from '../../../../samples/draw-people.ts'
import { onePerson } from '../../../../samples/one-person.ts'
import { regionScene } from '../../../../samples/region-scenes.ts'
import { isEveryCaseTried, sampled } from '../../../setup/sampled.ts'
import { warmVision } from '../../warm-vision.ts'

const WIDTH = 420

/** A jumpsuit as a drawing has one: top and trousers of one cloth. */
const OVERALL = {
  top: { cut: 'tee', colour: '#2f4f7a' },
  bottom: { cut: 'trousers', colour: '#2f4f7a' },
} as const

const at = {} as Record<'ines' | 'kofi' | 'amara' | 'overall', Picture>

beforeAll(async () => {
  for (const who of sampled(1, ['amara', 'ines', 'kofi'] as const)) {
    at[who] = await decodePicture((await onePerson(who, WIDTH)).png)
  }
  if (!isEveryCaseTried()) return
  const scene = regionScene(1)
  const [person] = scene.people
  const look = {
    ...person!.look,
    hairCut: 'short',
    top: OVERALL.top,
    bottom: OVERALL.bottom,
  } as const
  at.overall = await decodePicture(
    (await drawPeople({ ...scene, people: [{ ...person!, look }] })).png,
  )
})

async function open(who: keyof typeof at, category: ClothParameters['garment_category']) {
  return openGarments(at[who], category, await warmVision(), async () => {})
}

/** The edges of a garment, drawn together to the middle of its picture. */
function narrowed(value: unknown, middle: number, by: number): unknown {
  if (Array.isArray(value)) return value.map((part) => narrowed(part, middle, by))
  if (typeof value !== 'object' || value === null) return value
  if ('x' in value) return { ...value, x: middle + by * ((value.x as number) - middle) }
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      key === 'drape' ? part : narrowed(part, middle, by),
    ]),
  )
}

describe('what somebody wears in the reference', () => {
  test.runIf(isEveryCaseTried())(
    'is refused in words where it is cut for quite another build',
    async () => {
      const [top] = await open('kofi', 'upper_body')
      const sitter = await findSubject(at.ines, await warmVision(), async () => {})
      const cutBy = (by: number) =>
        ({ ...top!, shape: narrowed(top!.shape, top!.product.width / 2, by) }) as Garment
      expect(() => dressPerson(sitter, [cutBy(0.6)])).toThrow('it is cut for quite another build')
      expect(() => dressPerson(sitter, [cutBy(1)])).not.toThrow()
    },
  )

  // In `npm test` a worn blouse is, `read/worn-edges.test.ts`.
  test.runIf(isEveryCaseTried())(
    'is worn by somebody else, down to wrists and ankles',
    async () => {
      const garments = await open('kofi', 'full_body')
      expect(garments.map(({ kind }) => kind)).toEqual(['trousers', 'top'])
      const sitter = await findSubject(at.ines, await warmVision(), async () => {})
      const { data } = dressPerson(sitter, garments)
      const { truth } = await onePerson('ines', WIDTH)
      const { joints, mask } = truth.people[0]!
      const { left, top } = sitter.area
      // Nothing but the clothes changes: not the face, nor the hands, nor the room.
      const wide = joints['leftShoulder']!.x - joints['rightShoulder']!.x
      for (let at = 0; at < data.length / 4; at++) {
        if ([0, 1, 2].every((c) => data[at * 4 + c] === sitter.picture.data[at * 4 + c])) continue
        const x = left + (at % sitter.picture.width)
        const y = top + Math.floor(at / sitter.picture.width)
        expect(y).toBeGreaterThan(joints['leftShoulder']!.y - 0.4 * wide)
        expect(y).toBeLessThan(joints['leftAnkle']!.y + 0.25 * wide)
        const [across, down] = [Math.round(0.12 * wide), Math.round(0.09 * wide)]
        const near = [-across, 0, across, down * WIDTH].some(
          (by) => mask.data[y * WIDTH + x + by]! > 0,
        )
        expect(near).toBe(true)
        for (const name of ['leftWrist', 'rightWrist']) {
          const wrist = joints[name]!
          // Long sleeves end at the wrists.
          expect(
            y < wrist.y + 0.25 * wide || Math.hypot(x - wrist.x, y - wrist.y) > 0.3 * wide,
          ).toBe(true)
        }
      }
      const colourAt = ({ x, y }: { x: number; y: number }) => {
        const from = ((Math.round(y) - top) * sitter.picture.width + Math.round(x) - left) * 4
        return [...data.subarray(from, from + 3)]
      }
      const between = (from: string, to: string, share: number) => ({
        x: joints[from]!.x + share * (joints[to]!.x - joints[from]!.x),
        y: joints[from]!.y + share * (joints[to]!.y - joints[from]!.y),
      })
      // The shirt is light blue, the T-shirt under it dark green, her arms are brown.
      for (const place of [
        between('leftShoulder', 'rightHip', 0.5),
        between('leftShoulder', 'leftHip', 0.9),
        between('leftElbow', 'leftWrist', 0.4),
        between('rightElbow', 'rightWrist', 0.4),
      ]) {
        const [r, , b] = colourAt(place)
        expect(b! - r!).toBeGreaterThan(5)
        expect(r).toBeGreaterThan(110)
      }
      // His trousers are olive, hers are dark brown.
      for (const side of ['left', 'right']) {
        const [r, g] = colourAt(between(`${side}Knee`, `${side}Ankle`, 0.5))
        expect(g).toBeGreaterThan(100)
        expect(r! - g!).toBeLessThan(20)
      }
    },
  )
})

describe('worn references that are refused with words', () => {
  const REFUSED = [
    ['amara', 'upper_body', /hair hides its neck/],
    ['overall', 'upper_body', /a dress or a jumpsuit/],
    ['overall', 'full_body', /a dress or a jumpsuit/],
  ] as const
  test.each(sampled(1, REFUSED))('%s, %s', async (who, category, words) => {
    await expect(open(who, category)).rejects.toMatchObject({
      condition: 'reference',
      message: expect.stringMatching(words),
    })
  })
})
