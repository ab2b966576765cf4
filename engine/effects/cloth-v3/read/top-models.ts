import type { CornerModel, EdgeModel, OutlineModel } from './fit-outline.ts'

/** The corners that every top has, in the order in which they follow each other from the hem's middle up. */
type TopCorners = {
  hem: CornerModel
  armpit: CornerModel
  between: CornerModel[]
  tip: CornerModel
  neck: CornerModel
}

/**
 * The outlines of tops as shops show them, half of each from the hem's middle to the neck's. A table of drawn shapes,
 * in sizes of the garment, degrees and weights, see {@link OutlineModel}: ranges are wider than what was seen of tees,
 * shirts, jackets and dresses with sleeves, of tank tops and dresses without, and of camisoles and others on straps.
 */
export const TOP_MODELS = {
  sleeved: modelOf(
    {
      hem: { name: 'hem', turn: 1, counts: 0.6, out: [0.25, 1], down: [0.5, 1] },
      armpit: { name: 'armpit', turn: -1, counts: 1, out: [0.2, 0.9], down: [0.1, 0.8] },
      between: [
        { name: 'cuffInner', turn: 1, counts: 0.35, out: [0.3, 1], down: [0.1, 1] },
        { name: 'cuffOuter', turn: 1, counts: 0.7, out: [0.5, 1], down: [0.05, 1] },
      ],
      tip: { name: 'tip', turn: 1, counts: 0.35, out: [0.2, 0.97], down: [0, 0.4] },
      neck: { name: 'neck', turn: 1, counts: 0.3, out: [0.06, 0.6], down: [0, 0.25] },
    },
    {
      between: [
        { toward: -50, within: 50, stiff: 1, long: [0.01, 2] },
        { toward: 25, within: 40, stiff: 1.4, long: [0.05, 0.75] },
      ],
      toTip: { toward: 118, within: 30, stiff: 0.7, long: [0.1, 2.4] },
      shoulder: { toward: 160, within: 16, stiff: 1, long: [0.08, 0.6] },
      nape: { toward: 190, within: 50, stiff: 0, long: [0.04, 0.6] },
    },
  ),
  /** Sleeves lie along the body down to the hem, and beyond it: the outline shows no armpit. */
  beside: {
    corners: [
      { name: 'hem', turn: -1, counts: 1, out: [0.3, 0.9], down: [0.6, 0.98] },
      { name: 'cuffInner', turn: 1, counts: 0.5, out: [0.3, 0.95], down: [0.75, 1] },
      { name: 'cuffOuter', turn: 1, counts: 0.6, out: [0.7, 1], down: [0.65, 1] },
      { name: 'tip', turn: 1, counts: 0.35, out: [0.2, 0.8], down: [0, 0.3] },
      { name: 'neck', turn: 1, counts: 0.3, out: [0.06, 0.6], down: [0, 0.2] },
    ],
    edges: [
      { toward: 0, within: 20, stiff: 0.8, long: [0.12, 0.7] },
      { toward: -90, within: 35, stiff: 0.8, long: [0.04, 0.5] },
      { toward: 0, within: 30, stiff: 1.4, long: [0.08, 0.6] },
      { toward: 104, within: 18, stiff: 0.7, long: [0.5, 2] },
      { toward: 155, within: 20, stiff: 1, long: [0.06, 0.6] },
      { toward: 190, within: 50, stiff: 0, long: [0.04, 0.6] },
    ],
    rare: 0.2,
  },
  sleeveless: sleevelessOf({ broad: [0.1, 0.5], nape: { toward: 195, within: 50 } }),
  strapped: {
    ...sleevelessOf({ broad: [0.012, 0.12], nape: { toward: 242, within: 28 } }),
    rare: 0.25,
  },
} as const satisfies Record<string, OutlineModel>

type TopEdges = { between: EdgeModel[]; toTip: EdgeModel; shoulder: EdgeModel; nape: EdgeModel }

/** A top without sleeves by how broad its shoulders are, and how its neck goes on from there. */
function sleevelessOf({
  broad,
  nape,
}: {
  broad: readonly [number, number]
  nape: { toward: number; within: number }
}): OutlineModel {
  return modelOf(
    {
      hem: { name: 'hem', turn: 1, counts: 0.6, out: [0.25, 1], down: [0.5, 1] },
      armpit: {
        name: 'armpit',
        turn: 1,
        counts: 0.3,
        out: [0.3, 1],
        down: [0.06, 0.75],
        deep: { usual: 0.55, within: 0.2 },
      },
      between: [{ name: 'armhole', turn: -1, counts: 0.9, out: [0.2, 0.97], down: [0.02, 0.6] }],
      tip: { name: 'tip', turn: 1, counts: 0.5, out: [0.1, 1], down: [0, 0.3] },
      neck: { name: 'neck', turn: 1, counts: 0.6, out: [0.05, 0.92], down: [0, 0.3] },
    },
    {
      between: [{ toward: 125, within: 40, stiff: 0.5, long: [0.02, 0.6] }],
      toTip: { toward: 85, within: 30, stiff: 0.7, long: [0.05, 0.8] },
      shoulder: { toward: 165, within: 30, stiff: 1, long: [0, 1], broad },
      nape: { ...nape, stiff: 0, long: [0.04, 0.9] },
    },
  )
}

/** A model of a top: between the hem's corner and the armpit its side may be bent once, at the waist. */
function modelOf(corners: TopCorners, edges: TopEdges): OutlineModel {
  return {
    corners: [
      corners.hem,
      { name: 'waist', turn: 0, counts: 0, out: [0.15, 1], down: [0.12, 1] },
      ...[corners.armpit, ...corners.between, corners.tip, corners.neck],
    ],
    edges: [
      { toward: 0, within: 30, stiff: 0.8, long: [0.1, 1.2] },
      { toward: 95, within: 30, stiff: 0.8, long: [0.02, 3] },
      { toward: 88, within: 26, stiff: 0.8, long: [0.02, 3] },
      ...[...edges.between, edges.toTip, edges.shoulder, edges.nape],
    ],
  }
}
