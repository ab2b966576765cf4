import { describe, expect, it, test } from 'vitest'
import { tellRemoval } from '../../../../engine/effects/obj-replace/tell-removal.ts'
import { NOTED_DOUBTS, NOTED_LARGE } from '../../../../engine/effects/obj-replace/tuning.ts'

const none = (): number => 0
const FITS = {
  calm: 0,
  poor: 0,
  torn: none,
  edges: none,
  traces: none,
  ended: none,
  share: 0.05,
  hasShadow: false,
  kept: [],
}

const WORDS = {
  calm: 'calm colour',
  poor: 'do not quite fit',
  torn: 'new edge',
  edges: 'Edges of what is around run into',
  traces: 'Specks or a fine line',
  ended: 'Edges of what is around end',
} as const

type Doubt = keyof typeof WORDS

/** A fill of which one measure has a value. */
const having = (doubt: Doubt, value: number) => ({
  [doubt]: doubt === 'calm' || doubt === 'poor' ? value : () => value,
})

const slightly = (bound: number): number => bound * 1.02

describe('what is said of a removal', () => {
  test.each(['calm', 'poor', 'torn', 'edges', 'traces'] as const)(
    'names %s from where it is sure on',
    (doubt) => {
      const { sure } = NOTED_DOUBTS[doubt]
      expect(tellRemoval({ ...FITS, ...having(doubt, slightly(sure)) })).toBe(
        tellRemoval({ ...FITS, ...having(doubt, 2 * sure) }),
      )
      expect(tellRemoval({ ...FITS, ...having(doubt, slightly(sure)) })).toContain(WORDS[doubt])
      expect(tellRemoval({ ...FITS, ...having(doubt, sure / 1.02) })).toBeUndefined()
    },
  )

  test.each([
    ['calm', 'ended'],
    ['poor', 'edges'],
    ['edges', 'traces'],
    ['traces', 'ended'],
  ] as const)('names %s and %s where both are signs, and neither alone', (one, other) => {
    const [a, b] = [one, other].map((doubt) => having(doubt, slightly(NOTED_DOUBTS[doubt].sign)))
    const said = tellRemoval({ ...FITS, ...a, ...b })
    expect(said).toContain(WORDS[one])
    expect(said).toContain(WORDS[other])
    expect(tellRemoval({ ...FITS, ...a })).toBeUndefined()
    expect(tellRemoval({ ...FITS, ...b })).toBeUndefined()
    const below = having(other, NOTED_DOUBTS[other].sign / 1.02)
    expect(tellRemoval({ ...FITS, ...a, ...below })).toBeUndefined()
  })

  it('names two signs of three, and what is sure instead of signs', () => {
    const signs = (['calm', 'traces', 'ended'] as const).map((doubt) =>
      having(doubt, slightly(NOTED_DOUBTS[doubt].sign)),
    )
    const said = Object.assign({}, FITS, ...signs)
    expect(tellRemoval(said)).toBe(
      `${tellRemoval({ ...FITS, calm: 1 })} ${tellRemoval({ ...FITS, traces: () => 1 })}`,
    )
    expect(tellRemoval({ ...said, torn: () => 1 })).toBe(tellRemoval({ ...FITS, torn: () => 1 }))
  })

  it('measures nothing that costs where something is sure before', () => {
    const never = (): number => {
      throw new Error('It was measured.')
    }
    const costly = { torn: never, edges: never, traces: never, ended: never }
    expect(tellRemoval({ ...FITS, poor: 1, ...costly })).toContain(WORDS.poor)
    expect(
      tellRemoval({ ...FITS, torn: () => 1, edges: never, traces: never, ended: never }),
    ).toContain(WORDS.torn)
  })

  it('says how much of the picture was taken out where that is much', () => {
    expect(tellRemoval({ ...FITS, share: NOTED_LARGE + 0.01 })).toContain('is 13 % of the picture')
    expect(tellRemoval({ ...FITS, share: NOTED_LARGE - 0.01 })).toBeUndefined()
  })

  it('says that a shadow went, and which features of faces stay', () => {
    expect(tellRemoval({ ...FITS, hasShadow: true })).toContain('The shadow')
    expect(tellRemoval({ ...FITS, kept: ['left eye', 'nose'] })).toContain('(left eye and nose)')
  })
})
