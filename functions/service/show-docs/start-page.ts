import { plainPage } from './plain-page.ts'

/** The start page of the service: where to read on, and how to ask for the first time. */
export const START_PAGE =
  plainPage(`<p>An asynchronous HTTP interface for effects on pictures and videos.</p>
<ul>
<li><a href="/docs">Interface</a>: every request, to be read and tried in the browser</li>
<li><a href="/openapi.json">OpenAPI 3.1</a>: the same for tools that make clients</li>
</ul>
<p>Every request but these carries a key: <code>Authorization: Bearer …</code></p>`)
