import { expect, test } from 'vitest'
import { codeEndedIn, endedIn, reasonAlone } from '../../../catalog/failures/ended-in.ts'

const hips = 'features.slim needs the hips to be shown.'

test('of what the service said its sentence stands alone, and its code where it said nothing else', () => {
  const told = `${endedIn('PHOTO_CHECK_INVALID')} ${hips}`
  expect(reasonAlone(told)).toBe(hips)
  expect(codeEndedIn(told)).toBe('PHOTO_CHECK_INVALID')
  const bare = endedIn('PHOTO_CHECK_INVALID')
  expect(reasonAlone(bare)).toBe(bare)
  expect(reasonAlone('Nobody is in it.')).toBe('Nobody is in it.')
})
