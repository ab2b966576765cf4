import { mixColours } from './colour.ts'
import { ellipse, fill, stroke } from './svg.ts'

/** A metal as its tones, from what a dark room mirrors in it to a window. */
export type Metal = { dark: string; deep: string; body: string; pale: string; glint: string }

export const GOLD: Metal = {
  dark: '#5b3b0d',
  deep: '#94691f',
  body: '#cf9f3f',
  pale: '#f0cf7d',
  glint: '#fff8dc',
}

export const SILVER: Metal = {
  dark: '#3d4249',
  deep: '#777e88',
  body: '#aeb5bd',
  pale: '#d9dee2',
  glint: '#ffffff',
}

export const ROSE: Metal = {
  dark: '#5e2c22',
  deep: '#9c5c4a',
  body: '#d0917b',
  pale: '#efc3b0',
  glint: '#fff2ea',
}

/** A wire along path data: dark at its edges, with the room's reflection along it and a highlight. */
export function wire(d: string, width: number, metal: Metal): string {
  return (
    stroke(d, metal.dark, width) +
    stroke(d, metal.deep, width * 0.82) +
    stroke(d, metal.body, width * 0.6) +
    stroke(d, metal.pale, width * 0.34) +
    stroke(d, metal.glint, width * 0.13, 0.9)
  )
}

/** A flat or domed piece of metal: bands of light and dark across it, as a polished face mirrors a room. */
export function plate(d: string, metal: Metal, id: string): string {
  const stops = [
    [0, metal.deep],
    [0.22, metal.pale],
    [0.34, metal.glint],
    [0.46, metal.body],
    [0.7, metal.deep],
    [0.84, metal.body],
    [1, metal.dark],
  ]
    .map(([at, colour]) => `<stop offset="${at}" stop-color="${colour}"/>`)
    .join('')
  return (
    `<linearGradient id="${id}" x1="0" y1="0" x2="0.8" y2="1">${stops}</linearGradient>` +
    `<path d="${d}" fill="url(#${id})" stroke="${metal.dark}" stroke-width="1.6" stroke-linejoin="round"/>`
  )
}

/** A pearl: it mirrors what is around it in its rim, and the window in its upper left. */
export function pearl(x: number, y: number, r: number, tint = '#f2e9dd'): string {
  const id = `pearl-${tint.slice(1)}`
  return (
    `<radialGradient id="${id}" cx="0.38" cy="0.34" r="0.72"><stop offset="0" stop-color="#fffdf8"/>` +
    `<stop offset="0.42" stop-color="${tint}"/><stop offset="0.78" stop-color="${mixColours(tint, '#8d7f78', 0.5)}"/>` +
    `<stop offset="1" stop-color="${mixColours(tint, '#5c504c', 0.72)}"/></radialGradient>` +
    ellipse([x, y], r, r, `url(#${id})`) +
    ellipse([x - r * 0.3, y - r * 0.36], r * 0.2, r * 0.15, '#ffffff', 0.9)
  )
}

/** A cut stone: facets around a table, each with its own share of light. */
export function gem(x: number, y: number, r: number, colour: string): string {
  const at = (turn: number, share: number) =>
    `${(x + Math.cos(turn) * r * share).toFixed(2)} ${(y + Math.sin(turn) * r * share).toFixed(2)}`
  const facets = Array.from({ length: 8 }, (_, n) => {
    const [from, to] = [(n * Math.PI) / 4, ((n + 1) * Math.PI) / 4]
    const bright = 0.5 + 0.5 * Math.cos(from - 3.8) * (n % 2 === 0 ? 1 : -0.4)
    const tone = mixColours(mixColours(colour, '#0c0a18', 0.45), '#ffffff', bright * 0.6)
    return fill(`M${at(from, 0.52)}L${at(from, 1)}L${at(to, 1)}L${at(to, 0.52)}Z`, tone)
  }).join('')
  const table = Array.from({ length: 8 }, (_, n) => at((n * Math.PI) / 4, 0.54)).join('L')
  return (
    facets +
    fill(`M${table}Z`, mixColours(colour, '#ffffff', 0.22)) +
    fill(`M${at(3.3, 0.5)}L${at(4.4, 0.5)}L${at(4.2, 0.1)}Z`, '#ffffff', 0.75)
  )
}
