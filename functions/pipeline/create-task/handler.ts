import { randomUUID } from 'node:crypto'
import { inbox, jobs, objects, provider, tokens, watch } from '../adapters.ts'
import { stepHandler } from '../step-handler.ts'
import { type CreateTaskInput, createTask } from './create-task.ts'

const deps = {
  jobs: jobs(),
  inbox: inbox(),
  objects: objects(),
  provider: provider(),
  tokens: tokens(),
  watch: watch(),
  unique: randomUUID,
  now: Date.now,
}

/** The state CreateTask: creates the effect task of one target, whose end answers the token. */
export const handler = stepHandler((input: CreateTaskInput) => createTask(input, deps))
