import { describe, expect, test } from 'vitest'
import { FEATURES, findFeature } from '../../../catalog/features/features.ts'
import {
  isPricedBySecond,
  secondsFor,
  type UnitRange,
  unitRange,
  unitsOf,
} from '../../../catalog/tasks/units-of.ts'
import { validateTask } from '../../../catalog/tasks/validate-task.ts'
import { fc } from '../../setup/random.ts'
import { BODIES } from './bodies.ts'

function feature(name: string) {
  return findFeature(name)!
}
function valid(name: string, change: object = {}) {
  return validateTask(feature(name), 'effect', { ...BODIES[name], ...change })
}

describe('units', () => {
  const units = (name: string, change: object = {}, seconds?: number) =>
    unitsOf(feature(name), valid(name, change).parameters, seconds)
  const two = {
    object_infos: [{ name: 'https://a.com/a' }, { name: 'https://a.com/b' }],
    ref_file_urls: ['https://a.com/a', 'https://a.com/b'],
  }
  test.each<[string, object, number | undefined, number]>([
    ['body-reshape', {}, undefined, 1],
    ['skin-simulation', { acne: 1, pores: 1, spots: 1, texture: 0 }, undefined, 4],
    ['skin-simulation', { acne: 1, pores: 1, spots: 1, texture: 0.1 }, undefined, 6],
    ['2d-vto/earring', {}, undefined, 1],
    ['2d-vto/earring', two, undefined, 2],
    ['2d-vto/necklace', two, undefined, 1],
    ['fitzpatrick-scale-analyzer', {}, undefined, 10],
    ['bg-replace-vid', {}, undefined, 2],
    ['bg-replace-vid', {}, 2.1, 6],
    ['bg-replace-vid', {}, 600.04, 1200],
    ['obj-rem-vid', {}, 3, 6],
    ['obj-rem-vid', {}, 0, 2],
    ['video-trans', { dst_duration: 8 }, undefined, 32],
    ['video-trans', { dst_duration: 8 }, 8.04, 32],
    ['video-trans', { dst_duration: 8 }, 4.2, 20],
    ['image-to-video', { dst_duration: 10, mode: 'std' }, undefined, 30],
    ['image-to-video', { dst_duration: 5, mode: 'pro' }, undefined, 30],
    ['image-to-video', { dst_duration: 5, mode: undefined, template_id: 'orbit' }, undefined, 30],
    ['image-to-video', { dst_duration: 5, mode: undefined, template_id: 'rise' }, undefined, 15],
  ])('%s %j with a result of %s seconds: %s', (name, change, seconds, expected) => {
    expect(units(name, change, seconds)).toBe(expected)
  })

  test.each<[string, object, UnitRange]>([
    ['body-reshape', {}, { least: 1, most: 1 }],
    ['bg-replace-vid', {}, { least: 2, most: 1200 }],
    ['obj-rem-vid', {}, { least: 2, most: 120 }],
    ['video-trans', { dst_duration: 8 }, { least: 32, most: 32 }],
    ['image-to-video', { dst_duration: 10, mode: 'std' }, { least: 30, most: 30 }],
  ])('%s %j reserves %j', (name, change, range) => {
    expect(unitRange(feature(name), valid(name, change).parameters)).toEqual(range)
  })

  test.each<[string, object, number, number | undefined]>([
    ['bg-replace-vid', {}, 6, 3],
    ['bg-replace-vid', {}, 7, 3],
    ['bg-replace-vid', {}, 1, 0],
    ['image-to-video', { dst_duration: 5, mode: 'pro' }, 30, 5],
    ['body-reshape', {}, 6, undefined],
  ])('of %s %j, %i pay for %s seconds', (name, change, paid, seconds) => {
    const { parameters } = valid(name, change)
    expect(secondsFor(feature(name), parameters, paid)).toBe(seconds)
  })

  test('are all by the second, or all by the result', () => {
    for (const each of FEATURES) {
      const bySecond = isPricedBySecond(each)
      expect(each.costs.map(({ unit }) => unit === 'second')).toEqual(
        each.costs.map(() => bySecond),
      )
    }
    expect(FEATURES.filter(isPricedBySecond).map(({ name }) => name)).toContain('image-to-video')
  })

  test('never exceed what is reserved, however long the result is', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...FEATURES),
        fc.double({ min: 0, max: 1e6, noNaN: true }),
        (priced, seconds) => {
          const { parameters } = valid(priced.name)
          const { least, most } = unitRange(priced, parameters)
          const cost = unitsOf(priced, parameters, seconds)
          expect(least).toBeGreaterThan(0)
          expect(cost).toBeGreaterThan(0)
          expect(cost).toBeLessThanOrEqual(most)
          expect(Number.isSafeInteger(cost)).toBe(true)
        },
      ),
    )
  })
})
