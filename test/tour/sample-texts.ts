import type { Language } from '../../shared/i18n/languages.ts'

/** The texts and names that the tour's simulated user enters, in Chinese, by their English version. */
const chinese: ReadonlyMap<string, string> = new Map([
  ['Ridges in evening light, mist in the valleys', '暮色中的山峦，薄雾缭绕山谷'],
  ['Rain on a tin roof, then a door slams', '雨打铁皮屋顶，随后传来关门声'],
  ['Wide stone stairs in low evening sun', '夕阳低照的宽阔石阶'],
  ['Dunes at first light, seen from the ridge', '晨光初照的沙丘，从沙脊望去'],
  ['A paper flower, petals folded by hand, soft light', '一朵纸花，花瓣手工折成，光线柔和'],
  ['A perfume bottle on a pale shelf, its label facing the light', '浅色架子上的一瓶香水，标签迎着光'],
  ['Every potter opens the kiln too early once.', '每个陶匠都会有一次过早开窑。'],
  ['The sun sets behind layered mountains, slow pan', '夕阳落在层叠的群山之后，镜头缓缓平移'],
  ['A calm sea under a wide sky, low horizon', '辽阔天空下平静的海，地平线压得很低'],
  [
    'A tall stoneware vase with a cobalt glaze on a round plinth, warm wall behind, soft morning light from the left',
    '圆形基座上一只高挑的花瓶，钴蓝釉，背后是暖色墙面，柔和的晨光从左侧照来'
  ],
  ['Give the vase in image 1 the glaze of image 2, and leave the rim raw', '把图 2 的釉色用到图 1 的花瓶上，瓶口保持素胎'],
  ['Give the vase in image 1 a pale glaze', '给图 1 的花瓶上一层浅色釉'],
  ['A vase with a narrow neck', '一只细颈花瓶'],
  ['Fill in a form', '填写表单'],
  ['vase', '花瓶'],
  ['bowl', '碗'],
  ['jar', '罐子'],
  ['celadon', '青瓷'],
  ['iron', '铁锈'],
  ['cobalt', '钴蓝'],
  ['ash', '草木灰'],
  ['A {thing}, {glaze} glaze, on linen', '亚麻布上的{thing}，{glaze}釉'],
  ['spring collection.csv', '春季系列.csv'],
  ['Requested by', '提出者'],
  ['Anna', '安娜'],
  ['limit', '上限'],
  ['any', '随意'],
  ['urgent', '加急'],
  ['vase.webp', '花瓶.webp'],
  ['glaze.webp', '釉.webp'],
  ['family.webp', '全家福.webp'],
  ['reference.webp', '参考.webp'],
  [
    'Every potter opens the kiln too early once. After that, you wait for the colour, not the clock.',
    '每个陶匠都会有一次过早开窑。从那以后，人们等的是颜色，而不是时钟。'
  ],
  ['stairs.jpg', '石阶.jpg'],
  ['still.jpg', '静物.jpg'],
  [
    'The camera comes down the stairs and rests on the table as the light shifts from noon to evening',
    '镜头沿石阶而下，停在桌前；光线从正午转为傍晚'
  ],
  ['vase.jpg', '花瓶.jpg'],
  ['A glaze of deep cobalt that runs and pools at the foot', '深钴蓝的釉，流淌而下，积在瓶底'],
  ['family.jpg', '全家福.jpg'],
  ['The door is bricked up, the fire is low,\nwe sit beside the wall.', '窑门已封，火势渐微，\n我们坐在墙边。'],
  ['Nine hundred, a thousand, and slow,\nand nobody speaks at all.', '九百度，一千度，慢慢来，\n谁也没有开口。'],
  ['Warm folk with a cello, close and unhurried', '温暖的民谣，带大提琴，亲近而从容'],
  ['front.jpg', '正面.jpg'],
  ['back.jpg', '背面.jpg'],
  ['left.jpg', '左侧.jpg'],
  ['dune.jpg', '沙丘.jpg'],
  ['This is my voice, a little slower than usual.', '这是我的声音，比我平时说话慢一点。'],
  ['my voice.wav', '我的声音.wav'],
  ['Two potters at one wheel, seen from above', '两位陶艺师共用一台拉坯机，俯视'],
  ['pose.jpg', '姿势.jpg']
])

/** Returns a function that translates the simulated user's English texts into `language`. Texts without a translation are unchanged. */
export function createSampleTextTranslator(language: Language): (english: string) => string {
  return (english) => (language === 'en' ? english : (chinese.get(english) ?? english))
}
