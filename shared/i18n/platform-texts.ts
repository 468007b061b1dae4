import type { Language } from './languages.ts'

/** Values of `process.platform` on the supported systems. */
export type TextPlatform = 'darwin' | 'win32' | 'linux'

/**
 * Returns the texts in which a system's own term replaces the usual one. Examples are “Recycle Bin” and “Exit” on Windows, or “废纸篓” on
 * macOS. Keyed by the English text.
 */
export function platformTextsOf(platform: string | undefined, language: Language): ReadonlyMap<string, string> {
  return new Map(Object.entries(platformTexts[platform as TextPlatform]?.[language] ?? {}))
}

export const platformTexts: { readonly [Platform in TextPlatform]?: { readonly [Name in Language]?: Readonly<Record<string, string>> } } = {
  win32: {
    en: {
      'Another copy of Kiln is using {folder}. Switch to that copy. You can also quit it, then open Kiln again.':
        'Another copy of Kiln is using {folder}. Switch to that copy. You can also exit it, then open Kiln again.',
      'Ask before quitting while tasks are in progress': 'Ask before exiting while tasks are in progress',
      'Check whether the disk is full. Your changes are kept until you quit Kiln.':
        'Check whether the disk is full. Your changes are kept until you exit Kiln.',
      'Connected until you quit Kiln': 'Connected until you exit Kiln',
      'Deleted results are in your system’s trash. New results appear here.':
        'Deleted results are in the Recycle Bin. New results appear here.',
      'Drafts and presets are only kept until you quit Kiln.': 'Drafts and presets are only kept until you exit Kiln.',
      'Choose how Kiln starts, runs in the background and quits.': 'Choose how Kiln starts, runs in the background and exits.',
      'Kiln only keeps the last 50 changes, and only until you quit.': 'Kiln only keeps the last 50 changes, and only until you exit.',
      'Kiln keeps the username and password until you quit.': 'Kiln keeps the username and password until you exit.',
      'Kiln {version} will be installed when you quit.': 'Kiln {version} will be installed when you exit.',
      'Kiln {version} will be installed when you quit. You can restart once transfers finish.':
        'Kiln {version} will be installed when you exit. You can restart once transfers finish.',
      'Keep this, move the others to trash': 'Keep this, move the others to the Recycle Bin',
      'Move to trash': 'Move to Recycle Bin',
      'Move {count, number} items to trash': 'Move {count, number} items to Recycle Bin',
      'Moved to trash': 'Moved to Recycle Bin',
      'Moving {count, plural, one {# item} other {# items}} to trash…':
        'Moving {count, plural, one {# item} other {# items}} to the Recycle Bin…',
      Quit: 'Exit',
      'Quit Kiln': 'Exit Kiln',
      'Quit Kiln while tasks are running?': 'Exit Kiln while tasks are running?',
      'Restore from trash': 'Restore from Recycle Bin',
      'Stopped. {count, plural, =0 {No items} one {# item} other {# items}} moved to trash':
        'Stopped. {count, plural, =0 {No items} one {# item} other {# items}} moved to the Recycle Bin',
      'The files are in your system’s trash.': 'The files are in the Recycle Bin.',
      'When off, updates download while no files are being transferred. They install when you quit.':
        'When off, updates download while no files are being transferred. They install when you exit.',
      'With this on, Kiln keeps running when you close its window. Quit from the icon’s menu.':
        'With this on, Kiln keeps running when you close its window. Exit from the icon’s menu.',
      'Your tasks keep running. Nothing is charged twice. Reload the window. You can also quit and open Kiln again.':
        'Your tasks keep running. Nothing is charged twice. Reload the window. You can also exit and open Kiln again.',
      '{count, number} items moved to trash': '{count, number} items moved to the Recycle Bin',
      '{count, plural, one {# deleted file} other {# deleted files}} couldn’t be moved to the system’s trash. To free up space, delete the hidden folder {folder} next to your files.':
        '{count, plural, one {# deleted file} other {# deleted files}} couldn’t be moved to the Recycle Bin. To free up space, delete the hidden folder {folder} next to your files.'
    }
  },
  darwin: {
    'zh-Hans': {
      'Deleted results are in your system’s trash. New results appear here.': '已删除的结果在废纸篓中。新的结果会显示在这里。',
      'Keep this, move the others to trash': '保留此项，将其他项移到废纸篓',
      'Move to trash': '移到废纸篓',
      'Move {count, number} items to trash': '将 {count, number} 项移到废纸篓',
      'Moved to trash': '已移到废纸篓',
      'Moving {count, plural, one {# item} other {# items}} to trash…': '正在将 {count, plural, other {# 项}}移到废纸篓…',
      'Restore from trash': '从废纸篓恢复',
      'The files are in your system’s trash.': '文件在废纸篓中。',
      '{count, plural, one {# deleted file} other {# deleted files}} couldn’t be moved to the system’s trash. To free up space, delete the hidden folder {folder} next to your files.':
        '{count, plural, other {# 个已删除的文件}}无法移到废纸篓。要释放空间，请删除文件所在文件夹中的隐藏文件夹 {folder}。',
      'Stopped. {count, plural, =0 {No items} one {# item} other {# items}} moved to trash':
        '已停止。{count, plural, =0 {没有项目移到废纸篓} other {已将 # 个项目移到废纸篓}}',
      '{count, number} items moved to trash': '已将 {count, number} 项移到废纸篓'
    }
  }
}
