import { printable } from '../../../../catalog/json/unprintable.ts'
import type { FieldProblem } from './problems.ts'

/** What is wrong with a field, right behind it; its control names the id in `aria-describedby`. */
export function FieldProblems({ id, found }: { id: string; found: readonly FieldProblem[] }) {
  if (found.length === 0) return null
  return (
    <p id={`${id}-problems`} class="trouble small field-problems">
      {found.map(({ words }) => (
        <bdi key={words}>{printable(words)}</bdi>
      ))}
    </p>
  )
}

/** What a control says of its problems to those who do not see them. */
export function problemAttributes(id: string, found: readonly FieldProblem[]) {
  return found.length > 0
    ? { 'aria-invalid': true as const, 'aria-describedby': `${id}-problems` }
    : {}
}
