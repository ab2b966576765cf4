/**
 * Colours by name: their sRGB levels, and their words in the eleven languages of the camera module: English, German,
 * French, Spanish, Portuguese, Italian; simplified and traditional Chinese, Japanese, Korean; Mongolian. Latin words
 * stand without accents, as prompts are read; inflected forms are separate words.
 */
export const COLOUR_WORDS: Readonly<Record<string, readonly [rgb: string, words: string]>> = {
  red: [
    '#c41e2a',
    'red rot rote roter rotes roten rotem rouge rouges rojo roja rojos rojas vermelho vermelha vermelhos vermelhas ' +
      'rosso rossa rossi rosse 红 红色 紅 紅色 赤 赤い 赤色 빨간 빨강 빨간색 빨강색 улаан',
  ],
  blue: [
    '#1f5fbf',
    'blue blau blaue blauer blaues blauen blauem bleu bleue bleus bleues azul azules azuis blu 蓝 蓝色 藍 藍色 青 青い 青色 ' +
      '파란 파랑 파란색 파랑색 хох цэнхэр',
  ],
  green: [
    '#2f8f4a',
    'green grun grune gruner grunes grunen grunem vert verte verts vertes verde verdes verdi 绿 绿色 綠 綠色 緑 緑色 초록 ' +
      '초록색 녹색 ногоон',
  ],
  yellow: [
    '#f2c71d',
    'yellow gelb gelbe gelber gelbes gelben gelbem jaune jaunes amarillo amarilla amarillos amarillas amarelo amarela ' +
      'amarelos amarelas giallo gialla gialli gialle 黄 黄色 黃 黃色 黄色い 노란 노랑 노란색 노랑색 шар',
  ],
  orange: [
    '#ee7b1c',
    'orange oranges orangefarben orangefarbene orangefarbener orangefarbenes naranja naranjas laranja laranjas arancione ' +
      'arancioni 橙 橙色 オレンジ オレンジ色 주황 주황색 улбар',
  ],
  purple: [
    '#7b3fa0',
    'purple violet violette violetter violettes violetten lila violets violettes morado morada morados moradas roxo roxa ' +
      'roxos roxas viola 紫 紫色 보라 보라색 ягаан',
  ],
  pink: [
    '#ee8fb0',
    'pink rosa rosafarben rosafarbene rose roses rosado rosada rosados rosadas 粉 粉色 粉红 粉红色 粉紅 粉紅色 ピンク ' +
      'ピンク色 桃色 분홍 분홍색 핑크',
  ],
  brown: [
    '#7a4a2a',
    'brown braun braune brauner braunes braunen braunem brun brune bruns brunes marron marrones castano castana marrom ' +
      'marrons marrone marroni 棕 棕色 褐色 咖啡色 茶色 茶色い 갈색 бор хурэн',
  ],
  black: [
    '#1c1c1e',
    'black schwarz schwarze schwarzer schwarzes schwarzen schwarzem noir noire noirs noires negro negra negros negras ' +
      'preto preta pretos pretas nero nera neri nere 黑 黑色 黒 黒い 黒色 검은 검정 검은색 검정색 хар',
  ],
  white: [
    '#f2f1ee',
    'white weiss weisse weisser weisses weissen weissem blanc blanche blancs blanches blanco blanca blancos blancas branco ' +
      'branca brancos brancas bianco bianca bianchi bianche 白 白色 白い 흰 흰색 하얀 하얀색 цагаан',
  ],
  grey: [
    '#85878c',
    'grey gray grau graue grauer graues grauen grauem gris grise grises cinza cinzento cinzenta grigio grigia grigi grigie ' +
      '灰 灰色 グレー 灰色の 회색 саарал',
  ],
  beige: ['#d9c6a5', 'beige beiges beigefarben creme crema ベージュ 米色 베이지 베이지색'],
  gold: [
    '#c9a24a',
    'gold golden goldene goldener goldenes goldenen dore doree dores dorado dorada dorados doradas dourado dourada dorato ' +
      'dorata 金色 금색 алтан',
  ],
  silver: [
    '#b9bcc2',
    'silver silbern silberne silberner silbernes silbernen argente argentee plateado plateada prateado prateada argentato ' +
      'argentata 银色 銀色 은색 мунгулуг',
  ],
  turquoise: [
    '#2fb5ad',
    'turquoise teal turkis turkise turkiser turkises turquesa turchese 青绿色 青綠色 ターコイズ 청록색 оюу',
  ],
  navy: [
    '#1d2b53',
    'navy dunkelblau dunkelblaue dunkelblauer dunkelblaues dunkelblauen marineblau 藏青 藏青色 深蓝 深蓝色 深藍 深藍色 紺 紺色 ' +
      '남색',
  ],
  burgundy: [
    '#6b1a2c',
    'burgundy maroon weinrot weinrote weinroter weinrotes bordeaux burdeos granate vinho bordo 酒红 酒红色 酒紅 酒紅色 ' +
      'ワインレッド 자주색',
  ],
}

/**
 * Names of shades within a colour, "royal blue" or "forest green": their sRGB levels, the colour that may stand beside
 * them, and their words. Many are things as well, so that they name a colour only beside theirs, or beside a thing:
 * see {@link NOTHING_BUT_COLOURS}.
 */
export const COLOUR_NAMES: readonly (readonly [rgb: string, colour: string, words: string])[] = [
  [
    '#2545b8',
    'blue',
    'royal konigsblau konigsblaue konigsblauer konigsblaues royalblau royalblaue royalblauer royalblaues roi rey real 宝蓝 宝蓝色 寶藍 寶藍色 ロイヤルブルー',
  ],
  [
    '#7db8e8',
    'blue',
    'sky himmelblau himmelblaue himmelblauer himmelblaues ciel celeste azzurro azzurra azzurri azzurre 天蓝 天蓝色 天藍 天藍色 水色 하늘색',
  ],
  [
    '#a9cdeb',
    'blue',
    'baby powder hellblau hellblaue hellblauer hellblaues hellblauen babyblau pastel',
  ],
  ['#1d2b53', 'blue', 'marine marino marinho'],
  ['#1746a2', 'blue', 'cobalt kobaltblau cobalto'],
  ['#3f3a93', 'blue', 'indigo'],
  ['#24b8d6', 'blue', 'cyan aqua cian ciano'],
  ['#1f5a35', 'green', 'forest waldgrun tannengrun sapin 墨绿 墨绿色 墨綠 墨綠色'],
  ['#8fc63d', 'green', 'lime limette limettengrun lima'],
  ['#a8dcc0', 'green', 'mint mintgrun menthe menta 薄荷绿 薄荷綠 ミント 민트'],
  ['#6f7440', 'green', 'olive oliv olivgrun oliva army 橄榄绿 橄欖綠 올리브'],
  ['#159a66', 'green', 'emerald smaragdgrun emeraude esmeralda smeraldo 翡翠 에메랄드'],
  ['#a39a6b', 'brown', 'khaki kaki カーキ 카키 卡其 卡其色'],
  ['#d2a22e', 'yellow', 'mustard senfgelb moutarde mostaza mostarda senape マスタード'],
  ['#f4e04d', 'yellow', 'lemon zitronengelb citron limon limone'],
  ['#a12a1f', 'red', 'rust ziegelrot rostrot rouille'],
  [
    '#b3122b',
    'red',
    'crimson scarlet ruby cherry wine scharlachrot rubinrot kirschrot ecarlate carmesi escarlata',
  ],
  [
    '#f0826f',
    'pink',
    'coral salmon koralle korallenrot lachs corail saumon salmao salmone 珊瑚色 コーラル 코랄',
  ],
  ['#e0489a', 'pink', 'hot magenta fuchsia fucsia マゼンタ'],
  ['#f6c1a4', 'orange', 'peach apricot pfirsich peche pesca'],
  [
    '#b9a4da',
    'purple',
    'lavender lilac mauve lavendel flieder lavande lavanda malva ラベンダー 라벤더',
  ],
  ['#5e2a54', 'purple', 'plum aubergine eggplant pflaume prune ciruela prugna'],
  [
    '#f4ecd8',
    'white',
    'ivory cream off elfenbein cremeweiss ivoire marfil marfim avorio アイボリー 아이보리',
  ],
  [
    '#3f4247',
    'grey',
    'charcoal slate anthracite anthrazit anthrazitgrau antracita antracite チャコール',
  ],
  ['#c19a6b', 'brown', 'tan camel caramel kamel chameau'],
  ['#4a2c1a', 'brown', 'chocolate coffee schokobraun chocolat cafe cioccolato'],
  ['#39d353', 'green', 'neon'],
  ['#9caf88', 'green', 'sage salbei salbeigrun sauge salvia'],
  ['#b85a17', 'orange', 'burnt'],
  ['#c8603f', 'orange', 'terracotta terrakotta'],
  ['#cc8a22', 'yellow', 'ochre ocker ocre ocra'],
  ['#1f5f6b', 'blue', 'petrol petroleum'],
  ['#2461ff', 'blue', 'electric'],
  ['#cfe8f3', 'blue', 'ice eisblau'],
  ['#8a0f1a', 'red', 'blood blutrot'],
  ['#0e0e10', 'black', 'jet'],
  ['#8b7d6b', 'grey', 'taupe'],
  ['#f3dfc1', 'beige', 'champagne champagner'],
  ['#b0743f', 'brown', 'copper bronze kupfer kupferfarben cuivre cobre rame'],
]

/** Those of the names that are no things: one of them alone is a colour. */
export const NOTHING_BUT_COLOURS =
  'konigsblau konigsblaue konigsblauer konigsblaues royalblau royalblaue royalblauer royalblaues 宝蓝 宝蓝色 寶藍 寶藍色 ' +
  'ロイヤルブルー himmelblau himmelblaue himmelblauer himmelblaues celeste azzurro azzurra azzurri azzurre 天蓝 天蓝色 天藍 ' +
  '天藍色 水色 하늘색 hellblau hellblaue hellblauer hellblaues hellblauen babyblau cobalt kobaltblau cobalto indigo cyan ' +
  'aqua cian ciano waldgrun tannengrun 墨绿 墨绿色 墨綠 墨綠色 limettengrun mintgrun 薄荷绿 薄荷綠 olivgrun 橄榄绿 橄欖綠 ' +
  'smaragdgrun khaki カーキ 카키 卡其 卡其色 senfgelb zitronengelb ziegelrot rostrot crimson scarlet scharlachrot ' +
  'rubinrot kirschrot ecarlate carmesi escarlata korallenrot 珊瑚色 magenta fuchsia fucsia マゼンタ mauve cremeweiss ' +
  'アイボリー 아이보리 anthracite anthrazit anthrazitgrau antracita antracite チャコール schokobraun salbeigrun ochre ocker ' +
  'ocre ocra eisblau blutrot taupe kupferfarben'

/** Words that make the colour beside them lighter or darker, with the change of L* they stand for. */
export const SHADE_WORDS: Readonly<Record<string, readonly [lightness: number, words: string]>> = {
  light: [
    16,
    'light pale bright hell helle heller helles hellen clair claire clairs claires pale claro clara claros claras chiaro ' +
      'chiara chiari chiare 浅 淺 淡 明るい 薄い 밝은 연한 цайвар',
  ],
  dark: [
    -16,
    'dark deep dunkel dunkle dunkler dunkles dunklen fonce foncee fonces foncees oscuro oscura oscuros oscuras escuro ' +
      'escura escuros escuras scuro scura scuri scure 深 暗い 濃い 어두운 진한 бараан',
  ],
}
