import { chargeHeaders, SECONDS_HEADER, UNITS_HEADER } from '../../../../catalog/costs/charge.ts'
import type { FailureCode } from '../../../../catalog/failures/failures.ts'
import { codesOf } from '../../../../catalog/features/code-of.ts'
import type { Feature, Stage } from '../../../../catalog/features/feature.ts'
import { FEATURES, stagesOf, taskPath } from '../../../../catalog/features/features.ts'
import { isBatched } from '../../../../catalog/tasks/lane.ts'
import {
  PLACE_HEADER,
  STARTS_IN_HEADER,
  turnHeaders,
} from '../../../../catalog/tasks/task-place.ts'
import { WORK_STARTED_HEADER, workStartHeader } from '../../../../catalog/tasks/task-times.ts'
import { isPricedBySecond } from '../../../../catalog/tasks/units-of.ts'
import { createTask } from '../../core/tasks/create-task.ts'
import { parseTaskCreation } from '../../core/tasks/parse-task-creation.ts'
import { readTask } from '../../core/tasks/read-task.ts'
import { describeOffer } from './describe-offer.ts'
import { type JsonSchema, jsonSchema } from './json-schema.ts'
import { parseJsonObject } from './parse-json-object.ts'
import type { Operation, Route } from './route.ts'
import { taskSchema } from './task-schema.ts'

/** Creates tasks at the path of each stage of each feature, and reads them at `<path>/{task_id}`. */
export const taskRoutes: readonly Route[] = FEATURES.flatMap((feature) =>
  stagesOf(feature).flatMap((stage) => [creation(feature, stage), status(feature, stage)]),
)

function creation(feature: Feature, stage: Stage): Route {
  return {
    method: 'POST',
    path: taskPath(feature, stage),
    get operation() {
      return creationOperation(feature, stage)
    },
    handle: async ({ account, keyName, request }, deps) => {
      const body = parseJsonObject(request.body)
      const idempotencyKey = request.headers['idempotency-key']
      const { deadline } = request
      const creation = parseTaskCreation({
        account,
        keyName,
        feature,
        stage,
        body,
        idempotencyKey,
        deadline,
        batched: isBatched(request.headers),
        generator: deps.generator,
      })
      return { json: { data: await createTask(creation, deps) } }
    },
  }
}

function status(feature: Feature, stage: Stage): Route {
  return {
    method: 'GET',
    path: `${taskPath(feature, stage)}/{task_id}`,
    get operation() {
      return statusOperation(feature, stage)
    },
    handle: async ({ account, variable }, deps) => {
      const asked = { account, feature, stage, taskId: variable }
      const { data, charge, workStart, turn } = await readTask(asked, deps)
      return {
        json: { data },
        headers: {
          ...workStartHeader(workStart),
          ...turnHeaders(turn),
          ...(charge && chargeHeaders(charge)),
        },
      }
    },
  }
}

function idOf({ name }: Feature, stage: Stage): string {
  return `${name}${stage === 'pre-process' ? '-pre-process' : ''}`.replace(
    /\W(\w)/g,
    (_, letter: string) => letter.toUpperCase(),
  )
}

function upperFirst(text: string): string {
  return `${text[0]?.toUpperCase()}${text.slice(1)}`
}

function creationOperation(feature: Feature, stage: Stage): Operation {
  return {
    id: `create${upperFirst(idOf(feature, stage))}`,
    tag: feature.title,
    summary:
      stage === 'effect'
        ? feature.summary
        : `Finds the ${feature.preProcess?.finds} of a picture. Takes its source and nothing else.`,
    ...(stage === 'effect' && { description: describeOffer(feature) }),
    headers: {
      type: 'object',
      properties: {
        'Idempotency-Key': { type: 'string', minLength: 1, maxLength: 255 },
        'Darkroom-Lane': { type: 'string', enum: ['batch'] },
      },
    },
    body: taskSchema(feature, stage),
    example:
      stage === 'effect' ? feature.example : { src_file_url: feature.example['src_file_url'] },
    responseName: 'TaskCreated',
    response: {
      data: {
        type: 'object',
        properties: { task_id: { type: 'string', pattern: '^[A-Za-z0-9_-]{64,128}$' } },
        required: ['task_id'],
      },
    },
    failures: creationRefusals(feature),
  }
}

function creationRefusals({ templates }: Feature): FailureCode[] {
  return [
    'BadRequest',
    'InvalidParameters',
    ...(templates ? (['InvalidTemplate'] as const) : []),
    'CreditInsufficiency',
    'InvalidTaskId',
    'IdempotencyConflict',
    'IdempotencyMismatch',
  ]
}

function statusOperation(feature: Feature, stage: Stage): Operation {
  return {
    id: `read${upperFirst(idOf(feature, stage))}`,
    tag: feature.title,
    summary:
      'The state of a task. A result’s URL is signed for two hours and made anew at each question.',
    variable: 'What the creation answered with.',
    response: { data: statusSchema(feature, stage) },
    responseHeaders: { ...WORK_START_SCHEMA, ...TURN_SCHEMA, ...CHARGE_SCHEMA },
    failures: ['InvalidTaskId', 'TaskTimeout'],
  }
}

const WORK_START_SCHEMA: Readonly<Record<string, JsonSchema>> = {
  [WORK_STARTED_HEADER]: {
    type: 'string',
    pattern: '^(?:waiting|\\d+)$',
    description: 'When work on the task began, in seconds since 1970; `waiting` before.',
  },
}

const TURN_SCHEMA: Readonly<Record<string, JsonSchema>> = {
  [PLACE_HEADER]: {
    type: 'integer',
    minimum: 1,
    description:
      'Of a task that waits: which one in the queue it is, of all accounts; counted every ten seconds.',
  },
  [STARTS_IN_HEADER]: {
    type: 'integer',
    description: 'About how many seconds are left until work on it begins, where that is known.',
  },
}

const CHARGE_SCHEMA: Readonly<Record<string, JsonSchema>> = {
  [UNITS_HEADER]: {
    type: 'integer',
    description: 'Units the task was charged, once it has ended; 0 where it failed.',
  },
  [SECONDS_HEADER]: {
    type: 'integer',
    description: 'The started seconds they are for, where the price is by the second.',
  },
}

function statusSchema(feature: Feature, stage: Stage): JsonSchema {
  const results = stage === 'effect' ? feature.results : feature.preProcess?.results
  return {
    type: 'object',
    properties: {
      task_status: { enum: ['running', 'success', 'error'] },
      error: { anyOf: [{ enum: codesOf(feature) }, { type: 'null' }] },
      error_message: { type: 'string' },
      results: { anyOf: [results ? jsonSchema(results) : {}, { type: 'null' }] },
      ...(stage === 'effect' && isPricedBySecond(feature) && { progress: PROGRESS }),
    },
    required: ['task_status', 'error', 'results'],
  }
}

/** How far a running task is; Darkroom's own field. */
const PROGRESS: JsonSchema = {
  type: 'object',
  description: 'Of a running task: how many frames of the result are done.',
  properties: {
    frames_done: { type: 'integer' },
    frames_total: { type: 'integer' },
    frames_per_second: { type: 'number' },
    seconds_left: { type: 'integer' },
  },
  required: ['frames_done', 'frames_total'],
}
