import { expect, test } from 'vitest'
import { tellNobody } from '../../../../engine/effects/bg-replace-vid/tell-nobody.ts'

test('frames in which nobody was found are told, from one in twenty on', () => {
  const found = (empty: number) => Array.from({ length: 40 }, (_, at) => at >= empty)
  expect(tellNobody(found(0))).toBeUndefined()
  expect(tellNobody(found(1))).toBeUndefined()
  expect(tellNobody(found(2))).toContain('In about 5 % of the frames nobody was found')
  expect(tellNobody([])).toBeUndefined()
})
