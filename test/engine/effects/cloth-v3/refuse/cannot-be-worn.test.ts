import { beforeAll, describe, expect, test } from 'vitest'
import {
  dressPerson,
  dressPersonWith,
  fitGarment,
} from '../../../../../engine/effects/cloth-v3/dress-person.ts'
import { behindGarments } from '../../../../../engine/effects/cloth-v3/generate/make-up-behind.ts'
import {
  openWearer,
  type Subject,
  type Wearer,
} from '../../../../../engine/effects/cloth-v3/measure/wearer.ts'
import { requireCategory } from '../../../../../engine/effects/cloth-v3/refuse/require-category.ts'
import type { Mask } from '../../../../../engine/raster/picture.ts'
import { byRegion } from '../../../../../engine/regions/region-names.ts'
import { isEveryCaseTried, sampled } from '../../../../setup/sampled.ts'
import { type DrawnSubject, drawnSubject, garment } from '../drawn-subject.ts'

const people = {} as { ines: DrawnSubject; kofi: DrawnSubject }

beforeAll(async () => {
  people.ines = await drawnSubject('ines', 'small')
  people.kofi = await drawnSubject('kofi', 'small')
})

/** Somebody in a picture of so many rows. */
function cutAt<Who extends Subject>({ picture, body, ...who }: Who, height: number) {
  const size = { width: picture.width, height }
  const cut = ({ data }: Mask): Mask => ({ ...size, data: data.slice(0, size.width * height) })
  const shown = { ...size, data: picture.data.slice(0, 4 * size.width * height) }
  return { ...who, picture: shown, body: { ...body, mask: cut(body.mask) } }
}

/** Somebody as measured in the whole picture, in one of so many rows. */
function wearerCutAt(wearer: Wearer, height: number): Wearer {
  const { regions, ...who } = wearer
  const shown = cutAt(who, height)
  const cut = ({ width, data }: Mask): Mask => ({
    width,
    height,
    data: data.slice(0, width * height),
  })
  return { ...shown, regions: byRegion((name) => cut(regions[name])) }
}

describe('what cannot be worn is refused with words', () => {
  test('short sleeves over long ones', async () => {
    const tee = await garment('tee')
    expect(() => fitGarment(people.kofi.wearer, tee)).toThrow(/sleeves at least as long/)
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
    const { wearer } = people.ines
    const shorts = await garment('shorts')
    expect(() => fitGarment(wearer, shorts)).toThrow(/legs of what is worn are longer/)
    const skirt = await garment('pleated-skirt')
    expect(() => fitGarment(wearer, skirt)).toThrow(/reaches lower than the skirt/)
  })

  test('somebody turned away, with an arm before the body, or with one raised', async () => {
    const tee = await garment('tee')
    const { picture, body, face, wearer } = people.ines
    const [hip, shoulder] = [body.landmarks[23]!, body.landmarks[11]!]
    const other = body.landmarks[12]!
    const turned = body.landmarks.map((p, n) => (n === 12 ? { ...p, x: shoulder.x - 10 } : p))
    const unread = {} as Subject['regions']
    expect(() => openWearer(picture, { ...body, landmarks: turned }, face, unread)).toThrow(
      /turned away/,
    )
    const [right, [from, elbow]] = wearer.arms
    const belly = { x: (hip.x + other.x) / 2, y: (hip.y + shoulder.y) / 2 }
    expect(() => fitGarment({ ...wearer, arms: [right, [from, elbow, belly]] }, tee)).toThrow(
      /before or behind the body/,
    )
    const up = { x: shoulder.x + 40, y: shoulder.y - 60 }
    const raised = [from, up, { ...up, y: up.y - 60 }] as const
    expect(() => fitGarment({ ...wearer, arms: [right, raised] }, tee)).toThrow(/raised/)
  })

  test('a dress where the picture ends above the hips, a top where it ends above the elbows', async () => {
    const { scene, wearer } = people.ines
    const cut = (joint: 'leftHip' | 'leftElbow'): Wearer =>
      wearerCutAt(wearer, Math.floor(scene.truth.people[0]!.joints[joint]!.y) - 20)
    const dress = await garment('striped-dress')
    expect(() => fitGarment(cut('leftHip'), dress)).toThrow(/ends above the hips/)
    const tee = await garment('tee')
    expect(() => fitGarment(cut('leftElbow'), tee)).toThrow(/ends above the elbows/)
  })

  test('but no dress where it ends between hips and hem: its edge cuts the dress off, which is told', async () => {
    const ines = await drawnSubject('ines')
    const height = Math.floor(ines.scene.truth.people[0]!.joints['leftKnee']!.y) - 20
    const told: string[] = []
    const dress = await garment('striped-dress')
    // Put on once more, it is the garment that is worn already.
    const twice = dressPersonWith(
      cutAt(ines, height),
      [dress, dress],
      behindGarments({}),
      (words) => told.push(words),
    )
    await expect(twice).rejects.toThrow(/looks like the one/)
    expect(told.join()).toMatch(/ends above the hem of the dress/)
  })

  test('nor is anything told of one that shows its hem', async () => {
    const { wearer } = people.ines
    const lower = wearer.regions['lower-garment']
    const bare = { ...lower, data: new Uint8Array(lower.data.length) }
    const regions = { ...wearer.regions, 'lower-garment': bare }
    const dress = await garment('striped-dress')
    const { told } = fitGarment({ ...wearer, regions }, dress)
    expect(told!.join()).not.toMatch(/ends above/)
  })

  test.runIf(isEveryCaseTried())(
    'and neither where it ends at the waist: the hem is outside of it',
    async () => {
      const ines = await drawnSubject('ines')
      const { joints } = ines.scene.truth.people[0]!
      const height = Math.floor(0.5 * (joints['leftElbow']!.y + joints['leftHip']!.y))
      const result = dressPerson(cutAt(ines, height), [await garment('tee')])
      // The blue of the T-shirt reaches the lower border.
      const at =
        4 * ((height - 1) * result.width + Math.round(joints['nose']?.x ?? result.width / 2))
      expect(result.data[at + 2]! - result.data[at]!).toBeGreaterThan(40)
    },
  )

  test.runIf(isEveryCaseTried())('the garment that is worn already', async () => {
    const tee = await garment('tee')
    const ines = await drawnSubject('ines')
    const picture = dressPerson(ines, [tee])
    expect(() => dressPerson({ ...ines, picture }, [tee])).toThrow(/looks like the one/)
  })
})
