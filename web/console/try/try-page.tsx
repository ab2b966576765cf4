import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { CatalogueAnswer, CatalogueFeature } from '../../../catalog/console/recipes.ts'
import type { TriesAnswer, TryJudged, TryStatus } from '../../../catalog/console/try-wire.ts'
import { printable } from '../../../catalog/json/unprintable.ts'
import { useAnswer } from '../api/use-answer.ts'
import { onHandedOver } from '../camera/hand-over.ts'
import { Parameters } from '../recipes/form/parameters.tsx'
import { problemsAt } from '../recipes/form/problems.ts'
import { go, place } from '../shell/router.ts'
import { formatNumber, formatSpan } from '../words/format.ts'
import { refusal } from '../words/words.ts'
import { CodeView } from './code-view.tsx'
import { FileChoice } from './file-choice.tsx'
import { People } from './people.tsx'
import { ResultView } from './result-view.tsx'
import { beginTask, type ChosenFiles, endOf, type FileIds, uploadFiles } from './run-try.ts'
import { useJudged } from './use-judged.ts'
import { tryWords } from './words/try-words.ts'

/** Every feature of the catalogue, tried on a picture of one's own. */
export function TryPage() {
  const catalogue = useAnswer<CatalogueAnswer>('/catalogue')
  const offer = useAnswer<TriesAnswer>('/tries')
  const text = tryWords.value
  const trouble = offer.trouble.value || catalogue.trouble.value
  const features = catalogue.answer.value?.features
  const asked = place.value.query.get('feature')
  const feature = features?.find(({ name }) => name === asked) ?? features?.[0]
  return (
    <section class="page try" aria-labelledby="try-title">
      <div class="head">
        <div class="title">
          <h1 id="try-title">{text.title}</h1>
          <p class="under">{text.under}</p>
        </div>
        {features && feature && (
          <div class="filters">
            <label>
              {text.feature}
              <select
                value={feature.name}
                onChange={({ currentTarget: { value } }) =>
                  go(`/try?feature=${encodeURIComponent(value)}`, { replace: true })
                }
              >
                {features.map(({ name, title }) => (
                  <option key={name} value={name}>
                    {printable(title)}
                    {isOffered(name, offer.answer.value) ? '' : ` (${text.elsewhere})`}
                  </option>
                ))}
              </select>
            </label>
          </div>
        )}
      </div>
      <p role="status" class="notes">
        {trouble !== '' && <span class="trouble">{trouble}</span>}
      </p>
      {feature && offer.answer.value && (
        <TryFeature key={feature.name} feature={feature} offer={offer.answer.value} />
      )}
    </section>
  )
}

function isOffered(name: string, offer: TriesAnswer | undefined): boolean {
  return offer?.features?.includes(name) ?? true
}

type Phase =
  | { is: 'idle' }
  | { is: 'uploading' }
  | { is: 'finding' | 'working'; since: number }
  | { is: 'ended'; ended: TryStatus; ms: number }

function TryFeature({ feature, offer }: { feature: CatalogueFeature; offer: TriesAnswer }) {
  const text = tryWords.value
  const { name, summary, inputs, targets } = feature
  const parameters = useSignal<unknown>(feature.start)
  const files = useSignal<ChosenFiles>({})
  const trouble = useSignal('')
  const phase = useSignal<Phase>({ is: 'idle' })
  const ids = useSignal<FileIds | undefined>(undefined)
  const found = useSignal<TryStatus['found']>(undefined)
  const chosen = useSignal(0)
  const waiting = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => waiting.current?.abort(), [])
  const roles = [{ role: 'src', needed: true, most: 1 }, ...inputs]
  const complete = roles.every(({ role, needed }) => !needed || files.value[role]?.length)
  const { judged, problems } = useJudged({
    feature: name,
    trouble,
    parameters: parameters.value,
    files: complete ? files.value : undefined,
  })

  const choose = (role: string, some: readonly File[]): void => {
    files.value = { ...files.value, [role]: some }
    ids.value = undefined
    found.value = undefined
    chosen.value = 0
    phase.value = { is: 'idle' }
  }
  useEffect(() => onHandedOver((picture) => choose('src', [picture])), [])
  useEffect(() => {
    const pasted = ({ clipboardData }: ClipboardEvent): void => {
      const some = [...(clipboardData?.files ?? [])].slice(0, 1)
      if (some.length > 0) choose('src', some)
    }
    addEventListener('paste', pasted)
    return () => removeEventListener('paste', pasted)
  }, [])

  const run = async (stage: 'pre-process' | 'effect'): Promise<void> => {
    waiting.current?.abort()
    const controller = new AbortController()
    waiting.current = controller
    trouble.value = ''
    try {
      if (!ids.value) {
        phase.value = { is: 'uploading' }
        ids.value = await uploadFiles(name, parameters.value, files.value)
      }
      const since = Date.now()
      phase.value = { is: stage === 'effect' ? 'working' : 'finding', since }
      const task = await beginTask(
        stage === 'effect'
          ? {
              make: 'effect',
              feature: name,
              parameters: parameters.value,
              files: ids.value,
              ...(targets && { index: chosen.value }),
            }
          : { make: 'detection', feature: name, src: ids.value['src']?.[0] },
      )
      const ended = await endOf(task, { feature: name, stage, signal: controller.signal })
      if (!ended) return
      if (stage === 'effect' || ended.status === 'error') {
        phase.value = { is: 'ended', ended, ms: Date.now() - since }
      } else {
        found.value = ended.found ?? []
        phase.value = { is: 'idle' }
      }
    } catch (error) {
      trouble.value = refusal(error)
      phase.value = { is: 'idle' }
    }
  }
  const { is } = phase.value
  const busy = is === 'uploading' || is === 'finding' || is === 'working'
  const source = files.value['src']?.[0]
  const offered = isOffered(name, offer)
  const ready = judged.value !== undefined && !busy
  return (
    <>
      <p class="small" lang="en">
        <bdi>{printable(summary)}</bdi>
      </p>
      {!offered && <p class="trouble">{text.notCarriedOut}</p>}
      <div class="try-columns">
        <div class="card">
          <h2>{text.files}</h2>
          {roles.map(({ role, needed, most }) => (
            <FileChoice
              key={role}
              {...{ role, needed, most }}
              camera={role === 'src' && feature.source === 'picture'}
              files={files.value[role] ?? []}
              problems={problemsAt(problems.value, ['files', role])}
              choose={(some) => choose(role, some)}
            />
          ))}
          <Parameters
            feature={feature}
            path={['parameters']}
            problems={problems.value}
            value={parameters.value}
            set={(next) => (parameters.value = next)}
          />
        </div>
        <div class="try-side">
          {source && (
            <section class="card" aria-label={text.before}>
              <People file={source} found={found.value} chosen={chosen} />
            </section>
          )}
          <div class="actions">
            {targets && (
              <button
                type="button"
                disabled={!ready || !offered}
                onClick={() => void run('pre-process')}
              >
                {text.find}
              </button>
            )}
            <button
              type="button"
              class="main"
              disabled={!ready || !offered}
              onClick={() => void run('effect')}
            >
              {priceOf(judged.value)}
            </button>
            {busy && (
              <button
                type="button"
                class="quiet"
                onClick={() => {
                  waiting.current?.abort()
                  phase.value = { is: 'idle' }
                }}
              >
                {text.stop}
              </button>
            )}
          </div>
          <p role="status" class="notes">
            {problems.value.length > 0 && (
              <span class="trouble">{text.wrong(problems.value.length)}</span>
            )}
            {is === 'uploading' && text.uploading}
            {is === 'finding' && text.finding}
            {phase.value.is === 'working' && <Working since={phase.value.since} />}
            {trouble.value !== '' && (
              <span class="trouble">
                <bdi>{trouble.value}</bdi>
              </span>
            )}
          </p>
          {phase.value.is === 'ended' && (
            <ResultView ended={phase.value.ended} ms={phase.value.ms} source={source} />
          )}
          <CodeView
            code={codeOf(judged.value, { offer, files: files.value, index: chosen.value })}
          />
        </div>
      </div>
    </>
  )
}

/** How long it works already. */
function Working({ since }: { since: number }) {
  const now = useSignal(Date.now())
  useEffect(() => {
    const timer = setInterval(() => (now.value = Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return <>{tryWords.value.working(formatSpan(Math.round((now.value - since) / 1000) * 1000))}</>
}

function priceOf(judged: TryJudged | undefined): string {
  const text = tryWords.value
  if (!judged) return text.noPrice
  const { least, most } = judged.units
  if (least === most) return text.run(text.units(formatNumber(least, 2)))
  return text.run(text.unitRange(formatNumber(least, 2), formatNumber(most, 2)))
}

function codeOf(
  judged: TryJudged | undefined,
  { offer, files, index }: { offer: TriesAnswer; files: ChosenFiles; index: number },
) {
  if (!judged) return undefined
  const { path, body } = judged.effect
  return {
    baseUrl: offer.baseUrl,
    effect: { path, body: { ...body, ...('index' in body && { index }) } },
    files: Object.entries(files).flatMap(([role, some]) =>
      some.map(({ type }, nth) => ({ place: `${role}.${nth}`, contentType: type })),
    ),
  }
}
