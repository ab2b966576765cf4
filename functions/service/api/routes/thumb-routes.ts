import { Failure } from '../../../../catalog/failure.ts'
import type { Feature } from '../../../../catalog/feature.ts'
import { FEATURES } from '../../../../catalog/features.ts'
import type { Template } from '../../../../catalog/templates/template.ts'
import type { RouteResponse } from '../../http/api-response.ts'
import type { Route } from './route.ts'

/** The path of a template's thumbnail. */
export function thumbPath({ name }: Pick<Feature, 'name'>, id: string): string {
  return `/thumbs/${name}/${id}.svg`
}

/** A thumbnail for each template, in its colours. They need no key, because web pages show them. */
export const thumbRoutes: readonly Route[] = FEATURES.flatMap(({ name, templates }) =>
  templates === undefined
    ? []
    : [
        {
          method: 'GET',
          path: `/thumbs/${name}/{file}`,
          anonymous: true,
          handle: ({ variable }): RouteResponse => {
            const template = templates.find(({ id }) => `${id}.svg` === variable)
            if (!template) throw new Failure('NotFound')
            return { document: renderThumb(template), headers: HEADERS }
          },
        } as const,
      ],
)

const HEADERS = {
  'content-type': 'image/svg+xml',
  'cache-control': 'public, max-age=86400',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
}

const THUMB_SIZE = 120

/** An SVG with bands of the template's colours above its title. Titles come from the catalogue and need no escaping. */
function renderThumb({ title, palette }: Template): string {
  const width = THUMB_SIZE / palette.length
  const bands = palette.map(
    (colour, at) =>
      `<rect x="${at * width}" width="${width}" height="${THUMB_SIZE}" fill="#${colour}"/>`,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${THUMB_SIZE} ${THUMB_SIZE}" role="img"`,
    ` aria-label="${title}">`,
    ...bands,
    `<rect y="96" width="${THUMB_SIZE}" height="24" fill="#fff" fill-opacity=".85"/>`,
    `<text x="60" y="112" text-anchor="middle" font-family="sans-serif" font-size="12">${title}</text>`,
    '</svg>',
  ].join('')
}
