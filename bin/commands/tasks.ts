import { Command, Option } from 'commander'
import { counted } from '../../functions/operate/counted.ts'
import { placeOfTask, type TaskPlace } from '../../functions/operate/tasks/place-of-task.ts'
import { redact } from '../../functions/redact.ts'
import {
  chargeOf,
  deleteTask,
  eventIdOf,
  requireKnownAccount,
  TASK_ID,
  type Task,
} from '../../functions/service/admin.ts'
import { adminCommand } from '../connection/admin-command.ts'
import type { AdminContext } from '../connection/admin-context.ts'
import { wholeNumber } from '../connection/data-option.ts'
import { formatTimestamp } from '../program/timestamp-option.ts'

/** `darkroom tasks`: what accounts had done. */
export function tasks(): Command {
  return new Command('tasks')
    .description('list the tasks of an account, look at one, delete one')
    .addCommand(list())
    .addCommand(show())
    .addCommand(remove())
}

function list() {
  return adminCommand<{ limit: number; status?: Task['status'] }>(
    'list <account>',
    'list the latest tasks of an account, newest first',
    async (admin, { limit, status }, account = '') => {
      const found = await admin.tasks.list(account, limit, status)
      const lines = found.map(({ id, feature, stage, status, createdAt, error, deletedAt }) =>
        [
          `${formatTimestamp(createdAt)}  ${status.padEnd(7)}  ${feature} ${stage}  ${id}`,
          ...(error ? [error] : []),
          ...(deletedAt === undefined ? [] : ['deleted']),
        ].join('  '),
      )
      if (found.length === 0 && !status) await requireKnownAccount(account, admin)
      const none = status ? `No tasks with the status ${status}.` : 'No tasks yet.'
      return { lines: lines.length > 0 ? lines : [none], json: found }
    },
  )
    .option('--limit <n>', 'how many', wholeNumber('--limit', 1, 1000), 20)
    .addOption(new Option('--status <status>', 'only these').choices(STATUSES))
}

const STATUSES: readonly Task['status'][] = ['running', 'success', 'error']

function show() {
  return adminCommand('show <id>', 'show one task', async (admin, _, id = '') => {
    const task = await taskWith(id, admin)
    const { account, feature, stage, status, createdAt, finishedAt, deletedAt } = task
    const event = eventIdOf(id)
    const place = await placeOfTask(admin, task)
    return {
      lines: [
        `${feature} ${stage}  ${status}`,
        `account   ${account}`,
        `created   ${formatTimestamp(createdAt)}`,
        `finished  ${formatTimestamp(finishedAt)}`,
        ...(place ? [`waits     ${placeSaid(place)}`] : []),
        ...(deletedAt === undefined ? [] : [`deleted   ${formatTimestamp(deletedAt)}`]),
        `units     ${unitsSaid(task)}`,
        ...(task.error ? [`error     ${task.error}: ${task.errorMessage ?? ''}`] : []),
        `event     ${event}`,
        ...(task.requestId ? [`request   ${task.requestId}`] : []),
      ],
      // Source URLs are often signed: whoever has them has the file.
      json: redact({ ...task, event, ...place }),
    }
  })
}

function placeSaid({ place, counted: some, seconds }: TaskPlace): string {
  const at = `place ${place}${some ? ' or later' : ''} in the queue`
  return seconds === undefined ? at : `${at}, begun in about ${counted(seconds, 'second')}`
}

function unitsSaid(task: Task): string {
  const charge = chargeOf(task)
  if (!charge) return `${task.units} set aside`
  const { units, seconds } = charge
  return `${units} charged${seconds === undefined ? '' : ` for ${seconds} s`}`
}

function remove() {
  return adminCommand(
    'delete <id>',
    'delete an ended task with its uploads and results, as its client can; its charge stays',
    async (admin, _, id = '') => {
      const { account } = await taskWith(id, admin)
      await deleteTask(account, { task_id: id }, admin)
      return { lines: [`${id} is deleted.`], json: { id, deleted: true } }
    },
  )
}

async function taskWith(id: string, { tasks: store }: AdminContext): Promise<Task> {
  const task = TASK_ID.test(id) ? await store.get(id) : undefined
  if (task) return task
  throw new Error(`There is no task ${id}.`)
}
