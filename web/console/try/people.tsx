import { type Signal, useSignal } from '@preact/signals'
import type { TryStatus } from '../../../catalog/console/try-wire.ts'
import { Shown } from './file-choice.tsx'
import { tryWords } from './words/try-words.ts'

type Props = { file: File; found: TryStatus['found']; chosen: Signal<number> }

/** The picture with the people that were found in it, of whom one is clicked. */
export function People({ file, found, chosen }: Props) {
  const size = useSignal({ width: 0, height: 0 })
  const text = tryWords.value
  const { width, height } = size.value
  const share = (pixels: number, whole: number): string => `${(pixels / whole) * 100}%`
  return (
    <>
      <Shown
        file={file}
        label={text.before}
        sized={(width, height) => (size.value = { width, height })}
      >
        {width > 0 &&
          found?.map((box, index) => (
            <button
              key={`${box.left} ${box.top}`}
              type="button"
              class="found-person"
              aria-pressed={chosen.value === index}
              aria-label={text.person(index + 1)}
              onClick={() => (chosen.value = index)}
              style={{
                left: share(box.left, width),
                top: share(box.top, height),
                width: share(box.width, width),
                height: share(box.height, height),
              }}
            >
              <span>{index + 1}</span>
            </button>
          ))}
      </Shown>
      {found && (
        <p class="small" role="status">
          {text.found(found.length)} {found.length > 1 && text.clickPerson}
        </p>
      )}
    </>
  )
}
