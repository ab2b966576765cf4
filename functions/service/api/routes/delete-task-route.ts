import { deleteTask } from '../../core/tasks/delete-task.ts'
import { parseJsonObject } from './parse-json-object.ts'
import type { Route } from './route.ts'

/** Deletes an ended task and its files before they expire. */
export const deleteTaskRoute: Route = {
  method: 'POST',
  path: '/s2s/v2.0/task/delete',
  operation: {
    id: 'deleteTask',
    tag: 'Tasks',
    summary:
      'Deletes an ended effect task with all its input and output files at once. Units are not returned.',
    body: {
      type: 'object',
      properties: { task_id: { type: 'string' } },
      required: ['task_id'],
    },
    response: {},
    failures: [
      'BadRequest',
      'InvalidParameters',
      'InvalidTaskId',
      'OperationInvalid',
      'OperationNotSupport',
    ],
  },
  handle: async ({ account, request }, deps) => {
    await deleteTask(account, parseJsonObject(request.body), deps)
    return { json: {} }
  },
}
