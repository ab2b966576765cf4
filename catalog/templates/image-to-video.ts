import type { Template } from './template.ts'

/**
 * Camera motions and movements. Those with much movement use the better quality by default. The last one is made by a
 * generator.
 */
export const IMAGE_TO_VIDEO_TEMPLATES: readonly Template[] = [
  motion('push_in', 'Slow push in', 'Camera', '22303c 7fa3b8'),
  motion('pull_back', 'Pull back', 'Camera', '7fa3b8 22303c'),
  motion('pan_left', 'Pan to the left', 'Camera', '3c4a2a a8b878'),
  motion('pan_right', 'Pan to the right', 'Camera', 'a8b878 3c4a2a'),
  motion('rise', 'Rise', 'Camera', '2f3c5a c3cfe8'),
  motion('orbit', 'Orbit', 'Camera', '5a2f4c e0a8cc', 'pro'),
  motion('parallax', 'Depth', 'Camera', '1f4a48 8fd0c8', 'pro'),
  motion('handheld', 'Hand-held', 'Camera', '4a3a2a c8a888'),
  motion('golden_hour', 'Golden hour', 'Light', '8a4a1a f2c070'),
  motion('moonrise', 'Moonrise', 'Light', '101a33 8fa0d0'),
  motion('film_grain', 'Old film', 'Light', '3a3226 b8a888'),
  motion('snowfall', 'Snowfall', 'Weather', '5a6a78 eef4f8', 'pro'),
  motion('rain', 'Rain', 'Weather', '2a3a44 8aa0ac', 'pro'),
  motion('drifting_dust', 'Drifting dust', 'Weather', '5a4630 e6cfa0'),
  { ...motion('come_alive', 'Come alive', 'Generated', '3a2a5a c0a8e8'), isGenerated: true },
]

function motion(
  id: string,
  title: string,
  category_name: string,
  palette: string,
  mode: 'std' | 'pro' = 'std',
): Template {
  return { id, title, category_name, palette: palette.split(' '), mode }
}
