import * as z from 'zod'
import { describeApi } from '../../../functions/console/routes/describe-api.ts'

type Media = Record<string, { schema?: { $ref?: string } }>
type Operation = { responses: Record<string, { content?: Media }> }
type Described = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: { Refusal: object } }
}

const { paths, components } = describeApi() as Described

/** The path of the description that a request's fits, the one with fewest variables. */
function templateOf(path: string): string {
  const parts = path.split('/')
  const fitting = Object.keys(paths).filter((template) => {
    const own = template.split('/')
    return (
      own.length === parts.length &&
      own.every((part, at) => part.startsWith('{') || part === parts[at])
    )
  })
  return fitting.toSorted((one, other) => one.split('{').length - other.split('{').length)[0] ?? ''
}

/**
 * What the interface's description does not say of an answer in JSON: nothing where it is as described.
 * @param path below `/console/api`, with or without a query
 */
export function notAsDescribed(
  method: string,
  path: string,
  { status, json }: { status: number; json: unknown },
): string[] {
  const [plain = ''] = path.split('?')
  const operation = paths[templateOf(plain)]?.[method.toLowerCase()]
  if (!operation && status < 400) return [`${method} ${plain} is not described.`]
  const { content } = operation?.responses[status] ?? {}
  const schema = status < 400 ? content?.['application/json']?.schema : components.schemas.Refusal
  if (content && Object.keys(content).length === 0) return []
  if (!schema) return [`${method} ${plain} answers JSON with ${status}, which is not described.`]
  const { error } = z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema).safeParse(json)
  return (error?.issues ?? []).map(
    ({ path: at, message }) => `${method} ${plain}: ${at.join('.')} ${message}`,
  )
}
