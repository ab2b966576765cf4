import type { Colour, Motion } from './motion.ts'

const WHITE: Colour = { y: 228, u: 130, v: 127 }
const AMBER: Colour = { y: 205, u: 84, v: 162 }
const MOONLIGHT: Colour = { y: 190, u: 146, v: 116 }

/**
 * The motion of each template of the catalogue, by its id: a table of data. Times and turns are shares of the video,
 * `x`, `y` and `across` are shares of the picture's sides, see {@link Motion}.
 */
export const MOTIONS: Readonly<Record<string, Motion>> = {
  push_in: {
    camera: [
      { at: 0, zoom: 1 },
      { at: 1, zoom: 1.2 },
    ],
    dolly: 0.3,
    loops: false,
  },
  pull_back: {
    camera: [
      { at: 0, zoom: 1.2 },
      { at: 1, zoom: 1 },
    ],
    dolly: 0.3,
    loops: false,
  },
  pan_left: {
    camera: [
      { at: 0, zoom: 1.18, x: 0.056, across: 0.016 },
      { at: 1, zoom: 1.18, x: -0.056, across: -0.016 },
    ],
    loops: false,
  },
  pan_right: {
    camera: [
      { at: 0, zoom: 1.18, x: -0.056, across: -0.016 },
      { at: 1, zoom: 1.18, x: 0.056, across: 0.016 },
    ],
    loops: false,
  },
  rise: {
    camera: [
      { at: 0, zoom: 1.18, y: 0.06, up: 0.012 },
      { at: 1, zoom: 1.18, y: -0.06, up: -0.012 },
    ],
    loops: false,
  },
  // The view turns against the nearest, so that what stands between the two stays in the middle.
  orbit: {
    camera: [{ at: 0, zoom: 1.1 }],
    swings: [
      { of: 'across', amount: 0.04, turns: 1 },
      { of: 'x', amount: -0.02, turns: 1 },
      { of: 'up', amount: 0.012, turns: 1, phase: 0.25 },
      { of: 'y', amount: -0.006, turns: 1, phase: 0.25 },
    ],
    loops: true,
  },
  parallax: {
    camera: [
      { at: 0, zoom: 1.08, x: 0.014, across: -0.028 },
      { at: 1, zoom: 1.18, x: -0.014, across: 0.028 },
    ],
    dolly: 0.35,
    defocus: [
      { at: 0.3, amount: 0 },
      { at: 0.75, amount: 1 },
    ],
    wind: 0.8,
    loops: false,
  },
  handheld: {
    camera: [{ at: 0, zoom: 1.08 }],
    swings: [
      { of: 'x', amount: 0.009, turns: 2, phase: 0.1 },
      { of: 'x', amount: 0.004, turns: 5, phase: 0.6 },
      { of: 'x', amount: 0.0012, turns: 13, phase: 0.3 },
      { of: 'y', amount: 0.008, turns: 3, phase: 0.4 },
      { of: 'y', amount: 0.003, turns: 7, phase: 0.8 },
      { of: 'y', amount: 0.001, turns: 17, phase: 0.2 },
      { of: 'across', amount: 0.005, turns: 2, phase: 0.1 },
      { of: 'up', amount: 0.004, turns: 3, phase: 0.4 },
      { of: 'zoom', amount: 0.006, turns: 1, phase: 0.5 },
    ],
    wind: 0.8,
    loops: true,
  },
  golden_hour: {
    camera: [
      { at: 0, zoom: 1.02 },
      { at: 1, zoom: 1.1 },
    ],
    dolly: 0.3,
    grade: {
      gamma: 1.06,
      gain: 1.03,
      saturation: 1.12,
      u: -9,
      v: 8,
      vignette: 0.12,
      course: [
        { at: 0, amount: 0.15 },
        { at: 0.6, amount: 1 },
      ],
    },
    glows: [
      {
        from: { x: 1.1, y: 0.1 },
        to: { x: 0.86, y: 0.16 },
        width: 0.34,
        height: 0.5,
        colour: AMBER,
        course: [
          { at: 0, amount: 0 },
          { at: 0.65, amount: 0.62 },
          { at: 1, amount: 0.5 },
        ],
      },
      {
        from: { x: -0.15, y: 0.9 },
        to: { x: 0.25, y: 0.7 },
        width: 0.16,
        height: 0.7,
        colour: { y: 170, u: 92, v: 176 },
        course: [
          { at: 0.25, amount: 0 },
          { at: 0.6, amount: 0.22 },
          { at: 0.9, amount: 0 },
        ],
      },
    ],
    wind: 1,
    loops: false,
  },
  moonrise: {
    camera: [
      { at: 0, zoom: 1.12, y: 0.035, up: 0.008 },
      { at: 1, zoom: 1.12, y: -0.035, up: -0.008 },
    ],
    grade: {
      gamma: 1.25,
      gain: 0.62,
      saturation: 0.5,
      u: 9,
      v: -6,
      vignette: 0.3,
      course: [
        { at: 0, amount: 0.2 },
        { at: 0.7, amount: 1 },
      ],
    },
    glows: [
      {
        from: { x: 0.78, y: 0.3 },
        to: { x: 0.7, y: -0.02 },
        width: 0.3,
        height: 0.42,
        colour: MOONLIGHT,
        course: [
          { at: 0.1, amount: 0 },
          { at: 1, amount: 0.4 },
        ],
      },
    ],
    wind: 0.7,
    loops: false,
  },
  film_grain: {
    camera: [{ at: 0, zoom: 1.04 }],
    swings: [
      { of: 'x', amount: 0.0011, turns: 19, phase: 0.2 },
      { of: 'y', amount: 0.0016, turns: 23, phase: 0.7 },
      { of: 'zoom', amount: 0.01, turns: 1 },
    ],
    grade: { gamma: 0.94, gain: 0.94, saturation: 0.3, u: -9, v: 6, vignette: 0.34 },
    film: { grain: 6, flicker: 0.025, specks: 5 },
    loops: true,
  },
  snowfall: {
    camera: [{ at: 0, zoom: 1.06 }],
    swings: [
      { of: 'across', amount: 0.012, turns: 1 },
      { of: 'zoom', amount: 0.015, turns: 1, phase: 0.75 },
    ],
    grade: { gamma: 1, gain: 0.97, saturation: 0.82, u: 3, v: -2 },
    weather: {
      shape: 'flake',
      count: 560,
      size: [0.0018, 0.0085],
      fall: [0.09, 0.3],
      drift: 0.02,
      flutter: 0.012,
      opacity: 0.9,
      colour: WHITE,
    },
    wind: 0.9,
    loops: true,
  },
  rain: {
    camera: [{ at: 0, zoom: 1.05 }],
    swings: [
      { of: 'across', amount: 0.008, turns: 1 },
      { of: 'zoom', amount: 0.01, turns: 1, phase: 0.75 },
    ],
    grade: { gamma: 1.08, gain: 0.88, saturation: 0.72, u: 4, v: -3, vignette: 0.12 },
    weather: {
      shape: 'streak',
      count: 700,
      size: [0.0009, 0.0022],
      fall: [1.2, 2.6],
      drift: -0.1,
      flutter: 0,
      opacity: 0.34,
      colour: { y: 205, u: 131, v: 126 },
    },
    wind: 1.2,
    loops: true,
  },
  drifting_dust: {
    camera: [{ at: 0, zoom: 1.06 }],
    swings: [
      { of: 'across', amount: 0.014, turns: 1 },
      { of: 'zoom', amount: 0.012, turns: 1, phase: 0.75 },
    ],
    grade: { gamma: 1.03, gain: 1, saturation: 1, u: -4, v: 3, vignette: 0.1 },
    weather: {
      shape: 'mote',
      count: 170,
      size: [0.0022, 0.011],
      fall: [-0.03, 0.02],
      drift: 0.03,
      flutter: 0.03,
      opacity: 0.8,
      colour: { y: 215, u: 108, v: 142 },
    },
    wind: 0.8,
    loops: true,
  },
}
