import { expect, test } from 'vitest'
import { amara, henrik, ines, kofi, maren } from '../../samples/people.ts'
import { regionScene } from '../../samples/region-scenes.ts'

test('a number draws the same person here as where Node loads the module itself', () => {
  const people = Array.from({ length: 8 }, (_, number) => regionScene(number).people[0]!.build)
  const expected = [kofi, amara, ines, henrik, amara, ines, henrik, maren]
  expect(people).toEqual(expected.map(({ build }) => build))
})
