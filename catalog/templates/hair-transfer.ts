import type { Template } from './template.ts'

/** Hairstyles. Those that work in any colour allow to keep the person's own (`keep_users_color`). */
export const HAIR_TRANSFER_TEMPLATES: readonly Template[] = [
  hair('female_bob', 'Chin-length bob', 'Female', '3a2418 5c3a28', true),
  hair('female_lob', 'Long bob', 'Female', '6b4a30 8f6a48', true),
  hair('female_pixie', 'Pixie', 'Female', '241812 4a3426', true),
  hair('female_updo', 'Updo', 'Female', '4a2f20 6f4c36', true),
  hair('female_beach_waves', 'Beach waves', 'Female', 'a87c4c d9b47c', true),
  hair('female_long_straight', 'Long and straight', 'Female', '1a1210 36261f', true),
  hair('female_curls', 'Long curls', 'Female', '5a2f1c 84502f', true),
  hair('female_copper_layers', 'Copper layers', 'Female', '8f3f1a c26a36', false),
  hair('female_platinum', 'Platinum', 'Female', 'd9cdb4 f2ead8', false),
  hair('female_pastel_pink', 'Pastel pink', 'Female', 'd98fa8 f2bfcd', false),
  hair('male_crew', 'Crew cut', 'Male', '2a1e17 463428', true),
  hair('male_side_part', 'Side part', 'Male', '3a2a1e 5c4634', true),
  hair('male_quiff', 'Quiff', 'Male', '4c3522 73563a', true),
  hair('male_curly_top', 'Curly top', 'Male', '20160f 3c2c20', true),
  hair('male_shoulder', 'Shoulder length', 'Male', '5a4028 80603f', true),
  hair('male_silver', 'Silver', 'Male', '8f9296 c3c7cc', false),
]

function hair(
  id: string,
  title: string,
  category_name: string,
  palette: string,
  keep_users_color: boolean,
): Template {
  return { id, title, category_name, palette: palette.split(' '), keep_users_color }
}
