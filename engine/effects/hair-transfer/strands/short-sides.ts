import { smoothstep } from '../../../geometry/smoothstep.ts'
import { boxOnHead, cropHead } from '../head/crop-head.ts'
import { type Head, pixelToHead } from '../head/head.ts'
import { OWN_SIDES } from '../tuning.ts'
import type { Strands } from './grow-strands.ts'
import type { Hairstyle } from './hairstyle.ts'

/**
 * Whether the wearer's hair stays at the sides under a hairstyle: where both are short, and at both sides own hair lies
 * close to the skull, ends above the lobes of the ears, and does not fall into the face.
 */
export function hasShortSides(head: Head, style: Pick<Hairstyle, 'cut' | 'overEars'>): boolean {
  const box = boxOnHead(head, OWN_SIDES.within)
  if (!box || style.cut.by === 'hem' || style.overEars) return false
  const { hair, frame } = cropHead(head, box)
  const [off, own] = [
    { left: 0, right: 0 },
    { left: 0, right: 0 },
  ]
  const { top, low, wide, face } = OWN_SIDES
  for (let at = 0; at < hair.alpha.length; at++) {
    if (hair.alpha[at]! < 0.5) continue
    const { u, v } = pixelToHead(frame, at % hair.width, Math.floor(at / hair.width))
    if (v > top.to) continue
    const side = u < 0 ? 'left' : 'right'
    const isInFace = Math.abs(u) < face.half && v < face.high
    if (isInFace || v < low || Math.abs(u) > wide) off[side]++
    else if (shareOfSides(u, v) > 0.5) own[side]++
  }
  const unit = frame.faceWidth ** 2
  const isShort = (['left', 'right'] as const).every(
    (side) => off[side] < OWN_SIDES.off * unit && own[side] > OWN_SIDES.least * unit,
  )
  return isShort
}

/** How much of a place on a head lies at its sides, 0–1. */
export function shareOfSides(u: number, v: number): number {
  const { inner, top } = OWN_SIDES
  const beside = smoothstep(inner.from, inner.to, Math.abs(u))
  return beside * (1 - smoothstep(top.from, top.to, v))
}

/** Takes strands away that grow where own hair stays, in place: what grows above it falls over it. */
export function leaveSides({ count, points, places, opacity }: Strands): void {
  const { inner, drawn } = OWN_SIDES
  for (let n = 0; n < count; n++) {
    const [u, v] = [places[3 * n * points]!, places[3 * n * points + 1]!]
    const beside = smoothstep(inner.from, inner.to, Math.abs(u))
    const low = 1 - smoothstep(drawn.from, drawn.to, v)
    opacity[n] = opacity[n]! * (1 - beside * low)
  }
}
