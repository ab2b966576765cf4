import validate from 'asl-validator'
import { expect, test } from 'vitest'
import { jobDefinition } from '../../lib/workflow/job-definition.ts'

type State = {
  Type: string
  Resource?: string
  TimeoutSeconds?: number | string
  Next?: string
  Default?: string
  End?: boolean
  Choices?: { Condition: string; Next: string }[]
  Catch?: { ErrorEquals: string[]; Next: string }[]
  ItemProcessor?: Machine
}
type Machine = { StartAt: string; TimeoutSeconds?: number; States: Record<string, State> }

const functions = {
  preProcess: 'arn:aws:lambda:us-east-1:000000000000:function:pre-process',
  prepare: 'arn:aws:lambda:us-east-1:000000000000:function:prepare',
  chooseTarget: 'arn:aws:lambda:us-east-1:000000000000:function:choose-target',
  createTask: 'arn:aws:lambda:us-east-1:000000000000:function:create-task',
  deliver: 'arn:aws:lambda:us-east-1:000000000000:function:deliver',
  recordFailure: 'arn:aws:lambda:us-east-1:000000000000:function:record-failure',
}
const machine = jobDefinition({ partition: 'aws', functions }) as Machine

function everyState({ States }: Machine): [string, State][] {
  return Object.entries(States).flatMap(([name, state]): [string, State][] => [
    [name, state],
    ...(state.ItemProcessor ? everyState(state.ItemProcessor) : []),
  ])
}

test('is valid Amazon States Language', () => {
  expect(validate(machine)).toMatchObject({ isValid: true, errors: [] })
})

test('gives the execution and every task a deadline', () => {
  expect(machine.TimeoutSeconds).toBeGreaterThan(0)
  const tasks = everyState(machine).filter(([, { Type }]) => Type === 'Task')
  expect(tasks.map(([name]) => name)).toContain('CreateTask')
  for (const [name, { TimeoutSeconds }] of tasks) expect(TimeoutSeconds, name).toBeTruthy()
})

test('waits for a token in exactly the states that ask the service', () => {
  const waiting = everyState(machine).filter(([, { Resource }]) => Resource?.endsWith('TaskToken'))
  expect(waiting.map(([name]) => name).sort()).toEqual([
    'CreatePartTask',
    'CreateTask',
    'FindInPart',
    'PreProcess',
  ])
})

/** Where failures go that are not the job's, or cannot be recorded. */
const WHERE_TO: Record<string, string> = {
  RecordFailure: 'Failed',
  CreateTask: 'NotCreated',
  FindInPart: 'PartNotCreated',
  ChooseInPart: 'PartNotCreated',
  CreatePartTask: 'PartNotCreated',
}

test('leads every failure to a record: each task and map catches everything', () => {
  for (const [name, { Type, Catch = [] }] of everyState(machine)) {
    if (Type !== 'Task' && Type !== 'Map') continue
    const all = Catch.find(({ ErrorEquals }) => ErrorEquals.includes('States.ALL'))
    expect(all?.Next, name).toBe(WHERE_TO[name] ?? 'RecordFailure')
  }
})

test('ends only in Deliver or in Failed, and reaches Failed only through RecordFailure', () => {
  const ends = Object.entries(machine.States).filter(
    ([, state]) => state.End || state.Type === 'Fail',
  )
  expect(ends.map(([name]) => name).sort()).toEqual(['Deliver', 'Failed'])
  const before = Object.entries(machine.States).filter(
    ([, state]) => state.Next === 'Failed' || state.Catch?.some(({ Next }) => Next === 'Failed'),
  )
  expect(before.map(([name]) => name)).toEqual(['RecordFailure'])
})

test('enters at most six states for a recipe of one effect with detection', () => {
  const visit = ({ StartAt, States }: Machine): string[] => {
    const entered: string[] = []
    for (let name: string | undefined = StartAt; name; ) {
      const state: State | undefined = States[name]
      if (!state) throw new Error(`${name} is not a state.`)
      entered.push(name, ...(state.ItemProcessor ? visit(state.ItemProcessor) : []))
      name = state.Choices?.some(({ Next }) => Next === 'Deliver') ? 'Deliver' : state.Next
    }
    return entered
  }
  expect(visit(machine)).toEqual([
    'PreProcess',
    'ChooseTarget',
    'EachTarget',
    'CreateTask',
    'MoreSteps',
    'Deliver',
  ])
})

test('prepares only after a state said so, or after a task that wants its target larger', () => {
  const toPrepare = Object.entries(machine.States).flatMap(
    ([name, { Next, Catch = [], Choices = [] }]) =>
      [
        { Next, by: 'Next' },
        ...Catch.map((one) => ({ ...one, by: one.ErrorEquals.join() })),
        ...Choices,
      ]
        .filter((way) => way.Next === 'Prepare')
        .map((way) => [name, 'by' in way ? way.by : way.Condition]),
  )
  expect(toPrepare).toEqual([
    ['PreProcess', 'NeedsPreparing'],
    ['MoreSteps', "{% $framed and $exists($trail[-1].tasks[status = 'error']) %}"],
  ])
})
