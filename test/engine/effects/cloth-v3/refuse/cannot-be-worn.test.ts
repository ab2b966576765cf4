import { beforeAll, describe, expect, test } from 'vitest'
import {
  dressPerson,
  dressPersonWith,
} from '../../../../../engine/effects/cloth-v3/dress-person.ts'
import type { TopShape } from '../../../../../engine/effects/cloth-v3/garment.ts'
import { behindGarments } from '../../../../../engine/effects/cloth-v3/generate/make-up-behind.ts'
import type { Subject } from '../../../../../engine/effects/cloth-v3/measure/wearer.ts'
import { requireCategory } from '../../../../../engine/effects/cloth-v3/refuse/require-category.ts'
import { wearTop } from '../../../../../engine/effects/cloth-v3/wear/wear-top.ts'
import { isEveryCaseTried, sampled } from '../../../../setup/sampled.ts'
import { type DrawnSubject, drawnSubject, garment } from '../drawn-subject.ts'

const people = {} as { ines: DrawnSubject; kofi: DrawnSubject }

beforeAll(async () => {
  people.ines = await drawnSubject('ines')
  people.kofi = await drawnSubject('kofi')
})

/** Somebody in a picture of so many rows. */
function cutAt({ picture, body, face }: Subject, height: number): Subject {
  const size = { width: picture.width, height }
  const mask = { ...size, data: body.mask.data.slice(0, size.width * height) }
  const shown = { ...size, data: picture.data.slice(0, 4 * size.width * height) }
  return { picture: shown, body: { ...body, mask }, face }
}

describe('what cannot be worn is refused with words', () => {
  test('short sleeves over long ones', async () => {
    const tee = await garment('tee')
    expect(() => dressPerson(people.kofi, [tee])).toThrow(/sleeves at least as long/)
  })

  test.each(
    sampled(2, [
      ['lower_body', 'top'],
      ['upper_body', 'dress'],
      ['full_body', 'trousers'],
      ['upper_body', 'skirt'],
    ] as const),
  )('with %s what is a %s', (category, kind) => {
    expect(() => requireCategory(category, kind)).toThrow(/The reference shows/)
    expect(() => requireCategory('auto', kind)).not.toThrow()
  })

  test('shorts and a short skirt over trousers', async () => {
    const { ines: who } = people
    const shorts = await garment('shorts')
    expect(() => dressPerson(who, [shorts])).toThrow(/legs of what is worn are longer/)
    const skirt = await garment('pleated-skirt')
    expect(() => dressPerson(who, [skirt])).toThrow(/reaches lower than the skirt/)
  })

  test('somebody turned away, with an arm before the body, or with one raised', async () => {
    const tee = await garment('tee')
    const { body } = people.ines
    const pose = (moves: Record<number, (p: { x: number; y: number }) => object>): Subject => ({
      ...people.ines,
      body: {
        ...body,
        landmarks: body.landmarks.map((p, n) => ({ ...p, ...moves[n]?.(p) })),
      },
    })
    const [hip, shoulder] = [body.landmarks[23]!, body.landmarks[11]!]
    const other = body.landmarks[12]!
    expect(() => dressPerson(pose({ 12: () => ({ x: shoulder.x - 10 }) }), [tee])).toThrow(
      /turned away/,
    )
    const belly = { x: (hip.x + other.x) / 2, y: (hip.y + shoulder.y) / 2 }
    expect(() => dressPerson(pose({ 15: () => belly }), [tee])).toThrow(/before or behind the body/)
    const up = { x: shoulder.x + 40, y: shoulder.y - 60 }
    expect(() =>
      dressPerson(pose({ 13: () => up, 15: () => ({ ...up, y: up.y - 60 }) }), [tee]),
    ).toThrow(/raised/)
  })

  test('a dress where the picture ends above the hips, a top where it ends above the elbows', async () => {
    const { scene } = people.ines
    const cut = (joint: 'leftHip' | 'leftElbow'): Subject =>
      cutAt(people.ines, Math.floor(scene.truth.people[0]!.joints[joint]!.y) - 20)
    const dress = await garment('striped-dress')
    expect(() => dressPerson(cut('leftHip'), [dress])).toThrow(/ends above the hips/)
    const tee = await garment('tee')
    expect(() => dressPerson(cut('leftElbow'), [tee])).toThrow(/ends above the elbows/)
  })

  test('but no dress where it ends between hips and hem: its edge cuts the dress off, which is told', async () => {
    const { joints } = people.ines.scene.truth.people[0]!
    const height = Math.floor(joints['leftKnee']!.y) - 20
    const told: string[] = []
    await dressPersonWith(
      cutAt(people.ines, height),
      [await garment('striped-dress')],
      behindGarments({}),
      (words) => told.push(words),
    )
    expect(told.join()).toMatch(/ends above the hem of the dress/)
  })

  test('nor is anything told of one that shows its hem', async () => {
    const { wearer } = people.ines
    const lower = wearer.regions['lower-garment']
    const bare = { ...lower, data: new Uint8Array(lower.data.length) }
    const regions = { ...wearer.regions, 'lower-garment': bare }
    const dress = await garment('striped-dress')
    const { told } = wearTop({ ...wearer, regions }, dress.shape as TopShape, 'dress')
    expect(told!.join()).not.toMatch(/ends above/)
  })

  test.runIf(isEveryCaseTried())(
    'and neither where it ends at the waist: the hem is outside of it',
    async () => {
      const { picture, body, face, scene } = people.ines
      const { joints } = scene.truth.people[0]!
      const height = Math.floor(0.5 * (joints['leftElbow']!.y + joints['leftHip']!.y))
      const size = { width: picture.width, height }
      const cut = { ...size, data: picture.data.slice(0, 4 * size.width * height) }
      const mask = { ...size, data: body.mask.data.slice(0, size.width * height) }
      const result = dressPerson({ picture: cut, body: { ...body, mask }, face }, [
        await garment('tee'),
      ])
      // The blue of the T-shirt reaches the lower border.
      const at = 4 * ((height - 1) * size.width + Math.round(joints['nose']?.x ?? size.width / 2))
      expect(result.data[at + 2]! - result.data[at]!).toBeGreaterThan(40)
    },
  )

  test('the garment that is worn already', async () => {
    const tee = await garment('tee')
    const picture = dressPerson(people.ines, [tee])
    expect(() => dressPerson({ ...people.ines, picture }, [tee])).toThrow(/looks like the one/)
  })
})
