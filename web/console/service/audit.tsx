import type { AuditAnswer } from '../../../catalog/console/service-wire.ts'
import { printable } from '../../../catalog/json/unprintable.ts'
import { usePages } from '../api/use-pages.ts'
import { Table } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import { serviceWords } from './words/service-words.ts'

/** Who changed what by the console, newest first. */
export function Audit() {
  const all = serviceWords.value
  const text = all.audit
  const { rows, hasMore, more, trouble } = usePages<AuditAnswer, AuditAnswer['entries'][number]>(
    '/audit',
    {},
    ({ entries }) => entries,
  )
  return (
    <section class="card" aria-labelledby="audit-title">
      <h2 id="audit-title">{all.sections.audit}</h2>
      <p role="status" class="notes">
        {trouble.value !== '' && <span class="trouble">{trouble.value}</span>}
        {rows.value === undefined && trouble.value === '' && all.loading}
      </p>
      {rows.value?.length === 0 && <p class="small">{text.none}</p>}
      {rows.value !== undefined && rows.value.length > 0 && (
        <Table
          label={all.sections.audit}
          head={[all.time, text.who, text.what, text.on, text.from, text.answered]}
        >
          {rows.value.map(({ who, at, what, on, ip, status, code }) => (
            <tr key={`${at} ${what} ${Object.values(on).join(' ')}`}>
              <td>
                <When iso={at} />
              </td>
              <td>
                <bdi>{printable(who)}</bdi>
              </td>
              <td>
                <code>{printable(what.replace('/console/api', ''))}</code>
              </td>
              <td>
                <code class="cut">
                  <bdi>{printable(Object.values(on).join(' '))}</bdi>
                </code>
              </td>
              <td>
                <code>{printable(ip)}</code>
              </td>
              <td class={status >= 400 ? 'trouble' : ''}>
                {status} {code === undefined ? '' : printable(code)}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {hasMore && (
        <button type="button" onClick={() => void more()}>
          {all.more}
        </button>
      )}
    </section>
  )
}
