import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { MapObjectStore } from '../../../local/step-functions/map-object-store.ts'
import { callback, functionArn, invoke, machine, named } from './definitions.ts'
import { startRig } from './rig.ts'

const SOURCE = join(import.meta.dirname, '../../../local/step-functions')

function source(): string {
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(SOURCE, file), 'utf8'))
    .join('\n')
}

/** Names that are only matched and never thrown (Amazon States Language, appendix A). */
const WILDCARDS = ['States.ALL', 'States.TaskFailed']

/** Errors that no wildcard matches; all others are caught by States.ALL. */
const TERMINAL = ['States.DataLimitExceeded', 'States.Runtime']

const objects: MapObjectStore = {
  open: async ({ key }) => {
    if (key === 'missing') throw new Error('there is no missing')
    return (async function* () {
      yield Buffer.from('{"n":1}\n')
    })()
  },
  list: async function* () {},
  write: async () => {
    throw new Error('the bucket is closed')
  },
}

function mapOver(key: string, more: object = {}, each: object = invoke('fine')): object {
  return {
    Type: 'Map',
    ItemReader: {
      Resource: 'arn:aws:states:::s3:getObject',
      ReaderConfig: { InputType: 'JSONL' },
      Arguments: { Bucket: 'b', Key: key },
    },
    ItemProcessor: {
      ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
      StartAt: 'I',
      States: { I: each },
    },
    ...more,
    End: true,
  }
}

const functions = {
  fine: () => 1,
  never: () => new Promise(() => undefined),
  ask: () => null,
  large: () => 'x'.repeat(300_000),
  nameless: () => {
    throw named('')
  },
}

/** For every error name of the interpreter a state that causes it. */
const PROVOKED: Record<string, object> = {
  'States.Timeout': invoke('never', { TimeoutSeconds: 2 }),
  'States.HeartbeatTimeout': callback('ask', { HeartbeatSeconds: 2 }),
  'States.QueryEvaluationError': invoke('fine', { Output: "{% $error('no') %}" }),
  'States.DataLimitExceeded': invoke('large'),
  'States.Runtime': {
    Type: 'Task',
    Resource: functionArn('fine'),
    TimeoutSeconds: '{% 1 %}',
    HeartbeatSeconds: '{% 2 %}',
    End: true,
  },
  'States.NoChoiceMatched': {
    Type: 'Choice',
    Choices: [{ Condition: '{% false %}', Next: 'Other' }],
  },
  'States.ItemReaderFailed': mapOver('missing'),
  'States.ResultWriterFailed': mapOver('there', {
    ResultWriter: {
      Resource: 'arn:aws:states:::s3:putObject',
      Arguments: { Bucket: 'b', Prefix: 'out' },
    },
  }),
  'States.ExceedToleratedFailureThreshold': mapOver('there', {}, invoke('nameless')),
  'Lambda.Unknown': invoke('nameless'),
}

/** What a missing right ends in: the tests of the local run's rights cause it. */
const DENIED = ['Lambda.AWSLambdaException', 'States.Permissions']

test('every error name of the interpreter is caused here', () => {
  const names = new Set(source().match(/(?<=')(?:States|Lambda)\.\w+(?=')/g))
  for (const name of [...WILDCARDS, 'Lambda.ServiceException', ...DENIED]) names.delete(name)
  expect([...names].sort()).toEqual(Object.keys(PROVOKED).sort())
})

/** Where a Choice could have gone. */
const OTHER = { Other: { Type: 'Pass', End: true } }

function flowOf(state: object): Record<string, object> {
  return (state as { Type: string }).Type === 'Choice' ? { It: state, ...OTHER } : { It: state }
}

/** The state inside a Parallel, since not every state has a Catch of its own. */
function caughtBy(state: object, ErrorEquals: string[]): object {
  return machine({
    Around: {
      Type: 'Parallel',
      Branches: [{ StartAt: 'It', States: flowOf(state) }],
      Catch: [{ ErrorEquals, Next: 'Caught' }],
      End: true,
    },
    Caught: { Type: 'Pass', End: true },
  })
}

test.each(Object.entries(PROVOKED))(
  '%s ends a state, is caught by its name, and by States.ALL unless it is terminal',
  async (name, state) => {
    const alone = await (await startRig({ functions, objects })).run(machine(flowOf(state)))
    expect(alone).toMatchObject({ status: 'FAILED', error: name })
    const byName = await (await startRig({ functions, objects })).run(caughtBy(state, [name]))
    expect(byName).toMatchObject({ status: 'SUCCEEDED', output: { Error: name } })
    const byAll = await (await startRig({ functions, objects })).run(
      caughtBy(state, ['States.ALL']),
    )
    expect(byAll).toMatchObject(
      TERMINAL.includes(name)
        ? { status: 'FAILED', error: name }
        : { status: 'SUCCEEDED', output: { Error: name } },
    )
  },
)

/** For every state type a minimal state, and its output for its input. */
const TYPES: Record<string, [state: object, output: unknown]> = {
  Task: [invoke('fine'), 1],
  Pass: [{ Type: 'Pass', Output: '{% $states.input.n + 1 %}', End: true }, 3],
  Wait: [{ Type: 'Wait', Seconds: 1, End: true }, { n: 2 }],
  Choice: [
    {
      Type: 'Choice',
      Choices: [{ Condition: '{% $states.input.n = 2 %}', Next: 'Two' }],
      Default: 'Other',
    },
    'two',
  ],
  Succeed: [{ Type: 'Succeed', Output: "{% 'done' %}" }, 'done'],
  Fail: [{ Type: 'Fail', Error: "{% 'No' & $string($states.input.n) %}" }, undefined],
  Parallel: [
    {
      Type: 'Parallel',
      Branches: [
        { StartAt: 'A', States: { A: { Type: 'Pass', End: true } } },
        { StartAt: 'B', States: { B: { Type: 'Pass', Output: "{% 'b' %}", End: true } } },
      ],
      End: true,
    },
    [{ n: 2 }, 'b'],
  ],
  Map: [
    {
      Type: 'Map',
      Items: [1, 2],
      ItemProcessor: {
        StartAt: 'I',
        States: { I: { Type: 'Pass', Output: '{% $states.input * 10 %}', End: true } },
      },
      End: true,
    },
    [10, 20],
  ],
}

test('every state type of the interpreter is run here', () => {
  const types = new Set(
    [...source().matchAll(/\bType: z\.literal\('(\w+)'\)/g)].map(([, type]) => type),
  )
  expect([...types].sort()).toEqual(Object.keys(TYPES).sort())
})

test.each(Object.entries(TYPES))(
  '%s does what the language says of it',
  async (type, [state, output]) => {
    const rig = await startRig({ functions, objects })
    const more =
      type === 'Choice'
        ? {
            Two: { Type: 'Pass', Output: "{% 'two' %}", End: true },
            Other: { Type: 'Pass', Output: "{% 'other' %}", End: true },
          }
        : {}
    const ended = await rig.run(machine({ It: state, ...more }), { n: 2 })
    expect(ended).toMatchObject(
      type === 'Fail' ? { status: 'FAILED', error: 'No2' } : { status: 'SUCCEEDED', output },
    )
  },
)
