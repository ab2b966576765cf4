import { useSignal } from '@preact/signals'
import type { JobAnswer } from '../../../catalog/console/wire.ts'
import { printable } from '../../../catalog/json/unprintable.ts'
import { Thumbnail } from '../pictures/thumbnail.tsx'
import { words } from '../words/words.ts'
import { Analysis } from './analysis.tsx'
import { Compare } from './compare/compare.tsx'
import { useShown } from './compare/use-shown.ts'
import { recordOf } from './record.ts'
import { Videos } from './videos.tsx'
import { whyChosen } from './why-chosen.ts'

type Props = {
  answer: JobAnswer
  wanted: number | undefined
  choose: ((index: number) => void) | undefined
}

/** What a job was given and what came of it: pictures compared, videos on one clock, an analysis as a table. */
export function JobPictures({ answer: { row, job }, wanted, choose }: Props) {
  const which = useSignal(0)
  const text = words.value.job
  const { steps, results, found, lookedAt } = recordOf(job)
  const chosen = results[which.value]
  const isAnalysis = chosen?.contentType === 'application/json'
  const name = row.results[which.value]
  const source = useShown(row.id, 'source')
  const result = useShown(row.id, name === undefined || isAnalysis ? undefined : name)
  const tasks = steps[0]?.tasks ?? []
  const worked = new Set(found ? tasks.map(({ index }) => index) : [])
  const isVideo = source?.facts?.kind === 'video' || result?.facts?.kind === 'video'
  return (
    <div class="pictures">
      {isVideo ? (
        <Videos row={row} result={name} />
      ) : (
        source && (
          <Compare
            row={row}
            job={job}
            source={source}
            result={result}
            found={found}
            lookedAt={lookedAt}
            worked={worked}
            wanted={wanted}
            choose={choose}
          />
        )
      )}
      {row.results.length > 1 && (
        <div class="strip" role="toolbar" aria-label={text.results}>
          {row.results.map((one, at) => (
            <button
              key={one}
              type="button"
              aria-pressed={at === which.value}
              aria-label={`${text.result} ${at + 1}`}
              onClick={() => (which.value = at)}
            >
              <Thumbnail job={row.id} which={one} />
            </button>
          ))}
        </div>
      )}
      {found && tasks.some(({ why }) => why) && (
        <p class="small">
          {tasks
            .filter(({ why }) => why)
            .map(({ index, why = '' }) =>
              words.value.compare.chosen(index + 1, printable(whyChosen(why, words.value))),
            )
            .join(' · ')}
        </p>
      )}
      <p class="small downloads">
        <Download job={row.id} which="source" says={text.downloadSource} />
        {name !== undefined && <Download job={row.id} which={name} says={text.downloadResult} />}
      </p>
      {isAnalysis && name !== undefined && <Analysis job={row.id} which={name} />}
      {row.results.length === 0 && row.status === 'running' && <p class="small">{text.notReady}</p>}
    </div>
  )
}

/** The browser stays on the page, since what it is led to is a file to keep. */
function Download({ job, which, says }: { job: string; which: string; says: string }) {
  return <a href={`/console/api/files/${job}/${which}?as=download`}>{says}</a>
}
