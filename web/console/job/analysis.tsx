import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { printable } from '../../../catalog/json/unprintable.ts'
import { words } from '../words/words.ts'
import { linesOf } from './lines-of.ts'

/** Lines that are shown; the rest is in the file. */
const MOST = 200

/** What an analysis found, as a table. */
export function Analysis({ job, which }: { job: string; which: string }) {
  const lines = useSignal<readonly [string, string][] | undefined>(undefined)
  const address = `/console/api/files/${job}/${which}`
  useEffect(() => {
    fetch(address)
      .then((answer) => answer.json())
      .then((value: unknown) => {
        lines.value = linesOf(value).slice(0, MOST)
      })
      .catch(() => {})
  }, [address])
  const text = words.value.job
  return (
    <section class="card" aria-labelledby="analysis-title">
      <h2 id="analysis-title">{text.analysis}</h2>
      {lines.value && (
        <table class="findings">
          <tbody>
            {lines.value.map(([path, value]) => (
              <tr key={path}>
                <th scope="row">
                  <bdi>{printable(path)}</bdi>
                </th>
                <td>
                  <bdi>{printable(value)}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p>
        <a href={address} target="_blank" rel="noreferrer">
          {text.open}
        </a>
      </p>
    </section>
  )
}
