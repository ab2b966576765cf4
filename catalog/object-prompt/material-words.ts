/** What the engine can give the surface of an object. */
export const MATERIALS = [
  'wood',
  'marble',
  'brick',
  'stone',
  'grass',
  'sand',
  'water',
  'denim',
  'knit',
  'leather',
  'metal',
] as const

export type Material = (typeof MATERIALS)[number]

/** Their words in the eleven languages, as in `colour-words.ts`. */
export const MATERIAL_WORDS: Readonly<Record<Material, string>> = {
  wood:
    'wood wooden holz holzern holzerne holzerner holzernes bois madera madeira legno 木 木头 木頭 木材 木制 木製 木の 木目 나무 ' +
    '목재 원목 мод модон',
  marble: 'marble marmor marmorn marbre marmol marmore marmo 大理石 マーブル 대리석 гантиг',
  brick:
    'brick bricks ziegel ziegelstein backstein backsteine brique briques ladrillo ladrillos tijolo tijolos mattone mattoni ' +
    '砖 砖头 磚 磚頭 レンガ 煉瓦 벽돌 тоосго',
  stone:
    'stone concrete stein beton steinern pierre piedra hormigon pedra concreto pietra cemento calcestruzzo 石头 石頭 混凝土 ' +
    '石 コンクリート 돌 콘크리트 чулуу бетон',
  grass:
    'grass lawn gras rasen wiese herbe gazon pelouse hierba cesped pasto grama relva erba prato 草 草地 草坪 芝生 芝 잔디 풀 увс зулэг',
  sand: 'sand sable arena areia sabbia 沙 沙子 沙滩 沙灘 砂 모래 элс',
  water: 'water wasser eau agua acqua 水 물 ус',
  denim: 'denim jeans jeansstoff vaquero mezclilla 牛仔 牛仔布 デニム 데님 청 жинс',
  knit:
    'knit knitted knitwear wool strick gestrickt gestrickte gestrickter wolle tricot tricote laine punto lana tejido malha la ' +
    'maglia 针织 針織 毛线 毛線 羊毛 ニット 毛糸 니트 뜨개 нэхмэл ноос',
  leather:
    'leather leder ledern lederne cuir cuero piel couro pelle cuoio 皮 皮革 皮质 皮質 レザー 革 가죽 арьс савхи',
  metal:
    'metal metallic steel metall metallisch stahl metal acier acero aco metallo acciaio 金属 金屬 钢 鋼 メタル 스틸 금속 강철 ' +
    'метал тумур ган',
}
