import type { Feature } from '../../../../catalog/features/feature.ts'
import { FEATURES } from '../../../../catalog/features/features.ts'
import { PERFORMED_FEATURES } from '../../../../catalog/features/performed-features.ts'
import type { Template } from '../../../../catalog/templates/template.ts'
import type { ApiRequest } from '../../core/http/api-request.ts'
import { NOT_CARRIED_OUT } from './describe-offer.ts'
import { PAGE_QUERY, paginate } from './page.ts'
import type { Operation, Route } from './route.ts'
import { thumbPath } from './thumb-routes.ts'

/** The template lists; they cost no units. The list of a v2.1 feature is also served under its v2.0 path. */
export const templateRoutes: readonly Route[] = FEATURES.filter(
  ({ templates }) => templates,
).flatMap((feature) => {
  const { apiVersion, name } = feature
  const route = (version: string): Route => ({
    method: 'GET',
    path: `/s2s/${version}/task/template/${name}`,
    handle: ({ request }) => ({ json: { data: listOf(feature, request) } }),
  })
  const older = apiVersion === 'v2.0' ? [] : [route('v2.0')]
  return [{ ...route(apiVersion), operation: operationOf(feature) }, ...older]
})

function listOf(feature: Feature, { query, origin }: ApiRequest): Record<string, unknown> {
  const { starting_token: token, ...rest } = query
  const { items, nextToken } = paginate(feature.templates ?? [], ({ id }) => id, {
    // Both paths of a list share their tokens.
    list: feature.name,
    // The literal `null` means the first page, like a missing token.
    query: token === 'null' ? rest : query,
  })
  return {
    templates: items.map((template) => itemOf(feature, template, origin)),
    next_token: nextToken,
  }
}

function itemOf(
  feature: Feature,
  { id, title, category_name, keep_users_color }: Template,
  origin: string,
) {
  return {
    id,
    thumb: `${origin}${thumbPath(feature, id)}`,
    title,
    category_name,
    ...(keep_users_color !== undefined && { keep_users_color }),
  }
}

function operationOf({ name, title, templates = [] }: Feature): Operation {
  const text = { type: 'string' }
  const keeps = templates.some(({ keep_users_color }) => keep_users_color !== undefined)
  const properties = {
    id: text,
    thumb: { type: 'string', format: 'uri' },
    title: text,
    category_name: text,
    ...(keeps && { keep_users_color: { type: 'boolean' } }),
  }
  return {
    id: `list${name.replace(/(^|\W)(\w)/g, (_, __, letter: string) => letter.toUpperCase())}Templates`,
    tag: title,
    summary: 'The templates a task may name by `template_id`.',
    ...(!PERFORMED_FEATURES.has(name) && { description: `**${NOT_CARRIED_OUT}**` }),
    query: PAGE_QUERY,
    response: {
      data: {
        type: 'object',
        properties: {
          templates: {
            type: 'array',
            items: { type: 'object', properties, required: Object.keys(properties) },
          },
          next_token: { type: ['string', 'null'] },
        },
        required: ['templates', 'next_token'],
      },
    },
    failures: ['InvalidParameters'],
  }
}
