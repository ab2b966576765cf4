import type { JsonSchema } from '../route.ts'
import { html, type Markup, raw } from './html.ts'
import { PAGE_STYLE } from './page-style.ts'
import { schemaTable } from './schema-table.ts'

type Operation = {
  operationId: string
  tags: string[]
  summary: string
  parameters?: { name: string; in: string; schema: JsonSchema; description?: string }[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content }>
}
type Info = { title: string; version: string; description: string }
type Content = { 'application/json': { schema: JsonSchema } }
type Endpoint = Operation & { method: string; path: string }

/** A page that shows an OpenAPI document: no script, no address but its own. */
export const docsPage = (document: Record<string, unknown>): string => {
  const { title, version, description } = document['info'] as Info
  const endpoints = endpointsOf(document['paths'] as Record<string, Record<string, Operation>>)
  const tags = (document['tags'] as { name: string }[]).map(({ name }) => name)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${raw(PAGE_STYLE)}</style>
</head>
<body>
<nav aria-label="Features"><ul>${tags.map((tag) => html`<li><a href="#${slug(tag)}">${tag}</a></li>`)}</ul></nav>
<main>
<h1>${title} <small>${version}</small></h1>
<p>${description}</p>
<p>Every request carries <code>Authorization: Bearer &lt;API key&gt;</code>. The same as JSON: <a href="/openapi.json">openapi.json</a>.</p>
${tags.map((tag) => section(tag, endpoints))}
</main>
</body>
</html>`.text
}

const slug = (text: string): string => text.toLowerCase().replace(/\W+/g, '-')

const endpointsOf = (paths: Record<string, Record<string, Operation>>): Endpoint[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  )

const section = (tag: string, endpoints: Endpoint[]): Markup => html`
<section id="${slug(tag)}"><h2>${tag}</h2>
${endpoints.filter(({ tags }) => tags.includes(tag)).map(endpoint)}
</section>`

const endpoint = (operation: Endpoint): Markup => html`
<details id="${operation.operationId}">
<summary><b class="${operation.method.toLowerCase()}">${operation.method}</b> <code>${operation.path}</code> <span>${operation.summary}</span></summary>
${parametersOf(operation)}
${operation.requestBody ? html`<h3>Body</h3>${schemaTable(operation.requestBody.content['application/json'].schema)}` : ''}
${Object.entries(operation.responses).map(([status, answer]) => responseOf(status, answer))}
</details>`

const parametersOf = ({ parameters = [] }: Operation): Markup | '' => {
  if (parameters.length === 0) return ''
  const properties = Object.fromEntries(
    parameters.map(({ name, in: place, schema, description }) => [
      `${name} (${place})`,
      { ...schema, ...(description !== undefined && { description }) },
    ]),
  )
  return html`<h3>Parameters</h3>${schemaTable({ type: 'object', properties })}`
}

const responseOf = (
  status: string,
  { description, content }: Operation['responses'][string],
): Markup =>
  status === '200' && content
    ? html`<h3>${status}</h3>${schemaTable(content['application/json'].schema)}`
    : html`<h3>${status}</h3><ul>${description.split('\n\n').map((line) => html`<li>${line.replaceAll('`', '')}</li>`)}</ul>`
