import type { TryStatus } from '../../../catalog/console/try-wire.ts'
import { printable } from '../../../catalog/json/unprintable.ts'
import { formatNumber, formatSpan } from '../words/format.ts'
import { Shown } from './file-choice.tsx'
import { tryWords } from './words/try-words.ts'

type Props = { ended: TryStatus; ms: number; source: File | undefined }

/** What a try resulted in: the picture before and after, values, or why it did not work out. */
export function ResultView({ ended, ms, source }: Props) {
  const text = tryWords.value
  const { status, error, message, url, units, values } = ended
  if (status === 'error') {
    return (
      <section class="card why" aria-labelledby="result-title">
        <h2 id="result-title">{text.failed}</h2>
        <p class="reason-words">
          <bdi>{printable(message ?? error ?? '')}</bdi>
        </p>
        <p>
          <code>{printable(error ?? '')}</code>
        </p>
      </section>
    )
  }
  const isVideo = /\.(?:mp4|mov)(?:\?|$)/i.test(url ?? '')
  return (
    <section class="card" aria-labelledby="result-title">
      <h2 id="result-title">{text.result}</h2>
      <p class="small" role="status">
        {text.took(formatSpan(ms), text.units(formatNumber(units ?? 0, 2)))}
      </p>
      {url !== undefined && (
        <div class="columns two">
          <figure>
            {source && <Shown file={source} label={text.before} />}
            <figcaption class="small">{text.before}</figcaption>
          </figure>
          <figure>
            <div class="shown">
              {isVideo ? (
                // biome-ignore lint/a11y/useMediaCaption: a result has none.
                <video src={url} controls aria-label={text.after} />
              ) : (
                <img src={url} alt={text.after} />
              )}
            </div>
            <figcaption class="small">
              {text.after} ·{' '}
              <a href={url} target="_blank" rel="noreferrer">
                {text.open}
              </a>
            </figcaption>
          </figure>
        </div>
      )}
      {Object.keys(values).length > 0 && (
        <>
          <h3>{text.values}</h3>
          <pre>{printableLines(JSON.stringify(values, null, 2))}</pre>
        </>
      )}
    </section>
  )
}

function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}
