import { say, word } from '../../shared/i18n/say.ts'
import type { SettingsSection } from '../navigation/route.ts'
import { matchText } from '../search/match-text.ts'
import { queryTerms } from '../search/search-terms.ts'
import { settingsPages, settingsSectionText } from './settings-sections.ts'

/** A setting that the search can find. */
type SearchableSetting = {
  readonly section: SettingsSection
  /** Label of the control, as on the page. */
  readonly label: string
  /** Help texts and option labels, as on the page. */
  readonly texts: readonly string[]
  /** Other words that users may type, in every language. */
  readonly terms: string
}

/** The texts are copies of those on the pages. A test fails if a page no longer contains one of them. */
export const searchableSettings: readonly SearchableSetting[] = [
  {
    section: 'theme',
    label: word('Theme'),
    texts: [word('System default'), word('Dark'), word('Light')],
    terms: 'appearance colour color mode night day black white bright 外观 颜色 夜间 深色 浅色'
  },
  { section: 'language', label: word('Language'), texts: [word('System default')], terms: 'english chinese translation 中文 英文 翻译' },
  {
    section: 'several-results',
    label: word('Actions on several results'),
    texts: [word('Ask each time'), word('One task each'), word('One task for all')],
    terms: 'selection batch combine multiple 批量 合并 多个'
  },
  {
    section: 'desktop',
    label: word('Open at login'),
    texts: [word('Kiln starts in the background when you log in.')],
    terms: 'autostart startup boot 开机 启动'
  },
  {
    section: 'desktop',
    label: word('Ask before quitting while tasks are in progress'),
    texts: [word('Shows which tasks continue and which wait until you reopen Kiln. Nothing is lost either way.')],
    terms: 'close exit confirm 退出 关闭'
  },
  { section: 'connection', label: word('Replace key'), texts: [], terms: 'api key secret password 密钥' },
  { section: 'connection', label: word('Switch account'), texts: [], terms: 'login sign in base url account 账号 登录 切换' },
  { section: 'connection', label: word('Practice service'), texts: [], terms: 'demo trial sandbox test free 练习 试用' },
  { section: 'connection', label: word('Disconnect'), texts: [], terms: 'log out sign out logout remove account 登出 断开' },
  { section: 'connection-check', label: word('Check connection'), texts: [], terms: 'test internet offline proxy 网络 断网 检查' },
  {
    section: 'spending',
    label: word('Daily limit'),
    texts: [word('Tasks that would exceed this limit aren’t sent.')],
    terms: 'budget credits money cap maximum 预算 上限 积分'
  },
  {
    section: 'spending',
    label: word('Ask before spending more than'),
    texts: [word('Kiln asks before sending a task that costs more or has an unknown price.')],
    terms: 'confirm price credits money warning 确认 价格'
  },
  {
    section: 'library-folder',
    label: word('Choose another folder'),
    texts: [],
    terms: 'path directory location drive disk move storage 路径 位置'
  },
  { section: 'file-names', label: word('File name pattern'), texts: [], terms: 'rename template placeholder subfolder date 重命名 模板' },
  {
    section: 'recipes',
    label: word('Save recipes as separate files'),
    texts: [
      word('Adds a small .json file with the recipe, rating and tags next to each result. Kiln can rebuild the library from these files.')
    ],
    terms: 'sidecar metadata stars 元数据'
  },
  {
    section: 'recipes',
    label: word('Embed in images'),
    texts: [
      word(
        'Works with PNG, JPEG and WebP. Other apps can read the recipe. Sharing an image also shares its prompt. Applies to new results.'
      )
    ],
    terms: 'metadata exif xmp privacy 元数据 隐私'
  },
  {
    section: 'notifications',
    label: word('Done'),
    texts: [word('Saved results and finished batches.')],
    terms: 'alert sound finished 提醒'
  },
  {
    section: 'notifications',
    label: word('Needs attention'),
    texts: [word('Tasks that need you to choose faces, answer a question or contact support.')],
    terms: 'alert 提醒'
  },
  {
    section: 'notifications',
    label: word('On hold'),
    texts: [word('Problems with your account’s key, sign-in, subscription or credits.')],
    terms: 'alert 提醒'
  },
  {
    section: 'notifications',
    label: word('Failed'),
    texts: [word('Tasks that failed or were rejected by the service.')],
    terms: 'alert error 提醒 错误'
  },
  {
    section: 'notifications',
    label: word('Quiet hours'),
    texts: [word('Notifications are delayed until quiet hours end, and shown if they still apply.'), word('Start time'), word('End time')],
    terms: 'do not disturb mute night silent 勿扰 静音'
  },
  {
    section: 'network',
    label: word('Proxy settings'),
    texts: [
      word('System default'),
      word('No proxy'),
      word('Custom proxy'),
      word('PAC file'),
      word('Proxy host'),
      word('Port'),
      word('Hosts that bypass the proxy'),
      word('PAC file address')
    ],
    terms: 'socks http vpn firewall office 代理 防火墙'
  },
  {
    section: 'certificates',
    label: word('Add certificate authority'),
    texts: [word('Kiln trusts this system’s certificate authorities. You haven’t added others.')],
    terms: 'ca ssl tls root pem certificate 证书'
  },
  {
    section: 'updates',
    label: word('Check for updates'),
    texts: [
      word('Kiln checks one minute after launch, then every 12 hours. It never checks during file transfers. Nothing about you is sent.')
    ],
    terms: 'upgrade version automatic 升级 版本'
  },
  {
    section: 'updates',
    label: word('Ask before downloading'),
    texts: [word('When off, updates download while no files are being transferred. They install when you quit.')],
    terms: 'upgrade automatic install 升级 自动'
  },
  {
    section: 'updates',
    label: word('Versions'),
    texts: [word('Stable'), word('Stable and beta')],
    terms: 'channel preview release 测试版'
  },
  {
    section: 'spelling',
    label: word('Check spelling in prompts'),
    texts: [word('Languages to check')],
    terms: 'spell checker dictionary typo correct 拼写 词典'
  },
  { section: 'diagnostics', label: word('Check stored data'), texts: [], terms: 'integrity corrupt damaged database repair 损坏 完整' },
  { section: 'diagnostics', label: word('Show requests'), texts: [], terms: 'log http network 日志 请求' },
  { section: 'diagnostics', label: word('Save diagnostics file'), texts: [], terms: 'log logs support bug report zip 日志 支持 报告' },
  { section: 'about', label: word('About'), texts: [], terms: 'version kiln 版本' }
]

/** A setting or section that matches a query. `label` is null for a section. All texts are translated. */
export type SettingsMatch = {
  readonly section: SettingsSection
  readonly label: string | null
  readonly title: string
  /** Help text and option labels. Empty if it has neither. */
  readonly description: string
  /** Page and section. */
  readonly path: string
}

/** Returns the matching settings, best first. Similar spellings count only if nothing contains the words. */
export function searchSettings(query: string, hasSpelling: boolean): readonly SettingsMatch[] {
  const words = queryTerms(query)
  if (words.length === 0) return []
  const fits = [...sections(), ...settings()]
    .filter(({ match }) => hasSpelling || match.section !== 'spelling')
    .flatMap(({ match, terms }) => {
      const fit = matchText(words, { name: match.title, purpose: match.description, term: `${match.path} ${terms}` })
      return fit === null ? [] : [{ ...fit, match }]
    })
  const exact = fits.filter(({ isAlike }) => !isAlike)
  return (exact.length > 0 ? exact : fits)
    .toSorted((one, other) => other.wholeWords - one.wholeWords || other.worth - one.worth)
    .map(({ match }) => match)
}

type Candidate = { readonly match: SettingsMatch; readonly terms: string }

/** Returns the sections, except those whose only setting has the same name. */
function sections(): readonly Candidate[] {
  const names = new Set(searchableSettings.map(({ section, label }) => `${section} ${label}`))
  return settingsPages.flatMap(({ label: page, sections: inPage }) =>
    inPage
      .filter((section) => !names.has(`${section} ${settingsSectionText[section].title}`))
      .map((section) => {
        const { title, help } = settingsSectionText[section]
        const match = { section, label: null, title: say(title), description: help === null ? '' : say(help), path: say(page) }
        return { match, terms: '' }
      })
  )
}

function settings(): readonly Candidate[] {
  return searchableSettings.map(({ section, label, texts, terms }) => {
    const title = say(label)
    const description = texts.map((text) => say(text)).join(' · ')
    const page = settingsPages.find(({ sections: inPage }) => inPage.includes(section))?.label ?? ''
    const names = [say(page), say(settingsSectionText[section].title)].filter((name) => name !== title)
    return { match: { section, label: title, title, description, path: [...new Set(names)].join(' › ') }, terms }
  })
}
