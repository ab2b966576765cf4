import { expect, test } from 'vitest'
import { paginate } from '../../../../../functions/service/api/routes/page.ts'
import { fc } from '../../../../setup/random.ts'

const LIST = Array.from({ length: 45 }, (_, at) => `item-${at}`)
function page(query: Record<string, string>, list = LIST, name = 'list') {
  return paginate(list, (item) => item, { list: name, query })
}

test.each([
  [undefined, [20, 20, 5]],
  ['1', Array(45).fill(1)],
  ['15', [15, 15, 15]],
  ['20', [20, 20, 5]],
])('pages of %s cover the whole list, in its order', (page_size, sizes) => {
  const found: string[][] = []
  let starting_token: string | null = null
  do {
    const { items, nextToken } = page({
      ...(page_size !== undefined && { page_size }),
      ...(starting_token !== null && { starting_token }),
    })
    found.push(items)
    starting_token = nextToken
  } while (starting_token !== null)
  expect(found.map(({ length }) => length)).toEqual(sizes)
  expect(found.flat()).toEqual(LIST)
})

test.each([
  ['0', 'page_size is below the allowed minimum.'],
  ['-1', 'page_size is below the allowed minimum.'],
  ['21', 'page_size is above the allowed maximum.'],
  ['', "page_size doesn't match the required format."],
  ['1.5', "page_size doesn't match the required format."],
  ['1e1', "page_size doesn't match the required format."],
  ['NaN', "page_size doesn't match the required format."],
  ['9'.repeat(400), "page_size doesn't match the required format."],
])('a page of %s is refused', (page_size, message) => {
  expect(() => page({ page_size })).toThrow(message)
})

test('a token still leads to its item after the list grew', () => {
  const starting_token = page({}).nextToken!
  expect(page({ starting_token }, ['new', ...LIST]).items[0]).toBe('item-20')
})

test('a token of another list, invented or altered is refused', () => {
  const token = page({}).nextToken!
  expect(() => page({ starting_token: token }, LIST, 'other')).toThrow(/^starting_token doesn't/)
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.nat(token.length - 1).map((at) => token.slice(0, at) + token.slice(at + 1)),
      ),
      (starting_token) => {
        expect(() => page({ starting_token })).toThrow(/^starting_token doesn't match/)
      },
    ),
  )
})
