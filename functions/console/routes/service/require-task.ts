import { Failure } from '../../../../catalog/failures/failure.ts'
import { TASK_ID, type Task } from '../../../service/admin.ts'

/** @throws Failure InvalidParameters for what is no id, NotFound */
export async function requireTask(
  id: string,
  { tasks }: { tasks: { get(id: string): Promise<Task | undefined> } },
): Promise<Task> {
  if (!TASK_ID.test(id)) {
    throw new Failure(
      'InvalidParameters',
      'id must be a task’s: 64 to 128 of A-Z, a-z, 0-9, - and _.',
    )
  }
  const task = await tasks.get(id)
  if (!task) throw new Failure('NotFound', 'There is no task with this id.')
  return task
}
