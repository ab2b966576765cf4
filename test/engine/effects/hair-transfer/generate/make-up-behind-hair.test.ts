import { expect, test } from 'vitest'
import type { GeneratorAbility } from '../../../../../catalog/generator/generator.ts'
import { makeUpBehindHair } from '../../../../../engine/effects/hair-transfer/generate/make-up-behind-hair.ts'
import { MAX_INVENTED } from '../../../../../engine/effects/hair-transfer/tuning.ts'
import { BEHIND_HAIR } from '../../../../../engine/effects/hair-transfer/uncover/bare-head.ts'
import type { FillRequest, TaskGenerator } from '../../../../../engine/generate/task-generator.ts'
import type { Picture } from '../../../../../engine/raster/picture.ts'

const PICTURE: Picture = { width: 2, height: 2, data: new Uint8ClampedArray(16) }
const { nothing, ground, skin } = BEHIND_HAIR
const KINDS = Uint8Array.of(nothing, ground, skin, ground)
const GROUND_AND_SKIN = { ground: 0.6, skin: 0.3, ear: MAX_INVENTED.ear, body: MAX_INVENTED.body }

/** What is asked for, and of whom. */
async function askedWith(abilities: GeneratorAbility[] | undefined, more: object = {}) {
  const asked: [string, Partial<FillRequest>][] = []
  const generator = abilities && {
    abilities,
    fill: async (request: FillRequest) => {
      asked.push(['generator', request])
      return PICTURE
    },
  }
  const inpaint = async (_: Picture, replace: FillRequest['replace']) => {
    asked.push(['network', { replace }])
    return PICTURE
  }
  const areas = { ...GROUND_AND_SKIN, ...more }
  const task = { inpaint, ...(generator && { generator: generator as unknown as TaskGenerator }) }
  await makeUpBehindHair(PICTURE, { kinds: KINDS, areas }, task)
  expect(asked).toHaveLength(1)
  const [[whom, request]] = asked as [[string, Partial<FillRequest>]]
  expect([...request.replace!.data]).toEqual([0, 255, 255, 255])
  return [whom, request.prompt === undefined ? 'taken out' : 'told in words']
}

test('background and skin are taken out where the generator does that', async () => {
  expect(await askedWith(['erase', 'fill'])).toEqual(['generator', 'taken out'])
  expect(await askedWith(['erase'])).toEqual(['generator', 'taken out'])
})

test.each(['ear', 'body'] as const)(
  'a generator is told in words of more than a bit of %s',
  async (kind) => {
    const more = { [kind]: 1.01 * MAX_INVENTED[kind] }
    expect(await askedWith(['erase', 'fill'], more)).toEqual(['generator', 'told in words'])
    expect(await askedWith(['erase'], more)).toEqual(['network', 'taken out'])
  },
)

test('a generator that takes nothing out is told in words', async () => {
  expect(await askedWith(['fill'])).toEqual(['generator', 'told in words'])
})

test('without a generator that fills, a network of users continues all of it', async () => {
  expect(await askedWith(undefined)).toEqual(['network', 'taken out'])
  expect(await askedWith(['dress'], { ear: 1 })).toEqual(['network', 'taken out'])
})
