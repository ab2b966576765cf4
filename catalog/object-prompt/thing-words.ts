/** Words that ask for something to be taken out, in the eleven languages. */
export const REMOVAL_WORDS =
  'remove erase delete nothing none clean empty background clear away disappear no without ' +
  'entfernen entferne loschen losche nichts leer sauber hintergrund weg ohne kein keine keinen ' +
  'supprimer supprime enlever enleve effacer efface retirer rien vide propre fond arriere-plan sans aucun aucune ' +
  'eliminar elimina quitar quita borrar borra nada vacio vacia limpio limpia fondo sin ' +
  'remover remova apagar apague tirar vazio vazia limpo limpa fundo sem ' +
  'rimuovere rimuovi cancellare cancella togliere togli niente nulla vuoto vuota pulito pulita sfondo senza ' +
  '移除 去除 去掉 删除 刪除 消除 擦除 清除 无 無 空 空白 干净 乾淨 背景 没有 沒有 ' +
  '消す 消して 削除 除去 取り除く 取り除いて なし 何もない 空っぽ きれい ' +
  '제거 삭제 지우기 지워 없음 없이 비우기 빈 깨끗한 배경 ' +
  'арилгах арилга устгах устга хоосон цэвэр дэвсгэр юугуй'

/**
 * Things whose surface may be changed without becoming another thing: with a colour or a material they name what the
 * mask covers already. In the eleven languages.
 */
export const THING_WORDS =
  'jacket coat shirt t-shirt tshirt blouse dress skirt trousers pants shorts suit tie scarf hat cap shoe shoes sweater ' +
  'pullover hoodie vest bag car wall floor door sofa couch chair armchair table curtain curtains carpet rug cushion ' +
  'pillow background fabric cloth object surface color colour roof fence cup mug bottle box umbrella ' +
  'bus truck lorry van bike bicycle motorbike motorcycle scooter boat ship sail train tram plane airplane taxi caravan ' +
  'tee top sleeve sleeves leggings tights socks boot boots sneaker sneakers trainers glove gloves belt gown cardigan ' +
  'blazer uniform kimono apron robe swimsuit bikini helmet backpack handbag suitcase purse wallet case cover ' +
  'lamp lampshade bed blanket bedspread sheet sheets towel napkin tablecloth bench stool cabinet cupboard drawer shelf ' +
  'bookcase desk frame window shutter shutters tile tiles ceiling building house garage gate mailbox bin pot planter ' +
  'bucket basket bowl plate tray ball balloon kite guitar piano tent canopy awning sign board panel pole post bridge ' +
  'bird cat dog horse cow sheep elephant frisbee racket bat glass glasses sunglasses fork knife spoon toilet tv laptop ' +
  'phone keyboard mouse remote microwave oven stove toaster sink refrigerator fridge washer dryer book clock vase scissors ' +
  'toothbrush hydrant romper jumpsuit polo turtleneck sweatshirt cape poncho camisole tank sari swimwear raincoat trench ' +
  'parka windbreaker overalls dungarees slippers sandals heels pumps loafers flats beret beanie headband earmuffs mask ' +
  'watch bracelet necklace earrings blinds wallpaper counter countertop backsplash ottoman nightstand headboard mattress ' +
  'duvet quilt pillowcase footstool recliner stroller wheelchair ladder barrel crate pipe railing handrail stairs steps ' +
  'staircase driveway road street path pavement sidewalk shed barn hut cabin cottage tower church castle bonnet hood bumper ' +
  'wheel wheels rim rims trunk jeep suv cab tractor trailer camper minivan convertible hatchback sedan ambulance wagon cart ' +
  'helicopter drone rocket canoe raft yacht ferry speedboat logo label packaging lid tin jar tub pan kettle teapot saucer ' +
  'monitor screen speaker headphones camera tripod violin drum drums doll puzzle balloons lantern candle chandelier poster ' +
  'mirror mat beam doorway chimney gutter facade siding parasol gazebo pergola deck patio pool trampoline swing slide banner ' +
  'billboard letters letter text jersey blouson ' +
  'doors walls chairs cars bus buses toy teddy ribbon bow flag kayak surfboard skateboard snowboard skis sled ' +
  'jacke mantel hemd bluse kleid rock hose anzug krawatte schal hut mutze schuh schuhe weste tasche auto wand boden tur ' +
  'bus lkw fahrrad motorrad boot schiff zug bett lampe decke handtuch helm rucksack koffer ball ballon haus gebaude fenster ' +
  'rahmen schrank regal bank eimer topf teller stiefel handschuh handschuhe gurtel oberteil ' +
  'stuhl sessel tisch vorhang vorhange teppich kissen stoff objekt oberflache farbe dach zaun tasse flasche schirm ' +
  'veste manteau chemise chemisier robe jupe pantalon costume cravate echarpe chapeau chaussure chaussures pull gilet sac ' +
  'bus camion velo moto bateau train lit lampe couverture serviette casque valise ballon maison batiment fenetre cadre ' +
  'armoire etagere banc seau pot assiette bottes gants ceinture haut ' +
  'voiture mur sol porte canape chaise fauteuil table rideau rideaux tapis coussin tissu objet surface couleur toit ' +
  'cloture tasse bouteille parapluie ' +
  'chaqueta abrigo camisa camiseta blusa vestido falda pantalones traje corbata bufanda sombrero gorra zapato zapatos ' +
  'autobus camion bicicleta moto barco tren cama lampara manta toalla casco mochila maleta pelota globo casa edificio ' +
  'ventana marco armario estante banco cubo maceta plato botas guantes cinturon ' +
  'jersey chaleco bolso coche pared suelo puerta silla sillon mesa cortina cortinas alfombra cojin tela objeto superficie ' +
  'color techo valla taza botella paraguas ' +
  'jaqueta casaco saia calca calcas terno gravata cachecol chapeu bone sapato sapatos colete bolsa carro parede chao ' +
  'onibus caminhao moto barco trem cama toalha capacete mala bola balao predio janela armario prateleira balde vaso prato ' +
  'botas luvas cinto ' +
  'piso porta cadeira poltrona almofada tecido cor telhado cerca garrafa guarda-chuva ' +
  'giacca cappotto camicia maglietta vestito abito gonna pantaloni cravatta sciarpa cappello scarpa scarpe gilet borsa ' +
  'autobus camion bici moto barca treno letto lampada coperta asciugamano casco zaino valigia palla palloncino edificio ' +
  'finestra cornice armadio scaffale panca secchio piatto stivali guanti cintura ' +
  'macchina parete muro pavimento divano sedia poltrona tavolo tenda tende tappeto cuscino tessuto oggetto colore tetto ' +
  'tazza bottiglia ombrello ' +
  '夹克 夾克 外套 大衣 衬衫 襯衫 上衣 裙子 连衣裙 連衣裙 裤子 褲子 西装 西裝 领带 領帶 围巾 圍巾 帽子 鞋 鞋子 毛衣 包 汽车 汽車 车 車 墙 牆 墙壁 ' +
  '公交车 公車 巴士 卡车 卡車 自行车 自行車 摩托车 摩托車 船 床 灯 燈 毯子 毛巾 头盔 頭盔 背包 箱子 球 气球 氣球 房子 窗 窗户 柜子 盘子 靴子 手套 ' +
  '牆壁 地板 门 門 沙发 沙發 椅子 桌子 窗帘 窗簾 地毯 靠垫 靠墊 布 物体 物體 颜色 顏色 衣服 ' +
  'ジャケット コート シャツ ブラウス ドレス ワンピース スカート ズボン パンツ スーツ ネクタイ マフラー 靴 セーター バッグ 壁 床 ドア ソファ ' +
  'バス トラック 自転車 バイク 船 ベッド 毛布 タオル ヘルメット リュック ボール 風船 家 窓 棚 皿 ブーツ 手袋 車 ' +
  '机 テーブル カーテン カーペット クッション 服 色 ' +
  '버스 트럭 자전거 오토바이 배 침대 담요 수건 헬멧 배낭 공 풍선 집 창문 선반 접시 부츠 장갑 ' +
  '재킷 자켓 코트 셔츠 블라우스 드레스 원피스 치마 바지 정장 넥타이 스카프 모자 신발 스웨터 가방 자동차 차 벽 바닥 문 소파 의자 테이블 커튼 카펫 쿠션 옷 색 ' +
  'автобус дугуй мотоцикл завь ор чийдэн хонжил алчуур дуулга уургэвч бумбуг бомболог байшин цонх таваг бээлий ' +
  'куртка хурэм пальто цамц даашинз банзал умд костюм зангиа ороолт малгай гутал цунх машин хана шал хаалга буйдан ' +
  'сандал ширээ хошиг хивс дэр даавуу онгу'

/** Words that say nothing of their own: articles, prepositions, and verbs that ask for a change. */
export const FILLER_WORDS =
  'a an the one of in into to with it its make made turn change replace paint painted from please by as colored coloured ' +
  'plain solid i want would like material texture this that there should be is all everything object thing ' +
  'ein eine einen einer einem der die das den dem des aus in mit mach mache machen andere farbe es bitte von durch soll ' +
  'sein wird alles ' +
  'un une le la les l de du des en avec change changer remplacer remplace par rendre mets peindre tout ' +
  'el los las una uno del con cambiar cambia reemplazar por pintar hacer hazlo todo lo ' +
  'o os as um uma do da dos das com mudar mude trocar troque pintar fazer tudo em ' +
  'il lo i gli di dello della dei delle con in cambia cambiare sostituire sostituisci colora rendi tutto ' +
  '的 把 变成 變成 换成 換成 改成 成 一件 一个 一個 一条 一條 一辆 一輛 这 這 这个 這個 请 請 一 件 掉 了 ' +
  'の に を は して する ください 変えて 変える 変更 塗る 塗って な で ' +
  '을 를 의 은 는 이 가 로 으로 에 한 하나 바꿔 바꾸기 변경 해줘 주세요 하기 된 만들기 것 을로 ' +
  'нэг энэ бай болго болгох соль солих ба'
