/**
 * The filters that every part of a drawing may use. Sizes are in the units of the filtered element, so they grow with
 * the figure. `soft*` blurs markup; `form-*` rounds a flat shape by the light of a window at the upper left.
 */
export function svgFilters(): string {
  const blurs = [1, 2, 4, 8].map(
    (size) =>
      `<filter id="soft${size}" x="-30%" y="-60%" width="160%" height="220%" ` +
      `color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation="${size}"/></filter>`,
  )
  return [
    ...blurs,
    roundingFilter('form-cloth', 11, '#120c1c', 0.6, '#fff3dc', 0.3),
    roundingFilter('form-skin', 7, '#4a150f', 0.55, '#fff0d8', 0.35),
    roundingFilter('form-arm', 4.5, '#4a150f', 0.5, '#fff0d8', 0.3),
    roundingFilter('form-head', 9, '#4a150f', 0.5, '#fff0d8', 0.3),
    roundingFilter('form-small', 2.5, '#170c12', 0.55, '#fff3dc', 0.35),
  ].join('')
}

/**
 * Three soft layers inside the shape: darkness around the whole edge, where a round body turns away; more of it on
 * the side away from the window; light on the side towards it.
 */
function roundingFilter(
  id: string,
  size: number,
  dark: string,
  depth: number,
  bright: string,
  gleam: number,
): string {
  const layer = (name: string, dx: number, dy: number, colour: string, opacity: number) =>
    `<feOffset in="blurred" dx="${dx}" dy="${dy}" result="${name}-moved"/>` +
    `<feComposite in="SourceAlpha" in2="${name}-moved" operator="out" result="${name}-rim"/>` +
    `<feFlood flood-color="${colour}" flood-opacity="${opacity}"/>` +
    `<feComposite in2="${name}-rim" operator="in" result="${name}"/>`
  return (
    `<filter id="${id}" x="-10%" y="-10%" width="120%" height="120%" color-interpolation-filters="sRGB">` +
    `<feGaussianBlur in="SourceAlpha" stdDeviation="${size}" result="blurred"/>` +
    layer('rim', 0, 0, dark, depth * 0.8) +
    layer('away', -size * 1.3, -size * 0.35, dark, depth) +
    layer('towards', size * 0.9, size * 0.5, bright, gleam) +
    '<feMerge><feMergeNode in="SourceGraphic"/><feMergeNode in="towards"/><feMergeNode in="rim"/>' +
    '<feMergeNode in="away"/></feMerge></filter>'
  )
}
