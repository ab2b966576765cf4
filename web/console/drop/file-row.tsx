// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by transform, which a table does not let them.
// biome-ignore-all lint/a11y/useFocusableInteractive: the list has the focus, and links in cells their own.
import { printable } from '../../../catalog/json/unprintable.ts'
import { href } from '../shell/router.ts'
import { formatBytes, formatNumber } from '../words/format.ts'
import { type DropFile, uploadedBytes } from './drop-file.ts'
import { beat } from './drop-store.ts'
import { dropWords } from './words/drop-words.ts'

/** The heads of the columns. */
export function HeadOfFiles() {
  const text = dropWords.value
  return (
    <>
      <span role="columnheader">{text.file}</span>
      <span role="columnheader" class="number">
        {text.size}
      </span>
      <span role="columnheader">{text.fate}</span>
    </>
  )
}

/** One file: its name, its size, and what becomes of it or how far it is. */
export function FileCells({ file }: { file: DropFile }) {
  const slash = file.name.lastIndexOf('/')
  return (
    <>
      <span role="cell" class="name">
        <bdi>{printable(file.name.slice(slash + 1))}</bdi>
        {slash >= 0 && (
          <small>
            <bdi>{printable(file.name.slice(0, slash))}</bdi>
          </small>
        )}
      </span>
      <span role="cell" class="number size">
        {formatBytes(file.size)}
      </span>
      <span role="cell" class="fate">
        <Fate file={file} />
      </span>
    </>
  )
}

function Fate({ file }: { file: DropFile }) {
  const text = dropWords.value
  // Files are changed in place, which no property tells.
  beat.value
  const { fate, status, job, trouble } = file
  if (status === 'failed' || status === 'changed') {
    return (
      <span class="trouble">
        ✕ {text.states[status]} {trouble && <bdi>{printable(trouble)}</bdi>}
      </span>
    )
  }
  if (status === 'sent') {
    return (
      <span>
        ✓ {text.states.sent}
        {job !== undefined && (
          <>
            {' · '}
            <a href={href(`/jobs/${job}`)}>{text.job}</a>
          </>
        )}
      </span>
    )
  }
  if (status === 'sending' || status === 'waiting') {
    const share = file.size === 0 ? 0 : uploadedBytes(file) / file.size
    return (
      <span class="going">
        <span>
          {text.states[status]} {status === 'sending' && `${formatNumber(100 * share)} %`}
        </span>
        <span class="going-bar" aria-hidden="true" style={{ '--share': `${100 * share}%` }} />
      </span>
    )
  }
  if (!fate) return null
  if (fate.is === 'left') return <span class="soft">– {text.reasons[fate.why]}</span>
  if (fate.is === 'companion') {
    const of = fate.of?.slice(fate.of.lastIndexOf('/') + 1)
    return <span>{of === undefined ? text.companion : text.companionOf(printable(of))}</span>
  }
  if (fate.earlier) {
    return (
      <span>
        {text.earlierStates[fate.earlier.state]}
        {' · '}
        <a href={href(`/jobs/${fate.earlier.job}`)}>{text.job}</a>
      </span>
    )
  }
  if (fate.missing) {
    return <span class="trouble">! {text.missingOf(printable(fate.missing.join(', ')))}</span>
  }
  return (
    <span>
      {text.states.planned}
      {fate.supersedes !== undefined && ` · ${text.superseding}`}
    </span>
  )
}
