import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { Fault } from '../../../../catalog/failures/fault.ts'
import { cropDonor } from '../../../../engine/effects/face-swap/donor.ts'
import { swapFace } from '../../../../engine/effects/face-swap/face-swap.ts'
import { requireNoDarkGlasses } from '../../../../engine/effects/face-swap/require-no-dark-glasses.ts'
import { readEyeEdgeWidth } from '../../../../engine/face/eye-edge-width.ts'
import type { Face } from '../../../../engine/vision/faces/face.ts'
import { sampled } from '../../../setup/sampled.ts'
import { SKIN_TONES } from '../../face/skin-tones.ts'
import { donor, painted, type Sitter, sideOfGlasses, sit, swapped, target } from './sitters.ts'

describe('refused with a reason', () => {
  const fault = (to: Face, from: Face): Fault => {
    try {
      swapFace(target.drawn.picture, to, cropDonor(donor.drawn.picture, from))
    } catch (error) {
      if (error instanceof Fault) return error
    }
    throw new Error('no Fault was thrown')
  }
  const turned = (face: Face, yaw: number): Face => ({ ...face, pose: { ...face.pose, yaw } })

  test('a profile on either side, and faces that look into different directions', () => {
    expect(fault(turned(target.face, 50), donor.face)).toMatchObject({
      condition: 'turned-face',
      role: 'src',
    })
    expect(fault(target.face, turned(donor.face, -50))).toMatchObject({
      condition: 'turned-face',
      role: 'ref',
    })
    expect(fault(turned(target.face, 25), turned(donor.face, -25)).message).toContain('50°')
    const raised = { ...donor.face, pose: { ...donor.face.pose, pitch: 20 } }
    expect(fault(target.face, raised)).toMatchObject({ condition: 'turned-face', role: 'ref' })
    const further = fault(turned(target.face, 2), turned(donor.face, 19))
    expect(further).toMatchObject({ condition: 'turned-face', role: 'ref' })
    expect(further.message).toContain('17° further')
    expect(() => swapped({ ...target, face: turned(target.face, 17) }, donor)).not.toThrow()
  })

  test('a face that is too small, cut off or covered', () => {
    const tiny = { ...target.face, box: { ...target.face.box, width: 12 } }
    expect(fault(tiny, donor.face).condition).toBe('small-face')
    const few = { ...donor.face, box: { ...donor.face.box, width: 40 } }
    expect(fault(target.face, few)).toMatchObject({ condition: 'small-face', role: 'ref' })
    const cut = { ...donor.face, quality: { ...donor.face.quality, inside: 0.8 } }
    expect(fault(target.face, cut).condition).toBe('cut-face')
    const covered = ['leftEye', 'rightEye', 'mouth'] as const
    const masked = { ...donor.face, quality: { ...donor.face.quality, covered: [...covered] } }
    expect(fault(target.face, masked).condition).toBe('hidden-face')
  })

  /** A sitter in a blur of a sigma in widths of the face. */
  async function soft({ drawn, face }: Sitter, sigma: number): Promise<Sitter> {
    const { data, ...size } = drawn.picture
    const raw = { ...size, channels: 4 } as const
    const blurred = await sharp(data, { raw })
      .blur(sigma * face.box.width)
      .raw()
      .toBuffer()
    return { drawn: { ...drawn, picture: { ...size, data: new Uint8ClampedArray(blurred) } }, face }
  }

  test('a blurred face, on either side', async () => {
    const [src, ref] = [await soft(target, 0.03), await soft(donor, 0.03)]
    expect(() => swapped(src, donor)).toThrow(/face to be replaced are .* too blurred/)
    expect(() => swapped(target, ref)).toThrow(/reference face are .* too blurred/)
  })

  test('a face whose edges are wider than 1.75 % of it', async () => {
    const [within, beyond] = [await soft(donor, 0.0221), await soft(donor, 0.0229)]
    const widths = [within, beyond].map(({ drawn, face }) => readEyeEdgeWidth(drawn.picture, face))
    expect(widths[0]).toBeGreaterThan(0.0165)
    expect(widths[0]).toBeLessThan(0.0175)
    expect(widths[1]).toBeGreaterThan(0.0175)
    expect(widths[1]).toBeLessThan(0.0185)
    expect(() => swapped(target, within)).not.toThrow()
    expect(() => swapped(target, beyond)).toThrow('1.75 % are allowed')
  })

  test('a bold frame whose sides do not show, by its bridge and lower rims', () => {
    const frame = [20, 16, 14]
    const bridge = painted(target, 'M-6 52 L6 52 L6 55 L-6 55 Z', frame, 0.9)
    const rim = (sitter: typeof donor, side: 1 | -1) =>
      painted(
        sitter,
        `M${side * 6} 59 L${side * 26} 59 L${side * 26} 61 L${side * 6} 61 Z`,
        frame,
        0.9,
      )
    expect(() => swapped(rim(rim(bridge, 1), -1), donor)).toThrow('wears glasses')
    expect(() => swapped(rim(bridge, 1), donor)).not.toThrow()
  })

  test('a metal frame whose bridge shines, by its lower rims and sides', () => {
    const frame = [40, 34, 30]
    const piece = (sitter: Sitter, side: 1 | -1, part: 'rim' | 'side') =>
      painted(
        sitter,
        part === 'rim'
          ? `M${side * 6} 59 L${side * 26} 59 L${side * 26} 61 L${side * 6} 61 Z`
          : `M${side * 20} 50 L${side * 44} 49 L${side * 44} 50 L${side * 20} 51 Z`,
        frame,
        part === 'rim' ? 0.9 : 0.6,
      )
    const both = (sitter: Sitter, part: 'rim' | 'side') => piece(piece(sitter, 1, part), -1, part)
    expect(() => swapped(both(both(target, 'rim'), 'side'), donor)).toThrow('wears glasses')
    expect(() => swapped(both(target, 'rim'), donor)).not.toThrow('wears glasses')
  })

  test('a face with glasses, but not one with a strand or a wrinkle where one part of them would be', () => {
    const dark = [12, 8, 6]
    const bridge = painted(target, 'M-6 53 L6 53 L6 54 L-6 54 Z', dark, 0.8)
    expect(() => swapped(sideOfGlasses(sideOfGlasses(bridge, 1), -1), donor)).toThrow(
      /be replaced wears glasses/,
    )
    const strand = painted(target, 'M-6 53 L6 53 L6 54 L-6 54 Z', dark, 0.3)
    expect(() => swapped(sideOfGlasses(strand, 1), donor)).not.toThrow()
    expect(() => swapped(sideOfGlasses(sideOfGlasses(target, 1), -1), donor)).not.toThrow()
  })

  test('a face in dark glasses of any size and colour, on either side, but not one in clear glasses', async () => {
    const lens = (colour: string, opacity: number): string =>
      [1, -1]
        .map(
          (side) =>
            `<rect x="${side * 15.5 - 12}" y="44" width="24" height="17" rx="4" fill="${colour}" ` +
            `fill-opacity="${opacity}"/>`,
        )
        .join('')
    const wearing = (skin: string, scale: number, marks: string): Promise<Sitter> =>
      sit({
        look: { skin },
        marks,
        scale,
        width: Math.round(103 * scale),
        height: Math.round(122 * scale),
      })
    const check = ({ drawn, face }: Sitter) => requireNoDarkGlasses(drawn.picture, face, 'ref')
    for (const skin of sampled(2, Object.values(SKIN_TONES))) {
      for (const scale of sampled(1, [0.9, 2.4])) {
        for (const [colour, opacity] of [
          ['#151515', 0.8],
          ['#3a2412', 0.8],
          ['#123a20', 0.9],
          ['#151515', 0.97],
          ['#151515', 0.5],
        ] as const) {
          // Half of the light of the darkest skin is as much as its own shadows leave.
          if (opacity === 0.5 && skin === SKIN_TONES.VI) continue
          const dark = await wearing(skin, scale, lens(colour, opacity))
          expect(() => check(dark), `${skin} ${scale} ${colour}`).toThrow('wears dark glasses')
        }
        for (const opacity of [0, 0.08, 0.2]) {
          const clear = await wearing(skin, scale, lens('#2a2420', opacity))
          expect(() => check(clear), `${skin} ${scale} ${opacity}`).not.toThrow()
        }
      }
    }
    // Lowered eyes show no white, and the nose of a dark face shines.
    const lowered = [1, -1].map(
      (side) =>
        `<path fill="#1a0f0a" d="M${side * 15.2 - 9} 51q9 -7 18 0q-9 5 -18 0Z"/>` +
        '<path fill="#9a7f70" d="M-4 50L4 50L5 70L-5 70Z"/>',
    )
    for (const scale of [0.9, 2.4]) {
      const bare = await wearing(SKIN_TONES.VI, scale, lowered.join(''))
      expect(() => check(bare), `lowered ${scale}`).not.toThrow()
    }
    const dark = await wearing('#d9a384', 4.65, lens('#151515', 0.9))
    expect(() => swapped(target, dark)).toThrow(/reference face wears dark/)
    expect(() => swapped(dark, donor)).toThrow(/to be replaced wears dark/)
  })
})
