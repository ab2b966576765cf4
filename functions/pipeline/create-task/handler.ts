import { stepHandler } from '../core/steps/step-handler.ts'
import { openTaskDeps } from '../core/wiring.ts'
import { type CreateTaskInput, createTask } from './create-task.ts'

const deps = openTaskDeps()

/** The state CreateTask: creates the effect task of one target. The end of the task resumes the state. */
export const handler = stepHandler((input: CreateTaskInput) => createTask(input, deps))
