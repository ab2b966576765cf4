/**
 * The features that Darkroom's own engine carries out, by name. The catalogue describes more than these: a pipeline can
 * use the others with a service that performs them. A test compares the list with the effects of the engine, which the
 * API, the pipeline and the command line do not load.
 */
export const PERFORMED_FEATURES: ReadonlySet<string> = new Set([
  '2d-vto/bracelet',
  '2d-vto/earring',
  '2d-vto/necklace',
  'bg-replace-vid',
  'body-reshape',
  'cloth-v3',
  'face-lift',
  'face-reshape',
  'face-swap',
  'fitzpatrick-scale-analyzer',
  'hair-transfer',
  'image-to-video',
  'look-vto',
  'obj-rem-vid',
  'obj-replace',
  'out-paint',
  'skin-simulation',
  'video-trans',
])
