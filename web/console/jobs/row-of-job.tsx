// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by transform, which a table does not let them.
// biome-ignore-all lint/a11y/useFocusableInteractive: cells and heads of columns are read, not acted on.
import type { JobRow } from '../../../catalog/console/wire.ts'
import { reasonAlone } from '../../../catalog/failures/ended-in.ts'
import { printable } from '../../../catalog/json/unprintable.ts'
import { Thumbnail } from '../pictures/thumbnail.tsx'
import { href } from '../shell/router.ts'
import { splitKey } from '../text/split-key.ts'
import { formatNumber, formatSpan, formatTime } from '../words/format.ts'
import { words } from '../words/words.ts'
import { StateMark } from './state-mark.tsx'

type Props = {
  row: JobRow
  chosen: boolean
  /** Absent where whoever looks may change nothing. */
  toggle: ((id: string, whole: boolean) => void) | undefined
}

/** One job in the list: before and after, its name and folder, what is made of it, and how it went. */
export function RowOfJob({ row, chosen, toggle }: Props) {
  const { name, folder } = splitKey(row.key)
  const took = row.finishedAt ? Date.parse(row.finishedAt) - Date.parse(row.createdAt) : undefined
  return (
    <>
      <span role="cell" class="pick">
        {toggle && (
          <input
            type="checkbox"
            checked={chosen}
            aria-label={`${words.value.keys.select}: ${printable(name)}`}
            onClick={(event) => toggle(row.id, event.shiftKey)}
          />
        )}
      </span>
      <span role="cell" class="thumbs">
        <Thumbnail job={row.id} which="source" />
        <Thumbnail job={row.id} which={row.results[0]} />
      </span>
      <span role="cell" class="name">
        <a href={href(`/jobs/${row.id}`)}>
          <bdi>{printable(name)}</bdi>
        </a>
        <small>
          <bdi>{printable(folder)}</bdi>
          <span class="narrow-only">
            {folder === '' ? '' : ' · '}
            <bdi>{printable(row.recipe)}</bdi>
          </span>
        </small>
      </span>
      <span role="cell" class="recipe">
        <bdi>{printable(row.recipe)}</bdi>
      </span>
      <span role="cell" class="status">
        <StateMark status={row.status} />
        {row.failure && (
          <small title={row.failure.code}>{printable(reasonAlone(row.failure.message))}</small>
        )}
        {row.parked && <small>{printable(row.parked.reason)}</small>}
      </span>
      <span role="cell" class="number units">
        {row.units === undefined ? '' : formatNumber(row.units)}
      </span>
      <span role="cell" class="number took">
        {took === undefined ? '' : formatSpan(took)}
      </span>
      <span role="cell" class="number began">
        <time dateTime={row.createdAt} title={row.createdAt}>
          {formatTime(row.createdAt)}
        </time>
      </span>
    </>
  )
}

/** What the columns are called. */
export function HeadOfJobs() {
  const { jobs } = words.value
  return (
    <>
      <span role="columnheader" class="pick">
        <span class="unseen">{words.value.keys.select}</span>
      </span>
      <span role="columnheader" class="thumbs">
        <span>{jobs.before}</span>
        <span>{jobs.after}</span>
      </span>
      <span role="columnheader">{jobs.file}</span>
      <span role="columnheader" class="recipe">
        {jobs.recipe}
      </span>
      <span role="columnheader">{jobs.state}</span>
      <span role="columnheader" class="number units">
        {jobs.units}
      </span>
      <span role="columnheader" class="number took">
        {jobs.took}
      </span>
      <span role="columnheader" class="number began">
        {jobs.time}
      </span>
    </>
  )
}
