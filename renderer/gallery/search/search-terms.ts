import type { Capability } from '../../../shared/form/capability.ts'
import type { Medium } from '../../../shared/form/json-schema.ts'
import { isRecord } from '../../../shared/form/fields/schema-reading.ts'
import { foldForSearch } from '../../search/search-terms.ts'

/**
 * Words that users search for and that catalogues seldom use, in English and Chinese. `describes` matches the title, ID or purpose of a
 * kind of capability. The table therefore works for any service's catalogue.
 */
const kinds: readonly { readonly describes: RegExp; readonly terms: string }[] = [
  {
    describes: /upscal|enlarg|super.?resol|higher resolution|\b(larger|bigger) and\b|放大|超分|提升分辨率/,
    terms:
      'upscale enlarge bigger larger resize resolution enhance hd 4k 8k quality sharpen sharper clearer blurry pixelated detail 放大 变大 更大 高清 超清 清晰 模糊 分辨率 画质'
  },
  {
    describes:
      /background.?remov|remov\w* .{0,12}background|cut.?out|\bcuts .+ out of\b|matting|抠图|抠像|(去除|移除|去)背景|背景(去除|移除)/,
    terms:
      'transparent transparency png cutout isolate extract remove erase delete backdrop alpha greenscreen 透明 抠图 抠像 去背景 去底 白底 绿幕'
  },
  {
    describes: /try.?on|clothes|clothing|garment|outfit|试穿|试衣|换装|服装|衣服/,
    terms: 'dress clothes clothing outfit garment wear shirt fashion model 衣服 换衣 换装 裙子 穿 试衣 服装'
  },
  {
    describes: /dubb|(an)?other languages?|translat|配音|译制|翻译|另一种语言/,
    terms: 'translate translation language dub voiceover foreign 翻译 配音 外语 语言'
  },
  {
    describes: /caption|subtitle|transcri|字幕|转写/,
    terms: 'subtitles captions transcribe transcript srt 字幕 转写 转文字'
  },
  {
    describes:
      /text.?to.?speech|\btts\b|speech synth|narrat|\breads? (a|the|your)?\b|voice.?(clon|design|over)|dialogue.?(gener|mak)|conversation .*voices?|朗读|语音合成|文(字|本)转语音|(声音|音色)(克隆|设计)|对话生成|音色的对话/,
    terms: 'narrator narrate narration voiceover tts speak speaker announcer audiobook podcast aloud 旁白 朗读 解说 配音 播音 念 有声书'
  },
  { describes: /voice.?(chang|clon|conver)|变声|(声音|音色)(克隆|变换|转换)/, terms: 'imitate impersonate mimic copy 变声 模仿 克隆' },
  {
    describes:
      /object.?remov|inpaint|eras(e|er|ing)\b|\btakes? (things|something|objects) out\b|消除|擦除|局部重绘|(物体|对象)移除|移除(物体|对象)/,
    terms: 'erase eraser remove delete unwanted clean fill replace 擦除 消除 去掉 删除 去除 路人 替换'
  },
  {
    describes: /outpaint|uncrop|\boutside (a|the) (picture|image)\b|扩图|外绘|扩展画/,
    terms: 'expand extend uncrop widen wider zoom canvas 扩图 扩展 扩大 补全 画布'
  },
  {
    describes: /refram|aspect ratio|another shape|重新构图|画幅|宽高比/,
    terms: 'crop aspect ratio vertical portrait square landscape shorts reels 裁剪 裁切 竖屏 横屏 方形 比例'
  },
  {
    describes: /restor|\brepairs? old\b|老照片|修复/,
    terms: 'old damaged scratch torn faded vintage fix repair 老照片 旧照片 修复 划痕 破损'
  },
  {
    describes: /colou?ri[sz]|black and white|\bgives? .*colou?r|\b(adds?|with|optional) colou?r|上色|黑白/,
    terms: 'colorize colourise colour color monochrome black white 上色 黑白 彩色'
  },
  { describes: /denois|\bgrain\b|noise reduc|降噪|去噪/, terms: 'noise noisy grain grainy clean blurry flicker 降噪 去噪 噪点' },
  {
    describes: /speech.?enhanc|audio.?(repair|clean|enhanc)|from a studio|(语音|人声)增强|音频修复/,
    terms: 'noise denoise clean clear echo hiss hum microphone podcast fix 降噪 噪音 杂音 清晰 回声'
  },
  {
    describes: /style.?transfer|restyl|stylis|styliz|another look|manner of|风格/,
    terms: 'style anime cartoon painting watercolour filter artistic 风格 动漫 卡通 油画 水彩 滤镜'
  },
  {
    describes: /relight|another light|打光|补光|光照|光线/,
    terms: 'lighting light shadow brighten brighter darker sunset 打光 补光 光线 调亮 阴影'
  },
  { describes: /lip.?sync|talking|\bspeak\b|口型|说话/, terms: 'talk talking speak mouth lips avatar presenter 说话 口型 对嘴 数字人' },
  {
    describes: /image.?to.?video|(?<!for )animat|(?<!参考)图生视频|图片转视频|动起来/,
    terms: 'animate animation alive move moving gif 动画 动起来 动图 图生视频'
  },
  { describes: /interpolat|smoothly|插帧|补帧/, terms: 'smooth smoother fps framerate frames 流畅 帧率 插帧 补帧' },
  { describes: /slow.?mo|\bslows\b|慢动作|慢放/, terms: 'slow slower slowmo speed 慢 慢放 慢镜头' },
  { describes: /(face|head|character).?swap|换脸|换头|(人物|角色)替换/, terms: 'replace change exchange 换脸 换头 换人 替换' },
  { describes: /textur|another surface|材质|贴图|纹理/, terms: 'texture material skin paint 材质 贴图 纹理' },
  { describes: /\brig\b|rigging|\bbones\b|skelet|骨骼|绑定/, terms: 'skeleton armature animate animation 骨骼 绑定 动画' },
  { describes: /music|\bsong|音乐|歌/, terms: 'song melody tune beat soundtrack instrumental jingle sing lyrics 音乐 歌曲 旋律 配乐 唱歌' },
  { describes: /\bstem|(人声|音轨)分离|分轨/, terms: 'karaoke vocals acapella instrumental split isolate drums 伴奏 人声 分离 卡拉' },
  {
    describes: /sound.?effects?|foley|video.?to.?(audio|sound)|matching (audio|sounds?)\b|音效|视频生音频|匹配的(音频|声音)/,
    terms: 'foley sfx noise ambience effect 音效 声效 环境音'
  },
  {
    describes: /retouch|beaut|修饰人像|人像(修|美|精)|美颜|修图/,
    terms: 'beauty skin wrinkles blemish makeup selfie headshot 美颜 磨皮 皮肤 祛痘 修图 自拍'
  },
  { describes: /product|商品|产品/, terms: 'advert advertisement commercial ecommerce shop marketing packshot 广告 电商 商品 产品' },
  { describes: /\blogo|标志|徽标/, terms: 'brand icon emblem symbol trademark 品牌 图标 标志 商标' },
  { describes: /sketch|drawing|草图|线稿/, terms: 'drawing doodle lineart scribble 草图 线稿 涂鸦 手绘' },
  { describes: /\bposes?\b|姿势|姿态/, terms: 'controlnet posture skeleton depth 姿势 动作' },
  { describes: /motion.?transfer|动作迁移/, terms: 'dance dancing mimic puppet movement 跳舞 舞蹈 动作 模仿' },
  { describes: /\bag(e|es|ing)\b|年龄|变老/, terms: 'older younger old young child 变老 变年轻 老年 小时候' },
  {
    describes: /extender|extension|\bextends a (video|music|song|clip)|continues? (a|the)\b|延长|续写/,
    terms: 'longer extend continue lengthen 延长 变长 加长 继续'
  },
  {
    describes:
      /(image|picture).?generat|text.?to.?(image|picture)|\b(images?|pictures?) from (words|text|a prompt)\b|文生图|(?<!根据.{0,6})(图像|图片)生成/,
    terms: 'draw drawing paint create generate illustration art wallpaper poster 画 画图 绘画 插画 生成 海报 壁纸 文生图'
  },
  { describes: /\bedit|编辑/, terms: 'edit change modify photoshop 编辑 修改 改图 修图' },
  {
    describes: /text.?to.?video|\bclip from (words|one|text)\b|文生视频/,
    terms: 'movie film animation create generate 电影 短片 动画 生成 文生视频'
  },
  { describes: /embrac|\bhug|拥抱/, terms: 'hug cuddle together 拥抱 抱' },
  { describes: /film.?look|on film\b|胶片/, terms: 'analog analogue vintage retro grain 胶片 复古 怀旧' }
]

/** Common names for an input or output medium. */
const media: readonly { readonly medium: Medium; readonly terms: string }[] = [
  { medium: 'image', terms: 'picture photo photograph image pic 图片 照片 图像 相片' },
  { medium: 'video', terms: 'video clip movie film footage 视频 影片 短片' },
  { medium: 'audio', terms: 'audio sound recording 声音 音频 录音' },
  { medium: 'model', terms: 'mesh model object sculpture print 网格 模型 物体 打印' },
  { medium: 'text', terms: 'text words 文字 文本' }
]

/** Returns the terms for all kinds that `text` describes, separated by spaces. */
export function relatedTermsForText(text: string): string {
  const lower = foldForSearch(text)
  return kinds.flatMap(({ describes, terms }) => (describes.test(lower) ? [terms] : [])).join(' ')
}

/** Returns all terms of a capability, for its kinds and for its media, separated by spaces. */
export function relatedTermsForCapability(capability: Capability): string {
  const { title, id, purpose } = capability
  return [relatedTermsForText(`${title} ${id}`), relatedTermsForText(purpose), mediaTermsOf(capability)].join(' ')
}

/** Returns the terms for the media of a capability's output and inputs, separated by spaces. Includes file formats such as "png". */
export function mediaTermsOf({ output, inputSchema }: Capability): string {
  const found = new Set<unknown>([output])
  const formats = new Set<string>()
  gatherMedia(inputSchema, found, formats)
  return [...media.flatMap(({ medium, terms }) => (found.has(medium) ? [terms] : [])), ...formats].join(' ')
}

/** Collects the medium and formats of every `x-media`, including those in conditions, lists and groups. */
function gatherMedia(schema: unknown, found: Set<unknown>, formats: Set<string>): void {
  if (Array.isArray(schema)) for (const part of schema) gatherMedia(part, found, formats)
  if (!isRecord(schema)) return
  const rule = schema['x-media']
  if (isRecord(rule)) {
    found.add(rule['medium'])
    if (Array.isArray(rule['formats'])) for (const format of rule['formats']) if (typeof format === 'string') formats.add(format)
  }
  for (const part of Object.values(schema)) if (typeof part === 'object') gatherMedia(part, found, formats)
}
