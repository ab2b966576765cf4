// biome-ignore-all lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
// biome-ignore-all lint/a11y/useSemanticElements: a group of cells is no set of fields, and no landmark.
import type { ComponentChildren } from 'preact'

type Props = {
  label: string
  /** Words of the head's cells; those of `numbers` stand to the right. */
  head: readonly string[]
  numbers?: readonly number[]
  children: ComponentChildren
}

/** A table that scrolls by itself where it is wider than the page. */
export function Table({ label, head, numbers = [], children }: Props) {
  return (
    <div class="table-scroll" role="group" aria-label={label} tabIndex={0}>
      <table class="rows">
        <thead>
          <tr>
            {head.map((text, at) =>
              text === '' ? (
                <td key={String(at)} />
              ) : (
                <th key={`${at} ${text}`} scope="col" class={numbers.includes(at) ? 'number' : ''}>
                  {text}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
