import { smoothstep } from '../../geometry/smoothstep.ts'
import type { ObjectSurface } from './object-surface.ts'
import { OBJECT_SURFACE_COLOURED, WORN } from './tuning.ts'

/**
 * How light a pixel of a surface is relative to it, L* + 16, because of the light alone: chroma grows with the light,
 * so what is paler than it would be in so much light has less dye, as worn cloth and mottled yarn have, and is lighter
 * because of that. Never makes a lighter place a darker one. A surface without a colour, or a dark one, tells no dye.
 */
export function shadeWithoutWear(
  { lab, own, white }: Pick<ObjectSurface, 'lab' | 'own' | 'white'>,
  i: number,
): number {
  const was = (lab.l[i]! + 16) / (own.l + 16)
  const chroma = Math.hypot(own.a, own.b)
  const told = smoothstep(WORN.dark.from, WORN.dark.full, own.l)
  if (chroma < OBJECT_SURFACE_COLOURED || told === 0) return was
  const dye = (lab.a[i]! * own.a + lab.b[i]! * own.b) / (chroma * chroma * was)
  const undyed = 1 - Math.min(WORN.most, Math.max(WORN.least, dye))
  const worn = Math.log(1 + (undyed * Math.max(0, white - own.l)) / (own.l + 16))
  // How much of the lightness wear explains; where it is hardly other than the surface's, as good as all or nothing.
  const light = Math.log(was)
  const explained = Math.max(0, (worn * light) / (light * light + WORN.even * WORN.even))
  const kept = WORN.kept + (1 - WORN.kept) / (1 + explained) ** 2
  return was ** (1 - told * (1 - kept))
}
