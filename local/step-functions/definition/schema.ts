import * as z from 'zod'
import type { Json } from '../json.ts'

const json: z.ZodType<Json> = z.json()
/** A field that is a number, or a JSONata expression that evaluates to one. */
const numeric = z.union([z.number().min(0), z.string()])
const seconds = z.union([z.int().min(1).max(99_999_999), z.string()])

const names = {
  Comment: z.string().exactOptional(),
  QueryLanguage: z.literal('JSONata').exactOptional(),
  Output: json.exactOptional(),
}
const assigns = { Assign: z.record(z.string(), json).exactOptional() }
const moves = { Next: z.string().exactOptional(), End: z.boolean().exactOptional() }

const errorEquals = z.array(z.string()).min(1)
const retrier = z.strictObject({
  ErrorEquals: errorEquals,
  Comment: z.string().exactOptional(),
  IntervalSeconds: z.int().min(1).max(99_999_999).exactOptional(),
  MaxAttempts: z.int().min(0).max(99_999_999).exactOptional(),
  BackoffRate: z.number().min(1).exactOptional(),
  MaxDelaySeconds: z.int().min(1).max(31_622_400).exactOptional(),
  JitterStrategy: z.enum(['FULL', 'NONE']).exactOptional(),
})
const catcher = z.strictObject({
  ErrorEquals: errorEquals,
  Comment: z.string().exactOptional(),
  Next: z.string(),
  Output: json.exactOptional(),
  ...assigns,
})
const recovers = {
  Retry: z.array(retrier).exactOptional(),
  Catch: z.array(catcher).exactOptional(),
}

const task = z.strictObject({
  Type: z.literal('Task'),
  Resource: z.string(),
  Arguments: json.exactOptional(),
  TimeoutSeconds: seconds.exactOptional(),
  HeartbeatSeconds: seconds.exactOptional(),
  ...names,
  ...assigns,
  ...moves,
  ...recovers,
})
const pass = z.strictObject({ Type: z.literal('Pass'), ...names, ...assigns, ...moves })
const wait = z.strictObject({
  Type: z.literal('Wait'),
  Seconds: z.union([z.int().min(0).max(99_999_999), z.string()]).exactOptional(),
  Timestamp: z.string().exactOptional(),
  ...names,
  ...assigns,
  ...moves,
})
const choice = z.strictObject({
  Type: z.literal('Choice'),
  Choices: z
    .array(
      z.strictObject({
        Condition: z.union([z.boolean(), z.string()]),
        Next: z.string(),
        Comment: z.string().exactOptional(),
        Output: json.exactOptional(),
        ...assigns,
      }),
    )
    .min(1),
  Default: z.string().exactOptional(),
  ...names,
  ...assigns,
})
const succeed = z.strictObject({ Type: z.literal('Succeed'), ...names })
const fail = z.strictObject({
  Type: z.literal('Fail'),
  Comment: z.string().exactOptional(),
  QueryLanguage: z.literal('JSONata').exactOptional(),
  Error: z.string().exactOptional(),
  Cause: z.string().exactOptional(),
})
const parallelFields = z.strictObject({
  Type: z.literal('Parallel'),
  Arguments: json.exactOptional(),
  ...names,
  ...assigns,
  ...moves,
  ...recovers,
})
const reader = z.strictObject({
  Resource: z.string(),
  ReaderConfig: z
    .strictObject({
      InputType: z.enum(['JSONL', 'CSV']).exactOptional(),
      CSVHeaderLocation: z.literal('FIRST_ROW').exactOptional(),
      MaxItems: numeric.exactOptional(),
    })
    .exactOptional(),
  Arguments: json,
})
const batcher = z.strictObject({
  MaxItemsPerBatch: numeric.exactOptional(),
  MaxInputBytesPerBatch: numeric.exactOptional(),
  BatchInput: json.exactOptional(),
})
const writer = z.strictObject({
  Resource: z.string(),
  Arguments: json,
  WriterConfig: z
    .strictObject({ OutputType: z.literal('JSON'), Transformation: z.enum(['NONE', 'COMPACT']) })
    .exactOptional(),
})
const distributedFields = {
  ItemReader: reader.exactOptional(),
  ItemBatcher: batcher.exactOptional(),
  ResultWriter: writer.exactOptional(),
  Label: z
    .string()
    .regex(/^[\w-]{1,40}$/)
    .exactOptional(),
}

const mapFields = z.strictObject({
  Type: z.literal('Map'),
  Items: json.exactOptional(),
  ItemSelector: json.exactOptional(),
  MaxConcurrency: numeric.exactOptional(),
  ToleratedFailureCount: numeric.exactOptional(),
  ToleratedFailurePercentage: numeric.exactOptional(),
  ...distributedFields,
  ...names,
  ...assigns,
  ...moves,
  ...recovers,
})

export type TaskState = z.output<typeof task>
export type PassState = z.output<typeof pass>
export type WaitState = z.output<typeof wait>
export type ChoiceState = z.output<typeof choice>
export type SucceedState = z.output<typeof succeed>
export type FailState = z.output<typeof fail>
export type Retrier = z.output<typeof retrier>

/** States and where they start: the state machine itself, a branch of a Parallel, or the processor of a Map. */
export type Flow = { StartAt: string; States: Record<string, State> }
export type ParallelState = z.output<typeof parallelFields> & { Branches: Flow[] }
/** How a Map runs its processor: inside its own execution, or as child executions. */
type ProcessorConfig = { Mode: 'INLINE' } | { Mode: 'DISTRIBUTED'; ExecutionType: 'STANDARD' }
export type MapState = z.output<typeof mapFields> & {
  ItemProcessor: Flow & { ProcessorConfig?: ProcessorConfig }
}
/** One state as a definition writes it (Amazon States Language). */
export type State =
  | TaskState
  | PassState
  | WaitState
  | ChoiceState
  | SucceedState
  | FailState
  | ParallelState
  | MapState
/** A whole definition after it was checked. */
export type Machine = Flow & { TimeoutSeconds?: number }

const states: z.ZodType<Record<string, State>> = z.lazy(() =>
  z.record(z.string().min(1).max(80), stateSchema),
)
const flowFields = { StartAt: z.string(), States: states, Comment: z.string().exactOptional() }
const parallel = parallelFields.extend({ Branches: z.array(z.strictObject(flowFields)).min(1) })
const map = mapFields.extend({
  ItemProcessor: z.strictObject({
    ...flowFields,
    ProcessorConfig: z
      .discriminatedUnion('Mode', [
        z.strictObject({ Mode: z.literal('INLINE') }),
        z.strictObject({ Mode: z.literal('DISTRIBUTED'), ExecutionType: z.literal('STANDARD') }),
      ])
      .exactOptional(),
  }),
})
const stateSchema: z.ZodType<State> = z.discriminatedUnion('Type', [
  task,
  pass,
  wait,
  choice,
  succeed,
  fail,
  parallel,
  map,
])

/**
 * The shape of a state machine definition in JSONata (Amazon States Language). References between states are checked
 * by readDefinition.
 */
export const machineSchema: z.ZodType<Machine> = z.strictObject({
  ...flowFields,
  QueryLanguage: z.literal('JSONata'),
  Version: z.literal('1.0').exactOptional(),
  TimeoutSeconds: z.int().min(1).max(99_999_999).exactOptional(),
})
