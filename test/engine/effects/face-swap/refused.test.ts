import { describe, expect, test } from 'vitest'
import { Fault } from '../../../../catalog/failures/fault.ts'
import { BROW_RINGS } from '../../../../engine/effects/face-swap/brow-rings.ts'
import { blurredDonor, cropDonor } from '../../../../engine/effects/face-swap/donor.ts'
import { swapFace } from '../../../../engine/effects/face-swap/face-swap.ts'
import { requireNoDarkGlasses } from '../../../../engine/effects/face-swap/require-no-dark-glasses.ts'
import { requireSharp } from '../../../../engine/effects/face-swap/require-sharp.ts'
import { readFaceRegion } from '../../../../engine/face/face-region.ts'
import type { Face } from '../../../../engine/vision/faces/face.ts'
import { sampled } from '../../../setup/sampled.ts'
import { SKIN_TONES } from '../../face/skin-tones.ts'
import { donor, painted, type Sitter, sit, swapped, target } from './sitters.ts'

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
    const cut = { ...donor.face, quality: { ...donor.face.quality, inside: 0.8 } }
    expect(fault(target.face, cut).condition).toBe('cut-face')
    const covered = ['leftEye', 'rightEye', 'mouth'] as const
    const masked = { ...donor.face, quality: { ...donor.face.quality, covered: [...covered] } }
    expect(fault(target.face, masked).condition).toBe('hidden-face')
  })

  test('a reference face that would have to be enlarged more than three times', () => {
    const far = donor.face.landmarks.map((p) => ({ x: p.x / 4, y: p.y / 4, z: p.z / 4 }))
    expect(fault(target.face, { ...donor.face, landmarks: far })).toMatchObject({
      condition: 'small-face',
      role: 'ref',
    })
  })

  test('a small reference face that would have to be enlarged at all: its eyes are a few pixels', () => {
    const small = (times: number) => {
      const landmarks = donor.face.landmarks.map((p) => ({
        x: p.x / times,
        y: p.y / times,
        z: p.z / times,
      }))
      return { ...donor.face, landmarks, box: { ...donor.face.box, width: 70 } }
    }
    expect(fault(target.face, small(1.6))).toMatchObject({ condition: 'small-face', role: 'ref' })
    expect(fault(target.face, small(1.6)).message).toContain('1.3 times are allowed')
  })

  test('a blurred face by what it is, not by what it becomes when its features are displaced', () => {
    const { drawn, face } = target
    const soft = blurredDonor(cropDonor(drawn.picture, face), 0.03 * face.box.width)
    const told = (donorLandmarks: Face['landmarks']): string => {
      try {
        swapFace(
          soft.picture,
          { ...face, landmarks: soft.landmarks },
          { ...soft, landmarks: donorLandmarks },
        )
      } catch (error) {
        return (error as Error).message
      }
      return ''
    }
    const brows: readonly number[] = BROW_RINGS.flat()
    const raised = soft.landmarks.map((p, i) => (brows.includes(i) ? { ...p, y: p.y - 17 } : p))
    expect(told(soft.landmarks)).toContain('too blurred')
    expect(told(raised)).toBe(told(soft.landmarks))
  })

  test('a reference face lit from a side from which the face is not', () => {
    const half = (sitter: Sitter) =>
      painted(sitter, 'M1 20 L40 20 L40 104 L1 104 Z', [40, 24, 16], 0.5)
    expect(() => swapped(target, half(donor))).toThrow(/One side of the reference face/)
    expect(() => swapped(half(target), half(donor))).not.toThrow()
    expect(() => swapped(half(target), donor)).not.toThrow()
  })

  test('a reference face more than twice as blurred as the face, but not one as blurred as it', () => {
    const { drawn, face } = donor
    const blurred = blurredDonor(cropDonor(drawn.picture, face), 0.016 * face.box.width)
    const [sharp, soft] = [
      readFaceRegion(drawn.picture, face),
      readFaceRegion(blurred.picture, { ...face, landmarks: blurred.landmarks }),
    ]
    expect(() => requireSharp(soft, sharp)).toThrow(/\d\.\d times as blurred/)
    expect(() => requireSharp(soft, soft)).not.toThrow()
    expect(() => requireSharp(sharp, soft)).not.toThrow()
  })

  test('a reference face half of which is covered, in lights of two colours or under deep shadows', () => {
    const veiled = painted(donor, 'M0 20 L-40 20 L-40 100 L-2 100 Z', [30, 24, 20], 1)
    expect(() => swapped(target, veiled)).toThrow(
      /(only \d+ %|An eye of the reference face) can.* be made out/,
    )
    const lit = painted(donor, 'M0 10 L-60 10 L-60 110 L0 110 Z', [90, 130, 255], 0.25)
    expect(() => swapped(target, lit)).toThrow(/lights of different colours/)
    const barred = [28, 58, 66, 74].reduce(
      (sitter, y) =>
        painted(sitter, `M-40 ${y} L40 ${y} L40 ${y + 4} L-40 ${y + 4} Z`, [0, 0, 0], 0.5),
      donor,
    )
    expect(() => swapped(target, barred)).toThrow(/shadows/)
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
    expect(() => swapped(target, both(both(donor, 'rim'), 'side'))).toThrow('wears glasses')
    expect(() => swapped(target, both(donor, 'rim'))).not.toThrow('wears glasses')
  })

  test('a reference face with glasses, but not one with a strand or a wrinkle where one part of them would be', () => {
    const frame = [40, 34, 30]
    const side = (sitter: typeof donor, sign: 1 | -1) =>
      painted(
        sitter,
        `M${sign * 20} 50 L${sign * 44} 49 L${sign * 44} 50 L${sign * 20} 51 Z`,
        frame,
        0.6,
      )
    const bridge = painted(donor, 'M-6 53 L6 53 L6 54 L-6 54 Z', frame, 0.6)
    expect(() => swapped(target, side(side(bridge, 1), -1))).toThrow(/wears glasses/)
    const below = painted(target, 'M-6 53 L6 53 L6 54 L-6 54 Z', [12, 8, 6], 0.8)
    expect(() => swapped(side(side(below, 1), -1), donor)).toThrow(/be replaced wears glasses/)
    const strand = painted(donor, 'M-6 53 L6 53 L6 54 L-6 54 Z', frame, 0.3)
    expect(() => swapped(target, side(strand, 1))).not.toThrow()
    expect(() => swapped(target, side(side(donor, 1), -1))).not.toThrow()
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

  test('not a reference whose temples hair hides: the face keeps its own skin there', () => {
    const hair = [88, 60, 36]
    const one = painted(donor, 'M-40 10 L-16 12 L-25 45 L-27 90 L-40 90 Z', hair, 1)
    const both = painted(one, 'M40 10 L16 12 L25 45 L27 90 L40 90 Z', hair, 1)
    expect(() => swapped(target, both)).not.toThrow()
  })
})
