import { askingDeps } from '../asking-deps.ts'
import { stepHandler } from '../step-handler.ts'
import { type CreateTaskInput, createTask } from './create-task.ts'

const deps = askingDeps()

/** The state CreateTask: creates the effect task of one target, whose end answers the token. */
export const handler = stepHandler((input: CreateTaskInput) => createTask(input, deps))
