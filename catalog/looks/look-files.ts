// Made by `npm run looks` from the JSON files of this folder.
import bridalBlossom from './bridal_blossom.json' with { type: 'json' }
import bridalChampagne from './bridal_champagne.json' with { type: 'json' }
import bridalPearl from './bridal_pearl.json' with { type: 'json' }
import dailyBare from './daily_bare.json' with { type: 'json' }
import dailyBerry from './daily_berry.json' with { type: 'json' }
import dailyDew from './daily_dew.json' with { type: 'json' }
import dailyPeach from './daily_peach.json' with { type: 'json' }
import dailyRosewood from './daily_rosewood.json' with { type: 'json' }
import editorialInk from './editorial_ink.json' with { type: 'json' }
import editorialOmbre from './editorial_ombre.json' with { type: 'json' }
import editorialSunset from './editorial_sunset.json' with { type: 'json' }
import eveningClassic from './evening_classic.json' with { type: 'json' }
import eveningGold from './evening_gold.json' with { type: 'json' }
import eveningNoir from './evening_noir.json' with { type: 'json' }
import eveningPlum from './evening_plum.json' with { type: 'json' }
import eveningSmoke from './evening_smoke.json' with { type: 'json' }
import officeMauve from './office_mauve.json' with { type: 'json' }
import officeNude from './office_nude.json' with { type: 'json' }
import officeTaupe from './office_taupe.json' with { type: 'json' }
import officeTerracotta from './office_terracotta.json' with { type: 'json' }
import partyCoral from './party_coral.json' with { type: 'json' }
import partyEmerald from './party_emerald.json' with { type: 'json' }
import partyFrost from './party_frost.json' with { type: 'json' }
import partyNeon from './party_neon.json' with { type: 'json' }

/** A look as its file has it. `readLook` checks the rest. */
type LookFile = {
  title: string
  category: string
  zones: readonly { zone: string; pigment?: string }[]
}

/** The looks by their ids. */
export const LOOK_FILES: Readonly<Record<string, LookFile>> = {
  bridal_blossom: bridalBlossom,
  bridal_champagne: bridalChampagne,
  bridal_pearl: bridalPearl,
  daily_bare: dailyBare,
  daily_berry: dailyBerry,
  daily_dew: dailyDew,
  daily_peach: dailyPeach,
  daily_rosewood: dailyRosewood,
  editorial_ink: editorialInk,
  editorial_ombre: editorialOmbre,
  editorial_sunset: editorialSunset,
  evening_classic: eveningClassic,
  evening_gold: eveningGold,
  evening_noir: eveningNoir,
  evening_plum: eveningPlum,
  evening_smoke: eveningSmoke,
  office_mauve: officeMauve,
  office_nude: officeNude,
  office_taupe: officeTaupe,
  office_terracotta: officeTerracotta,
  party_coral: partyCoral,
  party_emerald: partyEmerald,
  party_frost: partyFrost,
  party_neon: partyNeon,
}
