import type { Template } from './template.ts'

/** Make-up looks. The palette holds the colours of lips, cheeks, eyelids and lashes. */
export const LOOK_VTO_TEMPLATES: readonly Template[] = [
  look('daily_bare', 'Barely there', 'Daily', 'c98276 e3a99a d9bda7 5a4033'),
  look('daily_rosewood', 'Rosewood', 'Daily', 'a85058 d98f8a b98a76 3d2b26'),
  look('daily_peach', 'Peach morning', 'Daily', 'e58a6f f2ab8c e6c3a3 5a3d2e'),
  look('daily_berry', 'Berry stain', 'Daily', '8f2f4a c9707c a98a86 2f2226'),
  look('office_mauve', 'Quiet mauve', 'Office', 'a06a78 cf9a9c a58a92 3a2e34'),
  look('office_terracotta', 'Terracotta', 'Office', 'b05a40 d58d6e a87858 3a261c'),
  look('office_nude', 'Soft nude', 'Office', 'bd8570 dba88f c2a488 46352a'),
  look('evening_classic', 'Classic red', 'Evening', 'b3142b d27a74 8a6a58 14100f'),
  look('evening_smoke', 'Smoke', 'Evening', 'b0736c c98c80 4a4648 0d0c0d'),
  look('evening_plum', 'Plum velvet', 'Evening', '5f1f3c b0687a 6b4658 170f14'),
  look('evening_gold', 'Gold leaf', 'Evening', 'a8483a d68f6c c79a4e 1c130c'),
  look('party_neon', 'Neon lid', 'Party', 'd9417a f08aa0 38b6c9 101418'),
  look('party_coral', 'Hot coral', 'Party', 'f0563e f58a70 e0a04e 23160f'),
  look('party_frost', 'Frost', 'Party', 'c86c92 e2a3bd a9c3dd 1b2030'),
]

function look(id: string, title: string, category_name: string, palette: string): Template {
  return { id, title, category_name, palette: palette.split(' ') }
}
