import { createSvgContext } from '../../../samples/svg.ts'

type Position = [x: number, y: number]

/** Positions of drawn flaws in the face's units, where nothing else is drawn. */
export const AT = {
  pimples: [
    [-21, 66],
    [18, 64],
    [9, 31],
  ],
  spots: [
    [-15, 70],
    [22, 59],
    [-13, 33],
  ],
  flush: [20, 66],
  shine: [1, 31],
  pores: [-19, 64],
  rough: [19, 66],
  /** Under each eye, and where the crease of a bag runs. */
  hollows: [
    [-15.2, 56.6],
    [15.2, 56.6],
  ],
  lines: [27.5, 31, 34.5],
} satisfies Record<string, Position | Position[] | number[]>

/** SVG under one blur: a blur for each piece takes seconds to render. */
function blurred(art: string, blur: number): string {
  return `<g style="filter:blur(${blur}px)">${art}</g>`
}

function blot(
  [x, y]: Position,
  rx: number,
  ry: number,
  colour: string,
  opacity: number,
  blur: number,
) {
  const shape = `cx="${x}" cy="${y}" rx="${rx}" ry="${ry}"`
  return `<ellipse ${shape} fill="${colour}" fill-opacity="${opacity}" style="filter:blur(${blur}px)"/>`
}

/** Red bumps. */
export function pimples(): string {
  return AT.pimples.map((at) => blot(at as Position, 0.95, 0.9, '#b3201c', 0.55, 0.22)).join('')
}

/** Brown stains. */
export function brownSpots(): string {
  return AT.spots.map((at) => blot(at as Position, 0.9, 1, '#4b2f17', 0.5, 0.15)).join('')
}

/** A flushed cheek. */
export function flush(): string {
  return blot(AT.flush as Position, 7, 5, '#c81e1e', 0.28, 2)
}

/** A specular reflection on the forehead: white over the skin. */
export function shine(): string {
  return blot(AT.shine as Position, 5, 2.6, '#ffffff', 0.55, 1)
}

/** Dark dots in a cheek. */
export function poreDots(): string {
  const brush = createSvgContext(3)
  const dots = Array.from({ length: 90 }, () => {
    const x = AT.pores[0]! + (brush.random() - 0.5) * 13
    const y = AT.pores[1]! + (brush.random() - 0.5) * 11
    return `<circle cx="${x}" cy="${y}" r="0.17"/>`
  })
  return blurred(`<g fill="#3a1a10" fill-opacity="0.5">${dots.join('')}</g>`, 0.04)
}

/** Bumps and hollows in a cheek. */
export function bumps(): string {
  const brush = createSvgContext(5)
  const each = Array.from({ length: 80 }, (_, i) => {
    const x = AT.rough[0]! + (brush.random() - 0.5) * 14
    const y = AT.rough[1]! + (brush.random() - 0.5) * 12
    return `<ellipse cx="${x}" cy="${y}" rx="0.55" ry="0.5" fill="${i % 2 ? '#fff' : '#000'}"/>`
  })
  return blurred(`<g fill-opacity="0.09">${each.join('')}</g>`, 0.18)
}

/** Three lines across the forehead. */
export function foreheadLines(): string {
  return AT.lines
    .map(
      (y) =>
        `<path d="M-17 ${y}Q0 ${y - 1.6} 17 ${y}" fill="none" stroke="#5a2c1c" stroke-width="0.45" ` +
        'stroke-opacity="0.5" stroke-linecap="round" style="filter:blur(0.12px)"/>',
    )
    .join('')
}

/** Bluish shadows under both eyes. */
export function darkCircles(): string {
  return AT.hollows.map((at) => blot(at as Position, 5.6, 1.5, '#2e2350', 0.34, 0.7)).join('')
}

/** Swellings under both eyes: a light ridge above a dark crease. */
export function bags(): string {
  return AT.hollows
    .map(
      ([x, y]) =>
        '<g fill="none" stroke-linecap="round" style="filter:blur(0.35px)">' +
        `<path d="M${x! - 5} ${y! - 0.6}Q${x} ${y! + 0.6} ${x! + 5} ${y! - 0.6}" ` +
        'stroke="#ffffff" stroke-opacity="0.28" stroke-width="1.1"/>' +
        `<path d="M${x! - 5.4} ${y! + 0.6}Q${x} ${y! + 2.2} ${x! + 5.4} ${y! + 0.6}" ` +
        'stroke="#3a1a10" stroke-opacity="0.5" stroke-width="0.7"/></g>',
    )
    .join('')
}

/** Round marks of many sizes and strengths over cheeks, forehead and chin, some touching their neighbours. */
export const MARKS: readonly { x: number; y: number; radius: number; opacity: number }[] = (() => {
  const brush = createSvgContext(11)
  const areas = [
    [-19, 66, 9, 9],
    [19, 66, 9, 9],
    [0, 31, 17, 5],
    [0, 92, 8, 4],
  ] as const
  const marks: { x: number; y: number; radius: number; opacity: number }[] = []
  for (let i = 0; i < 160; i++) {
    const [x, y, rx, ry] = areas[i % 4]!
    const angle = 2 * Math.PI * brush.random()
    const far = Math.sqrt(brush.random())
    const mark = {
      x: x + rx * far * Math.cos(angle),
      y: y + ry * far * Math.sin(angle),
      radius: 0.45 + brush.random(),
      opacity: 0.3 + 0.35 * brush.random(),
    }
    const apart = marks.every(
      (other) =>
        Math.hypot(other.x - mark.x, other.y - mark.y) > 1.1 * (other.radius + mark.radius),
    )
    if (apart) marks.push(mark)
  }
  return marks
})()

/** {@link MARKS}, red as acne or brown as spots. */
export function manyMarks(colour: string): string {
  return (
    `<radialGradient id="mark"><stop offset="0.65" stop-color="${colour}"/>` +
    `<stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>` +
    MARKS.map(
      ({ x, y, radius, opacity }) =>
        `<circle cx="${x}" cy="${y}" r="${1.2 * radius}" fill="url(#mark)" fill-opacity="${opacity}"/>`,
    ).join('')
  )
}

/** A deep fold from beside each wing of the nose past the corner of the mouth: a dark core with soft sides. */
export function deepFolds(): string {
  return [-1, 1]
    .map((side) => {
      const path = `M${side * 13.5} 66Q${side * 20} 73 ${side * 19} 84`
      return (
        `<path d="${path}" fill="none" stroke="#3a1a10" stroke-width="2.6" ` +
        'stroke-opacity="0.3" stroke-linecap="round" style="filter:blur(0.7px)"/>' +
        `<path d="${path}" fill="none" stroke="#240d07" stroke-width="0.8" ` +
        'stroke-opacity="0.75" stroke-linecap="round" style="filter:blur(0.15px)"/>'
      )
    })
    .join('')
}

/** Grain over the whole skin, the same each time: fine light and dark points. */
export function grain(): string {
  const brush = createSvgContext(9)
  const point = (i: number) => {
    const x = ((brush.random() - 0.5) * 56).toFixed(2)
    const y = (24 + brush.random() * 70).toFixed(2)
    return `<circle cx="${x}" cy="${y}" r="0.18" fill="${i % 2 ? '#fff' : '#000'}"/>`
  }
  return `<g fill-opacity="0.16">${Array.from({ length: 1600 }, (_, i) => point(i)).join('')}</g>`
}

/** Glasses with dark frames: around both eyes, over the nose, and to the temples. */
export function glasses(colour = '#1d1d20'): string {
  return (
    `<g fill="none" stroke="${colour}" stroke-width="1.3">` +
    [-1, 1]
      .map(
        (side) =>
          `<ellipse cx="${side * 15.6}" cy="50.5" rx="11.4" ry="9"/><path d="M${side * 27} 48.5L${side * 36} 47.5"/>`,
      )
      .join('') +
    '<path d="M-4.4 49Q0 46.6 4.4 49"/></g>'
  )
}
