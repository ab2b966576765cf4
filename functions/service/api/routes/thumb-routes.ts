import { Failure } from '../../../../catalog/failures/failure.ts'
import type { Feature } from '../../../../catalog/features/feature.ts'
import { FEATURES } from '../../../../catalog/features/features.ts'
import LOOK_THUMBS from '../../../../catalog/looks/thumbs/thumbs.json' with { type: 'json' }
import type { Template } from '../../../../catalog/templates/template.ts'
import type { RouteResponse } from '../../core/http/api-response.ts'
import type { Route } from './route.ts'

/** The path of a template's thumbnail. */
export function thumbPath({ name }: Pick<Feature, 'name'>, id: string): string {
  return `/thumbs/${name}/${id}.svg`
}

/**
 * A thumbnail for each template: a picture where one was rendered beforehand, else its colours. They need no key,
 * because web pages show them.
 */
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
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
}

const THUMB_SIZE = 120

/** Pictures of looks by their ids: a feature without pictures has ids of its own. */
const PICTURES: Readonly<Record<string, { webp: string }>> = LOOK_THUMBS

/** An SVG of the template above its title. Titles come from the catalogue and need no escaping. */
function renderThumb({ id, title, palette }: Template): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${THUMB_SIZE} ${THUMB_SIZE}" role="img"`,
    ` aria-label="${title}">`,
    Object.hasOwn(PICTURES, id) ? pictureOf(PICTURES[id]!) : bandsOf(palette),
    `<rect y="96" width="${THUMB_SIZE}" height="24" fill="#fff" fill-opacity=".85"/>`,
    `<text x="60" y="112" text-anchor="middle" font-family="sans-serif" font-size="12">${title}</text>`,
    '</svg>',
  ].join('')
}

function pictureOf({ webp }: { webp: string }): string {
  return `<image width="${THUMB_SIZE}" height="${THUMB_SIZE}" href="data:image/webp;base64,${webp}"/>`
}

function bandsOf(palette: Template['palette']): string {
  const width = THUMB_SIZE / palette.length
  return palette
    .map(
      (colour, at) =>
        `<rect x="${at * width}" width="${width}" height="${THUMB_SIZE}" fill="#${colour}"/>`,
    )
    .join('')
}
