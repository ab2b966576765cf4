import type { DropPlanAnswer, LeftReason } from '../../../catalog/console/drops.ts'
import { printable } from '../../../catalog/json/unprintable.ts'
import { mayOperate } from '../sign-in/session.ts'
import { formatBytes, formatNumber, formatSpan } from '../words/format.ts'
import type { DropFile } from './drop-file.ts'
import { choices, doing, files, ready, startDrop } from './drop-store.ts'
import { dropWords } from './words/drop-words.ts'

/** Names that are told of files with one reason. */
const NAMED = 12

/** What will happen, what it costs, what is left out and why, and the button that begins it. */
export function PlanSummary({ plan }: { plan: DropPlanAnswer }) {
  const text = dropWords.value
  const open = ready.value
  const all = files.value
  const sources = open.filter(({ fate }) => fate?.is === 'source')
  const count = (is: (file: DropFile) => unknown): number => all.filter(is).length
  const earlier = count(
    ({ fate, status }) => status !== 'sent' && fate?.is === 'source' && fate.earlier,
  )
  const missing = count(({ fate }) => fate?.is === 'source' && fate.missing && !fate.earlier)
  const supersedes = sources.filter(
    ({ fate }) => fate?.is === 'source' && fate.supersedes !== undefined,
  ).length
  const companions = open.length - sources.length
  const bytes = open.reduce((sum, { size }) => sum + size, 0)
  const failed = open.filter(({ status }) => status === 'failed' || status === 'changed').length
  return (
    <section class="card plan" aria-labelledby="plan-title">
      <h2 id="plan-title">{text.plan}</h2>
      <div class="plan-columns">
        <ul class="plain">
          <li>
            <strong>
              {sources.length === 0 ? text.nothing : text.jobs(formatNumber(sources.length))}
            </strong>
            {open.length > 0 && `, ${text.bytes(formatBytes(bytes))}`}
          </li>
          {companions > 0 && <li>{text.companions(formatNumber(companions))}</li>}
          {earlier > 0 && (
            <li>
              {text.earlier(formatNumber(earlier))}
              <Choice name="again" says={text.again} />
            </li>
          )}
          {missing > 0 && (
            <li>
              <span class="trouble">{text.missing(formatNumber(missing))}</span>
              <Choice name="incomplete" says={text.incomplete} />
            </li>
          )}
          {supersedes > 0 && <li>{text.supersedes(formatNumber(supersedes))}</li>}
          {plan.missingObjects.length > 0 && (
            <li class="trouble">
              <bdi>{printable(text.objects(plan.missingObjects.join(', ')))}</bdi>
            </li>
          )}
          {plan.returns && <li class="small">{text.returns}</li>}
        </ul>
        {sources.length > 0 && <Price plan={plan} files={sources.length} />}
      </div>
      <LeftOut />
      {mayOperate() && (
        <div class="actions">
          <button
            type="button"
            class="main"
            disabled={open.length === 0 || doing.value !== 'nothing'}
            onClick={() => void startDrop()}
          >
            {failed > 0 && failed === open.length
              ? text.retry(formatNumber(failed))
              : text.start(formatNumber(open.length))}
          </button>
        </div>
      )}
    </section>
  )
}

function Choice({ name, says }: { name: 'again' | 'incomplete'; says: string }) {
  return (
    <label class="row small">
      <input
        type="checkbox"
        checked={choices.value[name]}
        onChange={(event) => {
          choices.value = { ...choices.value, [name]: event.currentTarget.checked }
        }}
      />
      {says}
    </label>
  )
}

/** Less than this is told as nothing by two digits. */
const LEAST_DOLLARS = 0.01

/** From–to in units by the catalogue, time and dollars by the last jobs, and the budget of the day. */
function Price({ plan, files: count }: { plan: DropPlanAnswer; files: number }) {
  const text = dropWords.value
  const { units, expected, budget, priced } = plan
  // The plan is for what was not dropped before; choices may make more or less of it.
  const share = count / priced
  const number = (value: number): string => formatNumber(value * share, 2)
  const { minutes, dollars } = expected
  const time = (value: number): string =>
    formatSpan(Math.max(1, Math.round(value * share)) * 60_000)
  return (
    <ul class="plain small">
      <li>
        <strong>{text.units(number(units.least), number(units.most))}</strong> {text.forOne}
      </li>
      {minutes && dollars !== undefined ? (
        <li>
          {dollars * share < LEAST_DOLLARS
            ? text.fewDollars
            : text.dollars(formatNumber(dollars * share, 2))}
          , {text.minutes(time(minutes.least), time(minutes.most))}, {text.byJobs(expected.from)}
        </li>
      ) : (
        <li>{text.unknownCost}</li>
      )}
      {budget.map(({ of, left, needs, recipe }) => {
        const say = (value: number): string =>
          of === 'units' ? text.unitsLeft(formatNumber(value, 1)) : `$${formatNumber(value, 2)}`
        const taken = needs === undefined ? undefined : needs * share
        return (
          <li
            key={`${of} ${recipe}`}
            class={taken !== undefined && taken > left ? 'trouble' : undefined}
          >
            {taken === undefined
              ? text.budgetUnknown(say(left))
              : taken <= left
                ? text.budgetHolds(say(left))
                : text.budgetNot(say(left), say(taken))}
          </li>
        )
      })}
    </ul>
  )
}

/** Files that are left out, in one place by reason. */
function LeftOut() {
  const text = dropWords.value
  const groups = new Map<LeftReason, string[]>()
  for (const { fate, name } of files.value) {
    if (fate?.is !== 'left') continue
    const names = groups.get(fate.why) ?? []
    names.push(name)
    groups.set(fate.why, names)
  }
  if (groups.size === 0) return null
  const total = [...groups.values()].reduce((sum, { length }) => sum + length, 0)
  return (
    <details class="left-out">
      <summary>
        {text.left(formatNumber(total))}:{' '}
        {[...groups]
          .map(([why, names]) => text.leftAs(text.reasons[why], formatNumber(names.length)))
          .join(', ')}
      </summary>
      <ul class="plain small">
        {[...groups].map(([why, names]) => (
          <li key={why}>
            <strong>
              {formatNumber(names.length)}: {text.reasons[why]}
            </strong>
            {' – '}
            {names.slice(0, NAMED).map((name, at) => (
              <span key={name}>
                {at > 0 && ', '}
                <bdi>{printable(name)}</bdi>
              </span>
            ))}
            {names.length > NAMED && ` ${text.more(formatNumber(names.length - NAMED))}`}
          </li>
        ))}
      </ul>
    </details>
  )
}
