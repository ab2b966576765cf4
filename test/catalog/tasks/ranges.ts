import { BODIES } from './bodies.ts'

/** The numbers that a field takes; whole ones where no step is stated. */
export type Range = { from: number; to: number; step?: number }

const SIGNED: Range = { from: -100, to: 100 }
const UNSIGNED: Range = { from: 0, to: 100 }
const SHARE: Range = { from: 0, to: 1, step: 0.01 }

function named(range: Range, ...keys: string[]) {
  return keys.map((key) => [key, range] as const)
}

/** Every number of the interface with its range, by feature and by position in the body. */
export const RANGES: [feature: string, group: string, (readonly [string, Range])[]][] = [
  [
    'body-reshape',
    'features',
    [
      ...named(SIGNED, 'arm', 'breast', 'breast_left', 'breast_right', 'hip', 'hip_lift', 'leg'),
      ...named(SIGNED, 'shoulder', 'shoulder_left', 'shoulder_right', 'slim', 'waist', 'belly'),
      ...named(SIGNED, 'squared_shoulder', 'squared_shoulder_left', 'squared_shoulder_right'),
      ...named(UNSIGNED, 'neck', 'neck_left', 'neck_right', 'taller'),
    ],
  ],
  [
    'face-reshape',
    'features',
    [
      ...named(UNSIGNED, 'cheekbones', 'jaw'),
      ...named(SIGNED, 'face_reshape', 'face_reshape_left', 'face_reshape_right', 'face_width'),
      ...named(SIGNED, 'chin_reshape', 'chin_reshape_left', 'chin_reshape_right', 'chin_length'),
      ...named(SIGNED, 'eye_size', 'eye_size_left', 'eye_size_right', 'eye_distance'),
      ...named(SIGNED, 'eye_angle', 'eye_height', 'eye_width', 'nose_bridge_width', 'nose_lift'),
      ...named(SIGNED, 'nose_size', 'nose_tip', 'nose_tip_width', 'nose_wing', 'lip_size'),
      ...named(SIGNED, 'lip_width', 'lip_peak', 'lip_height_top', 'lip_height_bottom'),
    ],
  ],
  [
    'face-reshape',
    'global',
    named(UNSIGNED, 'skin_smooth_strength', 'skin_smooth_color_intensity'),
  ],
  ['face-lift', 'features', named(UNSIGNED, 'eye_bag', 'cheek', 'forehead', 'shape', 'mouth')],
  ['face-lift', 'global', named(UNSIGNED, 'skin_smooth_strength', 'skin_smooth_color_intensity')],
  [
    'skin-simulation',
    '',
    [
      ...named(SHARE, 'wrinkle', 'radiance', 'oiliness', 'acne', 'eye_bags', 'dark_circle'),
      ...named(SHARE, 'spots', 'pores', 'texture', 'redness'),
    ],
  ],
  ['2d-vto/earring', 'parameter', named(SHARE, 'earring_shadow_intensity')],
  ['2d-vto/earring', 'parameter', named(SHARE, 'earring_ambient_light_intensity')],
  ['2d-vto/necklace', 'parameter', named(SHARE, 'necklace_shadow_intensity')],
  ['2d-vto/necklace', 'parameter', named(SHARE, 'necklace_ambient_light_intensity')],
  ['2d-vto/bracelet', 'parameter', named(SHARE, 'bracelet_shadow_intensity')],
  ['2d-vto/bracelet', 'parameter', named(SHARE, 'bracelet_ambient_light_intensity')],
  [
    '2d-vto/bracelet',
    'parameter',
    named({ from: -0.3, to: 1, step: 0.01 }, 'bracelet_wearing_location'),
  ],
  ['video-trans', '', named({ from: 1, to: 30 }, 'dst_duration')],
]

/** Another change, so that the field itself may be 0. */
const SPARE: Record<string, object> = { features: { mouth: 1 } }

/** A field with a value, and its name in messages. */
export function placed(feature: string, group: string, key: string, value: number) {
  if (group === '') return { change: { [key]: value }, name: key }
  if (group !== 'parameter') {
    const beside = { ...(BODIES[feature]![group] as object), ...SPARE[group], [key]: value }
    return { change: { [group]: beside }, name: `${group}.${key}` }
  }
  const object = { name: 'https://example.com/ref.jpg', parameter: { [key]: value } }
  return { change: { object_infos: [object] }, name: `object_infos[0].parameter.${key}` }
}
