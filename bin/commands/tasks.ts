import { Command } from 'commander'
import { redact } from '../../functions/redact.ts'
import { eventIdOf } from '../../functions/service/webhooks/event-id.ts'
import { wholeNumber } from '../data-option.ts'
import { deskCommand } from '../desk-command.ts'
import { showMoment } from '../moment.ts'

/** `darkroom tasks`: what accounts had done. */
export const tasks = (): Command =>
  new Command('tasks')
    .description('list the tasks of an account and look at one')
    .addCommand(list())
    .addCommand(show())

const list = () =>
  deskCommand<{ limit: number }>(
    'list <account>',
    'list the latest tasks of an account, newest first',
    async (desk, { limit }, account = '') => {
      const found = await desk.tasks.list(account, limit)
      const lines = found.map(
        ({ id, feature, stage, status, createdAt, error = '' }) =>
          `${showMoment(createdAt)}  ${status.padEnd(7)}  ${feature} ${stage}  ${id}  ${error}`,
      )
      return { lines: lines.length > 0 ? lines : ['No tasks yet.'], json: found }
    },
  ).option('--limit <n>', 'how many', wholeNumber('--limit', 1, 1000), 20)

const show = () =>
  deskCommand('show <id>', 'show one task', async (desk, _, id = '') => {
    const task = await desk.tasks.get(id)
    if (!task) throw new Error(`There is no task ${id}.`)
    const { account, feature, stage, status, units, createdAt, finishedAt, deletedAt } = task
    const event = eventIdOf(id)
    return {
      lines: [
        `${feature} ${stage}  ${status}`,
        `account   ${account}`,
        `created   ${showMoment(createdAt)}`,
        `finished  ${showMoment(finishedAt)}`,
        ...(deletedAt === undefined ? [] : [`deleted   ${showMoment(deletedAt)}`]),
        `units     ${status === 'success' ? units : 0} charged, ${units} if it succeeds`,
        ...(task.error ? [`error     ${task.error}: ${task.errorMessage ?? ''}`] : []),
        `event     ${event}`,
      ],
      // Source URLs are often signed: whoever has them has the file.
      json: redact({ ...task, event }),
    }
  })
