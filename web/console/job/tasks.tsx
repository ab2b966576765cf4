import type { WebhooksAnswer } from '../../../catalog/console/wire.ts'
import { printable } from '../../../catalog/json/unprintable.ts'
import { formatDay, formatNumber, formatSpan, formatTime } from '../words/format.ts'
import { words } from '../words/words.ts'
import { goneSince, TASK_DAYS } from './gone-since.ts'
import { recordOf } from './record.ts'

type Props = { job: unknown; hooks: WebhooksAnswer['tasks']; finishedAt: string | undefined }

/** The tasks of a job with what carried them out and what it took, and every attempt to tell of them. */
export function Tasks({ job, hooks, finishedAt }: Props) {
  const text = words.value.job
  const since = goneSince(finishedAt, TASK_DAYS, Date.now())
  const tasks = recordOf(job).steps.flatMap(({ feature, tasks: own }) =>
    own.map((task) => ({ feature, ...task })),
  )
  const sent = hooks.flatMap(({ deliveries }) =>
    deliveries.flatMap(({ endpoint, attempts }) => attempts.map((made) => ({ endpoint, ...made }))),
  )
  return (
    <section class="card" aria-labelledby="tasks-title">
      <h2 id="tasks-title">{text.tasks}</h2>
      {tasks.length === 0 && <p class="small">{text.noTasks}</p>}
      <ul class="plain">
        {tasks.map(({ feature, index, taskId = '', status, engine, charge, ms }) => (
          <li key={`${feature} ${index} ${taskId}`} class="task">
            <span>
              {feature} {status === 'error' ? '✕' : status === 'success' ? '✓' : ''}
            </span>
            <span class="number">
              {charge?.units === undefined ? '' : text.unitsOf(formatNumber(charge.units))}
              {ms === undefined ? '' : ` · ${formatSpan(ms)}`}
            </span>
            <small>
              <code>{printable(taskId)}</code> {engine && `${text.engine} ${printable(engine)}`}
            </small>
          </li>
        ))}
      </ul>
      <h3>{text.webhooks}</h3>
      {sent.length === 0 && (
        <p class="small">
          {since ? text.attemptsGone(TASK_DAYS, formatDay(since)) : text.noWebhooks}
        </p>
      )}
      <ul class="plain">
        {sent.map(({ at, status, reason, ms, answer, endpoint }) => (
          <li key={`${endpoint} ${at}`} class="task">
            <span>
              {status ?? <bdi>{printable(reason ?? '')}</bdi>}{' '}
              {status !== undefined && status < 300 ? '✓' : '✕'}
            </span>
            <span class="number">
              {formatNumber(ms)} ms ·{' '}
              <time dateTime={at} title={at}>
                {formatTime(at)}
              </time>
            </span>
            {answer && (
              <small>
                <code>
                  <bdi>{printable(answer)}</bdi>
                </code>
              </small>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
