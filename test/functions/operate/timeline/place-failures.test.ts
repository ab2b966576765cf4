import { expect, test } from 'vitest'
import { placeFailures } from '../../../../functions/operate/timeline/place-failures.ts'

type Entered = {
  state: string
  errors: string[]
  failed?: string
  taskFailed?: boolean
  tells?: string
}

/** What a failure of the last state is placed as, after these. */
function place(error: string, reader: string, ...before: Partial<Entered>[]) {
  const states = before.map((one) => ({ state: 'CreateTask', errors: [], ...one }))
  const last: Entered = { state: reader, errors: ['Throttled', error], failed: error }
  placeFailures([...states, last])
  const causes = states.flatMap(({ failed }, at) => (failed === undefined ? [] : [at]))
  return { causes, failed: last.failed, tells: last.tells, errors: last.errors }
}
const UNPLACED = (error: string) => ({
  failed: error,
  tells: undefined,
  errors: ['Throttled', error],
})
const PLACED = (state: string) => ({ failed: undefined, tells: state, errors: ['Throttled'] })

test.each(['ChooseTarget', 'ChooseInPart', 'PreProcess', 'Prepare', 'Restore', 'Deliver'])(
  'what %s finds is put where it comes from',
  (reader) => {
    const found = place('UnitsMissing', reader, { failed: 'UnitsMissing' })
    expect(found).toEqual({ causes: [0], ...PLACED('CreateTask') })
  },
)

test('a state that looks for nothing failed itself', () => {
  const found = place('UnitsMissing', 'CreateTask', { failed: 'UnitsMissing' })
  expect(found).toEqual({ causes: [0], ...UNPLACED('UnitsMissing') })
})

test.each([
  ['of another error', 'Prepare', { failed: 'Other' }, [0]],
  ['of a state that looks itself', 'Prepare', { state: 'ChooseTarget', failed: 'Broke' }, [0]],
  ['of a task, with an error that none ends in', 'Prepare', { taskFailed: true }, []],
  ['of none', 'Prepare', {}, []],
])('a failure %s stays where it is', (_, reader, before, causes) => {
  expect(place('Broke', reader, before)).toEqual({ causes, ...UNPLACED('Broke') })
})

test('what is delivered tells of whoever failed before it', () => {
  const found = place('Broke', 'Deliver', { state: 'ChooseTarget', failed: 'Broke' })
  expect(found).toEqual({ causes: [0], ...PLACED('ChooseTarget') })
})

test.each([
  ['TaskFailed', 'Prepare', true],
  ['TaskBroke', 'Prepare', true],
  ['NoTarget', 'Deliver', true],
  ['TargetMissing', 'Deliver', true],
  ['NoTarget', 'Prepare', false],
  ['UnitsMissing', 'Deliver', false],
])('%s in %s comes from a task that ended in an error: %s', (error, reader, placed) => {
  const found = place(error, reader, { taskFailed: true })
  expect(found).toEqual(
    placed ? { causes: [0], ...PLACED('CreateTask') } : { causes: [], ...UNPLACED(error) },
  )
})

test('the last of several is the cause, and what worked is none', () => {
  const found = place('TaskFailed', 'Deliver', { taskFailed: true }, { taskFailed: true }, {})
  expect(found.causes).toEqual([1])
  const fine = { state: 'Deliver', errors: [] }
  placeFailures([{ state: 'CreateTask', errors: [], taskFailed: true }, fine])
  expect(fine).toEqual({ state: 'Deliver', errors: [] })
})
