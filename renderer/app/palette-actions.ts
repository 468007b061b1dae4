import { shortcuts } from '../../shared/app/shortcuts.ts'
import { say } from '../../shared/i18n/say.ts'
import type { PaletteAction, PaletteItem } from './palette-items.ts'

type NamedCommand = Pick<PaletteItem, 'label' | 'aside' | 'icon' | 'action' | 'appShortcut'> & {
  /** Additional search terms in English and Chinese. Never shown. */
  readonly terms: string
}
export type PaletteCommand = { readonly item: PaletteItem; readonly terms: string }

/** Returns the commands that work in every view. The first three are shown while the query is empty. */
export function paletteCommands(isPractice: boolean): readonly PaletteCommand[] {
  return [...pageActions(), ...accountAndFileActions(isPractice), ...settingsActions(), ...helpActions()].map(({ terms, ...item }) => ({
    item: { ...item, key: commandKey(item.action), pictureItemId: null },
    terms
  }))
}

/**
 * Returns the key under which a command is stored in the recent commands. Don't change the format. The key is made from the action, because
 * labels depend on the language. The key of a comparison omits the results, because the newest results change.
 */
export function commandKey(action: PaletteAction): string {
  return `do:${action.kind === 'compare' ? 'compare' : JSON.stringify(action)}`
}

function pageActions(): readonly NamedCommand[] {
  return [
    {
      label: say('Go to the gallery'),
      aside: '',
      terms: 'open show home new task capabilities models tools 打开 首页 新建 能力',
      icon: 'gallery',
      action: { kind: 'go', route: { view: 'gallery' } },
      appShortcut: 'gallery'
    },
    {
      label: say('Go to the queue'),
      aside: '',
      terms: 'tasks open show jobs running waiting hidden history 打开 任务 进度',
      icon: 'queue',
      action: { kind: 'go', route: { view: 'queue', taskId: null } },
      appShortcut: 'queue'
    },
    {
      label: say('Go to the library'),
      aside: '',
      terms: 'results everything generated open show images videos files history 打开 图片 作品 结果',
      icon: 'library',
      action: { kind: 'go', route: { view: 'library' } },
      appShortcut: 'library'
    },
    {
      label: say('Go to your account'),
      aside: '',
      terms: 'credits limit ledger missing results open show balance spending cost money usage 打开 余额 花费 积分 账户',
      icon: 'ledger',
      action: { kind: 'go', route: { view: 'account' } },
      appShortcut: 'account'
    },
    {
      label: say('Settings'),
      aside: '',
      terms: 'connection library folder theme open show preferences options configuration notifications 打开 设置 选项 通知',
      icon: 'settings',
      action: { kind: 'go', route: { view: 'settings' } },
      appShortcut: 'settings'
    },
    {
      label: say('Daily limit'),
      aside: say('account'),
      terms: 'set daily limit budget cap maximum spending 每日 限额 上限 预算',
      icon: 'credits',
      action: { kind: 'go', route: { view: 'account', section: 'limit' } }
    }
  ]
}

function accountAndFileActions(isPractice: boolean): readonly NamedCommand[] {
  return [
    {
      label: say('Save the ledger as CSV'),
      aside: say('account'),
      terms: 'export table spreadsheet excel report costs 导出 表格 账单',
      icon: 'table',
      action: { kind: 'save-ledger' }
    },
    {
      label: say('Generate many at once'),
      aside: say('User guide'),
      terms: 'batch bulk table csv spreadsheet folder grid several 批量 表格 多个',
      icon: 'batch',
      action: { kind: 'go', route: { view: 'guide', chapter: 'batch' } }
    },
    {
      label: say('Open files…'),
      aside: '',
      terms: 'import add upload pictures browse 导入 添加 打开 文件 上传',
      icon: 'file',
      action: { kind: 'open-files' }
    },
    {
      label: say('Show the library folder'),
      aside: say('files'),
      terms: 'open explorer finder directory disk 打开 目录',
      icon: 'folder',
      action: { kind: 'show-library-folder' }
    },
    isPractice
      ? {
          label: say('Connect your account'),
          aside: say('key'),
          terms: 'login sign in api 登录 连接 密钥',
          icon: 'key',
          action: { kind: 'replace-key' }
        }
      : {
          label: say('Replace key'),
          aside: say('account'),
          terms: 'api change login sign in 更换 密钥 登录',
          icon: 'key',
          action: { kind: 'replace-key' }
        }
  ]
}

function settingsActions(): readonly NamedCommand[] {
  return [
    {
      label: say('Dark theme'),
      aside: say('appearance'),
      terms: 'night black mode 夜间 深色 黑色',
      icon: 'moon',
      action: { kind: 'theme', theme: 'dark' }
    },
    {
      label: say('Light theme'),
      aside: say('appearance'),
      terms: 'day white bright mode 浅色 白色',
      icon: 'sun',
      action: { kind: 'theme', theme: 'light' }
    },
    {
      label: say('System theme'),
      aside: say('appearance'),
      terms: 'automatic mode 自动 外观',
      icon: 'monitor',
      action: { kind: 'theme', theme: 'system' }
    },
    {
      label: say('Language'),
      aside: say('Settings'),
      terms: 'english chinese 中文 英文 english translation 语言',
      icon: 'settings',
      action: { kind: 'go', route: { view: 'settings', section: 'language' } }
    },
    {
      label: say('Connection check'),
      aside: say('Settings'),
      terms: 'network internet offline proxy test 网络 断网 代理 检查',
      icon: 'offline',
      action: { kind: 'go', route: { view: 'settings', section: 'connection-check' } }
    },
    {
      label: say('Diagnostics'),
      aside: say('Settings'),
      terms: 'log logs requests bug report support version 日志 诊断 报告',
      icon: 'info',
      action: { kind: 'go', route: { view: 'settings', section: 'diagnostics' } }
    }
  ]
}

function helpActions(): readonly NamedCommand[] {
  return [
    {
      label: say(shortcuts.app.guide.does),
      aside: say('help, manual, how to'),
      terms: 'documentation docs tutorial faq 帮助 教程 手册',
      icon: 'guide',
      action: { kind: 'go', route: { view: 'guide', chapter: null } },
      appShortcut: 'guide'
    },
    {
      label: say(shortcuts.app.cheatSheet.does),
      aside: say('keyboard, help, cheat sheet'),
      terms: 'hotkeys keybindings 快捷键 热键',
      icon: 'keyboard',
      action: { kind: 'cheat-sheet' },
      appShortcut: 'cheatSheet'
    },
    { label: say('Quit Kiln'), aside: '', terms: 'exit close leave end 退出 关闭', icon: 'stop', action: { kind: 'quit' } }
  ]
}
